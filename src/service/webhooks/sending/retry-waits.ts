/** Retry schedule of deliveries. */
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../units.ts';

/** The wait before each attempt of an event for a webhook: ten attempts within 75 hours. */
export const WEBHOOK_WAITS_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Attempts for the address that one asynchronous run named: its caller does not wait for days. */
export const CALLBACK_ATTEMPTS_MAX = 6;

/** Jitter of each wait, as a share of it, so that receivers that came back are not hit at once. */
const JITTER = 0.2;
/** Largest wait that a receiver may request, in planned waits. */
const STRETCH_MAX = 2;

/**
 * Returns the wait after a failed attempt, in milliseconds; undefined when that was the last one.
 *
 * @param attemptsMade attempts of this round, including the failed one
 * @param attemptsMax attempts of a round, at most as many as the schedule has
 * @param retryAfterMs wait that the receiver requested; honoured between one and two times the planned wait
 * @param random a number from 0 to 1
 */
export function nextWaitMs(
  attemptsMade: number,
  attemptsMax: number,
  retryAfterMs: number | undefined,
  random: number,
): number | undefined {
  const planned = attemptsMade < attemptsMax ? WEBHOOK_WAITS_MS[attemptsMade] : undefined;
  if (planned === undefined) return undefined;
  const waitMs = planned * (1 - JITTER + 2 * JITTER * random);
  return Math.round(Math.min(Math.max(waitMs, retryAfterMs ?? 0), STRETCH_MAX * waitMs));
}
