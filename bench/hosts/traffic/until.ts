/** Waiting for something to become true. */
import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until the probe gives something true; returns the milliseconds that it took, or null after the time. */
export async function until(
  probe: () => boolean | Promise<boolean>,
  timeMsMax: number,
  everyMs = 100,
): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < timeMsMax) {
    if (await probe()) return performance.now() - begun;
    await sleep(everyMs);
  }
  return null;
}

/** Formats the result of `until`. */
export const inSeconds = (milliseconds: number | null): string =>
  milliseconds === null ? 'never' : `${(milliseconds / 1000).toFixed(1)} s`;
