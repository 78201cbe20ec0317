/** Filters of the exceptions in the address, and as the API takes them. */
import type { Exception } from '../../api/calls/exceptions.ts';
import type { QueryValues } from '../../routing/paths.ts';
import { choiceParam, textParam } from '../../routing/url-state.ts';
import { isEndingSoon } from './exception-words.ts';

/** Lists of the inbox → their names. */
export const LIST_LABELS = {
  pending: 'To decide',
  approved: 'Approved',
  ending: 'Ending soon',
  rejected: 'Rejected',
  expired: 'Expired',
  revoked: 'Revoked',
  all: 'All',
} as const;

export type ExceptionList = keyof typeof LIST_LABELS;

/** Lists in their order. */
export const LISTS = Object.keys(LIST_LABELS) as readonly ExceptionList[];

/** Parameters of the address. */
export const EXCEPTION_PARAMS = {
  status: choiceParam<ExceptionList>(LISTS, 'pending'),
  ruleId: textParam(),
  fileName: textParam(),
  mine: choiceParam<'' | 'true'>(['', 'true'], ''),
};

/** Chosen list, and a rule or a file that a link leads to. */
export interface ExceptionFilters {
  readonly status: ExceptionList;
  readonly ruleId: string;
  readonly fileName: string;
  /** `true`: only the caller's requests. */
  readonly mine: '' | 'true';
}

/** Entries of one page. */
const PAGE_SIZE = 100;

/** Returns the filters as the query of a call. Exceptions that end soon are among the approved ones. */
export function exceptionQuery({ status, ruleId, fileName, mine }: ExceptionFilters): QueryValues {
  return {
    pageSize: PAGE_SIZE,
    status: status === 'all' ? null : status === 'ending' ? 'approved' : status,
    ruleId: ruleId || null,
    fileName: fileName || null,
    mine: mine || null,
  };
}

/** Returns the rows of a list: the API has no order by end, so that those which end soon are picked here. */
export function rowsOf(list: ExceptionList, exceptions: readonly Exception[]): readonly Exception[] {
  if (list !== 'ending') return exceptions;
  return exceptions
    .filter(isEndingSoon)
    .toSorted((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
}
