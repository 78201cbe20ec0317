/** Where a caller stands with a limit, and how the header fields say it (draft-ietf-httpapi-ratelimit-headers-10). */
import { AppError } from '../../errors.ts';
import type { Sharer } from './budgets.ts';

/** One limit and what is left of it. */
export interface Standing {
  readonly name: string;
  readonly quota: number;
  /** Null for a limit on calls at once, which no time refills. */
  readonly windowSeconds: number | null;
  readonly remaining: number;
  /** Until everything is there again; null where no time refills it. */
  readonly resetSeconds: number | null;
}

/** A limit is reached. */
export class LimitReached extends AppError {
  readonly standings: readonly Standing[];

  constructor(
    code: 'rate_limited' | 'daily_limit_reached' | 'concurrency_limited',
    message: string,
    { name, sharer }: { readonly name: string; readonly sharer: Sharer },
    retryAfterSeconds: number,
    standings: readonly Standing[],
  ) {
    super(code, message, { limit: name, sharer, retryAfterSeconds: String(retryAfterSeconds) });
    this.standings = standings;
  }
}

/** The two fields, by their names in lower case; none without limits. */
export function standingFields(standings: readonly Standing[]): readonly (readonly [string, string])[] {
  if (standings.length === 0) return [];
  const policies = standings.map(({ name, quota, windowSeconds }) =>
    windowSeconds === null
      ? `"${name}";q=${quota};qu="concurrent-requests"`
      : `"${name}";q=${quota};w=${windowSeconds}`,
  );
  const states = standings.map(({ name, remaining, resetSeconds }) =>
    resetSeconds === null ? `"${name}";r=${remaining}` : `"${name}";r=${remaining};t=${resetSeconds}`,
  );
  return [
    ['ratelimit-policy', policies.join(', ')],
    ['ratelimit', states.join(', ')],
  ];
}
