/** Time that a call waits for the end of a run. */
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { optionalInteger } from './fields.ts';

/** Time that the answer at the end of a wait needs. */
const RUN_ANSWER_MS = 500;

/**
 * Returns the time to wait in milliseconds, which leaves time to answer before the caller's deadline.
 * @throws AppError `invalid_field`
 */
export function waitMsOf(waitSeconds: number, deadline: Date): number {
  const seconds = optionalInteger('wait_seconds', waitSeconds, 0, CONTRACT_LIMITS.runWaitSecondsMax) ?? 0;
  return Math.min(seconds * 1000, deadline.getTime() - Date.now() - RUN_ANSWER_MS);
}
