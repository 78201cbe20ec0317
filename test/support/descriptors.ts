/** Counts the file descriptors of this process, for tests that look for what is left open. */
import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './processes.ts';

/** How long the count has to stay the same. The spare thread of the pool starts a second after the others. */
const STEADY_MS = 1_500;
const LOOK_EVERY_MS = 50;

/** The number of open file descriptors. */
export const descriptors = (): number => readdirSync('/proc/self/fd').length;

/** Waits until no descriptor has been opened for a while, and returns their number. */
export async function steadyDescriptors(): Promise<number> {
  let most = descriptors();
  let sinceMs = performance.now();
  await until('no further descriptor is opened', async () => {
    await sleep(LOOK_EVERY_MS);
    const count = descriptors();
    if (count > most) sinceMs = performance.now();
    most = Math.max(most, count);
    return performance.now() - sinceMs > STEADY_MS;
  });
  return most;
}
