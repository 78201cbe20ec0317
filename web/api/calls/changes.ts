/** Calls of changes: what a push or a pipeline run sent, as one thing. */
import type {
  ChangeFindingListResponse,
  ChangeFinding as ChangeFindingSchema,
  ChangeListResponse,
  ChangeRunListResponse,
  Change as ChangeSchema,
} from '../../../src/gen/contract/answers.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { defineCall } from '../define-call.ts';

export type Change = ChangeSchema;
export type ChangePage = ChangeListResponse;
export type ChangeFinding = ChangeFindingSchema;

interface OfChange {
  readonly params: { readonly changeId: string };
  readonly query?: QueryValues;
}

export const listChanges = defineCall<ChangePage, { readonly query: QueryValues }>('GET', '/api/v1/changes');
export const getChange = defineCall<Change, OfChange>('GET', '/api/v1/changes/{changeId}');
export const listChangeRuns = defineCall<ChangeRunListResponse, OfChange>(
  'GET',
  '/api/v1/changes/{changeId}/runs',
);
export const listChangeFindings = defineCall<ChangeFindingListResponse, OfChange>(
  'GET',
  '/api/v1/changes/{changeId}/findings',
);
