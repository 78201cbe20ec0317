/** Time that a call waits for the end of a run. */
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { RPC_LIMITS } from '../limits.ts';
import { optionalInteger } from './fields.ts';

/**
 * Returns the time to wait in milliseconds, which leaves time to answer before the caller's deadline.
 * @throws AppError `invalid_field`
 */
export function waitMsOf(waitSeconds: number, deadline: Date): number {
  const seconds = optionalInteger('wait_seconds', waitSeconds, 0, CONTRACT_LIMITS.runWaitSecondsMax) ?? 0;
  return Math.min(seconds * 1000, deadline.getTime() - Date.now() - RPC_LIMITS.runAnswerMs);
}
