/** Errors for a caller that has reached a limit. */

import { MINUTE_MS } from '../../units.ts';
import type { BudgetSlots, Rate, Sharer } from './budgets.ts';
import { LimitReached, type LimitStatus } from './rate-limit-fields.ts';

/** Sharers of a limit, as the beginning of a sentence. */
const WHO = {
  credential: 'This credential',
  organisation: 'This organisation',
  address: 'This address',
  installation: 'All callers together',
} as const satisfies Readonly<Record<Sharer, string>>;

/** Creates the error of a rate that has no room for one more before so many milliseconds. */
export function tooMany(rate: Rate, waitMs: number, limitStatuses: readonly LimitStatus[]): LimitReached {
  const { quota, windowMs, sharer, things, code = 'rate_limited' } = rate;
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const pause = shown(windowMs / quota);
  const message = `${WHO[sharer]} may send ${quota} ${things} at once, one more every ${pause}. Try again in ${shown(seconds * 1000)}.`;
  return new LimitReached(code, message, rate, seconds, limitStatuses);
}

/** Creates the error of a concurrency limit that is reached. */
export function tooManyAtOnce(slots: BudgetSlots, limitStatuses: readonly LimitStatus[]): LimitReached {
  const { sharer, max } = slots;
  const whose = sharer === 'organisation' ? 'calls of the organisation' : 'such calls';
  const message = `${max} ${whose} already run at once, which is the limit. Try again in a second.`;
  return new LimitReached('concurrency_limited', message, slots, 1, limitStatuses);
}

/** Formats a time in its most readable unit. */
function shown(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${Math.round(milliseconds / 1_000)} s`;
  return `${Math.round(milliseconds / MINUTE_MS)} minutes`;
}
