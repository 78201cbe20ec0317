/** The calls of an organisation that run at once, as one core sees them. */

import type { BudgetSlots } from './budgets.ts';
import { RATE_LIMITS } from './limits.ts';
import type { LimitStatus } from './rate-limit-fields.ts';

export interface HeldSlots {
  readonly key: string;
  readonly limit: BudgetSlots;
  /** Held by this core, also for calls that are still being decided about. */
  inUse: number;
  /** Number of these that the others know of. */
  published: number;
  /** The report that published that number; answers may overtake each other. */
  answered: number;
  /** Held by the other cores, by the last answer. */
  others: number;
  syncedAtMs: number;
}

/** Creates slots of which none is held or known. */
export function newSlots(key: string, limit: BudgetSlots): HeldSlots {
  return { key, limit, inUse: 0, published: 0, answered: 0, others: 0, syncedAtMs: Number.NEGATIVE_INFINITY };
}

/** Returns whether the known counts leave room for the slots that this core holds. */
export function hasRoom({ inUse, others, limit }: HeldSlots): boolean {
  return inUse + others <= limit.max;
}

/** Returns whether one more is surely too many: older counts of the others are ignored, as they may hold fewer by now. */
export function isFull({ inUse, others, limit, syncedAtMs }: HeldSlots, nowMs: number): boolean {
  const known = nowMs - syncedAtMs < RATE_LIMITS.limitSyncMs ? others : 0;
  return inUse + known + 1 > limit.max;
}

/** Returns whether the held slots need no query: up to a quarter of all, so that four cores at the same moment stay within. */
export function isEasySlot({ inUse, others, limit, syncedAtMs }: HeldSlots, nowMs: number): boolean {
  return nowMs - syncedAtMs < RATE_LIMITS.limitFreshMsMax && inUse + others <= limit.max / 4;
}

export function slotStatus({ inUse, others, limit }: HeldSlots): LimitStatus {
  const remaining = Math.max(0, limit.max - inUse - others);
  return { name: limit.name, quota: limit.max, windowSeconds: null, remaining, resetSeconds: null };
}
