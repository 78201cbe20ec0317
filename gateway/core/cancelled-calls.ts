/**
 * Slows callers that cancel many calls. Their next calls wait at the gateway, so that a caller that leaves meanwhile
 * costs the core nothing. No caller is rejected: many people may share the address of one who floods.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createTtlCache } from '../../src/infra/async/ttl-cache.ts';
import { GATEWAY_LIMITS } from '../limits.ts';

/** Cancelled calls by caller. */
export interface CancelledCalls {
  /** Counts a cancelled call. */
  count(caller: string): void;
  /** Waits as long as the caller's cancelled calls require. Rejects when `signal` is aborted. */
  pause(caller: string, signal: AbortSignal): Promise<void>;
}

/** Limits of cancelled calls. */
export type CancelLimits = Readonly<
  Record<'cancelledBurstMax' | 'cancelledPerSecondMax' | 'cancelledPauseMsMax' | 'callersKnownMax', number>
>;

/** Creates the counts of one gateway. */
export function createCancelledCalls(
  limits: CancelLimits = GATEWAY_LIMITS,
  clock: () => number = () => performance.now(),
): CancelledCalls {
  const intervalMs = 1_000 / limits.cancelledPerSecondMax;
  const freeMs = limits.cancelledBurstMax * intervalMs;
  /** Maps each caller to the time when all its cancelled calls are forgiven. */
  const forgivenAtMs = createTtlCache<number>({ entriesMax: limits.callersKnownMax });
  const debtMs = (caller: string) => Math.max(0, (forgivenAtMs.get(caller) ?? 0) - clock());
  return {
    count(caller) {
      const debt = Math.min(debtMs(caller) + intervalMs, freeMs + limits.cancelledPauseMsMax);
      // The oldest entry is that of the caller who was counted longest ago.
      forgivenAtMs.delete(caller);
      forgivenAtMs.getOrCreate(caller, () => clock() + debt);
    },
    async pause(caller, signal) {
      const waitMs = debtMs(caller) - freeMs;
      if (waitMs > 0) await sleep(waitMs, undefined, { signal });
    },
  };
}
