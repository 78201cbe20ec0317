/** The time that a message has to arrive, and strangers whose message takes longer than others want to wait. */
import { AppError } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { MethodTraits } from '../server/service.ts';

/** Time for the message of a call: whoever is unknown has less. */
export function arrivalMsMax({ admits }: MethodTraits): number {
  return admits === 'anybody' ? LIMITS.scanMsMax : LIMITS.uploadMsMax;
}

export function arrivedTooSlowly(traits: MethodTraits): AppError {
  const code = traits.admits === 'anybody' ? 'upload_timeout' : 'upload_too_slow';
  const limitSeconds = String(arrivalMsMax(traits) / 1000);
  return new AppError(code, `The message did not arrive within ${limitSeconds} s.`, { limitSeconds });
}

/** Calls of strangers that hold one of few places while their message is on its way. */
export interface Arrivals {
  /** Notes a call. Returns what to call when its message is there, or it has ended. */
  begin(giveUp: (reason: AppError) => void): () => void;
  /**
   * Takes a place. Where all are taken, the call whose message has been awaited for longest makes room, once it has had
   * its time: a few senders that dawdle could else keep all others out.
   */
  take<Place>(take: () => Promise<Place>): Promise<Place>;
}

/** Makes the list of one core. */
export function createArrivals(): Arrivals {
  const awaited = new Set<{ readonly sinceMs: number; giveUp(reason: AppError): void }>();

  function makeRoom(): boolean {
    const [slowest] = awaited;
    if (slowest === undefined || performance.now() - slowest.sinceMs < LIMITS.scanUploadMsMin) return false;
    awaited.delete(slowest);
    const limitSeconds = String(LIMITS.scanUploadMsMin / 1000);
    const message = `The message did not arrive within ${limitSeconds} s, and others wanted its place. Send it again.`;
    slowest.giveUp(new AppError('upload_timeout', message, { limitSeconds }));
    return true;
  }

  return {
    begin(giveUp) {
      const one = { sinceMs: performance.now(), giveUp };
      awaited.add(one);
      return () => void awaited.delete(one);
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
