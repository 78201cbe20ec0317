/** Pace of requests to one tenant: so many in a second, and none while the platform throttles. */
import { setTimeout as sleep } from 'node:timers/promises';
import { REMOTE_LIMITS } from '../limits.ts';

/** Time as a remote sees it. */
export interface Clock {
  /** Time that only grows, in milliseconds. */
  nowMs(): number;
  /** Time of day, for dates in headers. */
  date(): Date;
  /** Waits. Rejects when the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

/** Clock of the machine. */
export const SYSTEM_CLOCK: Clock = {
  nowMs: () => performance.now(),
  date: () => new Date(),
  pause: (ms, signal) => sleep(ms, undefined, { signal }),
  random: Math.random,
};

/** Turns of requests. */
export interface Pace {
  /** Waits for a turn. */
  turn(signal: AbortSignal): Promise<void>;
  /** Holds all requests back for so long. */
  holdBack(ms: number): void;
}

/** Creates the pace of one tenant. */
export function createPace(clock: Clock, requestsPerSecond: number): Pace {
  const spacingMs = 1000 / requestsPerSecond;
  let nextMs = Number.NEGATIVE_INFINITY;
  let heldUntilMs = Number.NEGATIVE_INFINITY;
  return {
    async turn(signal) {
      for (;;) {
        signal.throwIfAborted();
        const nowMs = clock.nowMs();
        if (heldUntilMs > nowMs) {
          await clock.pause(heldUntilMs - nowMs, signal);
          continue;
        }
        const turnMs = Math.max(nowMs, nextMs);
        nextMs = turnMs + spacingMs;
        if (turnMs > nowMs) await clock.pause(turnMs - nowMs, signal);
        // Another request may have been throttled meanwhile.
        if (heldUntilMs <= clock.nowMs()) return;
      }
    },
    holdBack(ms) {
      heldUntilMs = Math.max(heldUntilMs, clock.nowMs() + ms);
    },
  };
}

/** Returns the pause before another attempt: doubling, within limits, with a quarter of jitter. */
export function backoffMs(attemptsMade: number, random: number): number {
  const { pauseMsMin, pauseMsMax } = REMOTE_LIMITS;
  const planned = Math.min(pauseMsMin * 2 ** (attemptsMade - 1), pauseMsMax);
  return Math.round(planned * (0.75 + random / 2));
}
