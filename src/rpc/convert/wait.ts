/** Time that a call waits for the end of a run. */

/** Time that the answer at the end of a wait needs. */
const RUN_ANSWER_MS = 500;

/** Returns the time to wait in milliseconds, which leaves time to answer before the caller's deadline. */
export function waitMsOf(waitSeconds: number, deadline: Date): number {
  return Math.min(waitSeconds * 1000, deadline.getTime() - Date.now() - RUN_ANSWER_MS);
}
