/** What a caller is told that has reached a limit. */
import type { Rate, Sharer, Slots } from './budgets.ts';
import { LimitReached, type LimitStatus } from './rate-limit-fields.ts';

/** Who shares a limit, as a sentence begins with it. */
const WHO = {
  credential: 'This credential',
  organisation: 'This organisation',
  address: 'This address',
  installation: 'All callers together',
} as const satisfies Readonly<Record<Sharer, string>>;

/** A rate has no room for one more before so many milliseconds. */
export function tooMany(rate: Rate, waitMs: number, limitStatuses: readonly LimitStatus[]): LimitReached {
  const { quota, windowMs, sharer, things, code = 'rate_limited' } = rate;
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const pause = shown(windowMs / quota);
  const message = `${WHO[sharer]} may send ${quota} ${things} at once, one more every ${pause}. Try again in ${shown(seconds * 1000)}.`;
  return new LimitReached(code, message, rate, seconds, limitStatuses);
}

/** Everything that may run at once runs. */
export function tooManyAtOnce(slots: Slots, limitStatuses: readonly LimitStatus[]): LimitReached {
  const { sharer, max } = slots;
  const whose = sharer === 'organisation' ? 'calls of the organisation' : 'such calls';
  const message = `${max} ${whose} run already, as many as may at once. Try again in a second.`;
  return new LimitReached('concurrency_limited', message, slots, 1, limitStatuses);
}

/** A time in the unit that people would name it in. */
function shown(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${Math.round(milliseconds / 1_000)} s`;
  return `${Math.round(milliseconds / 60_000)} minutes`;
}
