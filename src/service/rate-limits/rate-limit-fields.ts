/** State of a caller's limits, and its header fields (draft-ietf-httpapi-ratelimit-headers-10). */
import { AppError } from '../../errors.ts';
import type { Sharer } from './budgets.ts';

/** One limit and what is left of it. */
export interface LimitStatus {
  readonly name: string;
  readonly quota: number;
  /** Null for a limit on calls at once, which no time refills. */
  readonly windowSeconds: number | null;
  readonly remaining: number;
  /** Time until it is full again; null where no time refills it. */
  readonly resetSeconds: number | null;
}

/** A limit is reached. */
export class LimitReached extends AppError {
  readonly limitStatuses: readonly LimitStatus[];

  constructor(
    code: 'rate_limited' | 'daily_limit_reached' | 'concurrency_limited',
    message: string,
    { name, sharer }: { readonly name: string; readonly sharer: Sharer },
    retryAfterSeconds: number,
    limitStatuses: readonly LimitStatus[],
  ) {
    super(code, message, { limit: name, sharer, retryAfterSeconds: String(retryAfterSeconds) });
    this.limitStatuses = limitStatuses;
  }
}

/** Returns the two fields, by their names in lower case; none without limits. */
export function limitStatusFields(
  limitStatuses: readonly LimitStatus[],
): readonly (readonly [string, string])[] {
  if (limitStatuses.length === 0) return [];
  const policies = limitStatuses.map(({ name, quota, windowSeconds }) =>
    windowSeconds === null
      ? `"${name}";q=${quota};qu="concurrent-requests"`
      : `"${name}";q=${quota};w=${windowSeconds}`,
  );
  const states = limitStatuses.map(({ name, remaining, resetSeconds }) =>
    resetSeconds === null ? `"${name}";r=${remaining}` : `"${name}";r=${remaining};t=${resetSeconds}`,
  );
  return [
    ['ratelimit-policy', policies.join(', ')],
    ['ratelimit', states.join(', ')],
  ];
}
