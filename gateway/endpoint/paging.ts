/** Query parameters of every list. */
import { z } from 'zod';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { FIELD_LIMITS } from '../../src/gen/contract/field-limits.ts';
import { textField } from './fields.ts';

const CURSOR_CHARACTERS_MAX = 1_024;
const SIZE_ERROR = `must be a whole number from 1 to ${FIELD_LIMITS['ListFeedRequest.pageSize'].max}`;

/** Members for the schema of a list's query. */
export const PAGING = {
  cursor: textField(CURSOR_CHARACTERS_MAX, '`nextCursor` of the page before.').optional(),
  pageSize: z
    .string()
    .regex(/^\d{1,4}$/, { error: SIZE_ERROR })
    .refine((text) => Number(text) >= 1 && Number(text) <= FIELD_LIMITS['ListFeedRequest.pageSize'].max, {
      error: SIZE_ERROR,
    })
    .meta({
      description: `Entries per page; ${CONTRACT_LIMITS.pageSizeDefault} when not given.`,
      type: 'integer',
      pattern: undefined,
      minimum: 1,
      maximum: FIELD_LIMITS['ListFeedRequest.pageSize'].max,
    })
    .optional(),
};

/** Position and size of a page, as list requests of the core have them. */
export interface PageRequest {
  readonly cursor: string;
  readonly pageSize: number;
}

/** Converts the parameters to members of the core's list requests. */
export function pageRequest(query: {
  cursor?: string | undefined;
  pageSize?: string | undefined;
}): PageRequest {
  return {
    cursor: query.cursor ?? '',
    pageSize: query.pageSize === undefined ? 0 : Number(query.pageSize),
  };
}
