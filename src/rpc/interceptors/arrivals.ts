/** Time limits for the message of a call, and eviction of slow anonymous uploads when permits are needed. */

import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import type { MethodTraits } from '../server/service.ts';

/** Time that the upload of a free scan has in any case; after it, a waiting scan may take its permit. */
export const SCAN_UPLOAD_MS_MIN = 5_000;

/** Returns the time for the message of a call in milliseconds; anonymous callers get less. */
export function arrivalMsMax({ admits }: MethodTraits): number {
  return admits === 'anybody' ? CONTRACT_LIMITS.scanMsMax : CONTRACT_LIMITS.uploadMsMax;
}

export function arrivedTooSlowly(traits: MethodTraits): AppError {
  const code = traits.admits === 'anybody' ? 'upload_timeout' : 'upload_too_slow';
  const limitSeconds = String(arrivalMsMax(traits) / 1000);
  return new AppError(code, `The message did not arrive within ${limitSeconds} s.`, { limitSeconds });
}

/** Anonymous calls that hold a permit while their message arrives. */
export interface Arrivals {
  /** Registers a call. Returns a callback for the moment when its message is complete or the call has ended. */
  begin(giveUp: (reason: AppError) => void): () => void;
  /**
   * Takes a permit. If none is free, the call that has waited longest for its message is ended, once it has had its
   * minimum time: a few slow senders could otherwise block all others.
   */
  take<Place>(take: () => Promise<Place>): Promise<Place>;
}

/** Creates the list of one core. */
export function createArrivals(): Arrivals {
  const awaited = new Set<{ readonly sinceMs: number; giveUp(reason: AppError): void }>();

  function makeRoom(): boolean {
    const [slowest] = awaited;
    if (slowest === undefined || performance.now() - slowest.sinceMs < SCAN_UPLOAD_MS_MIN) return false;
    awaited.delete(slowest);
    const limitSeconds = String(SCAN_UPLOAD_MS_MIN / 1000);
    const message = `The message did not arrive within ${limitSeconds} s, and other uploads were waiting. Send it again.`;
    slowest.giveUp(new AppError('upload_timeout', message, { limitSeconds }));
    return true;
  }

  return {
    begin(giveUp) {
      const arrival = { sinceMs: performance.now(), giveUp };
      awaited.add(arrival);
      return () => void awaited.delete(arrival);
    },
    async take(take) {
      try {
        return await take();
      } catch (error) {
        const isFull = error instanceof AppError && error.code === 'concurrency_limited';
        if (!isFull || !makeRoom()) throw error;
        return take();
      }
    },
  };
}
