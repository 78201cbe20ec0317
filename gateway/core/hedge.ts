/**
 * Hedged calls: a core that vanished without closing its connections must not delay an answer that another one can
 * give.
 */
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Returns the first value of several attempts: one at once, and one after each delay while none has succeeded. The
 * others are aborted. Throws the error of the first attempt when all have failed.
 */
export async function hedged<Value>(
  delaysMs: readonly number[],
  attempt: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const over = new AbortController();
  const { signal } = over;
  const attempts = [0, ...delaysMs].map(async (delayMs) => {
    if (delayMs > 0) await sleep(delayMs, undefined, { signal });
    return attempt(signal);
  });
  try {
    return await Promise.any(attempts);
  } catch (error) {
    throw (error as AggregateError).errors[0];
  } finally {
    over.abort();
  }
}
