/** The calls of an organisation that run at once, as one core sees them. */
import { LIMITS } from '../../limits.ts';
import type { Slots } from './budgets.ts';
import type { LimitStatus } from './rate-limit-fields.ts';

export interface HeldSlots {
  readonly key: string;
  readonly limit: Slots;
  /** Held by this core, also for calls that are still being decided about. */
  inUse: number;
  /** What the others know of that. */
  published: number;
  /** The report that told them; answers may overtake each other. */
  answered: number;
  /** Held by the other cores, when last heard. */
  others: number;
  syncedAtMs: number;
}

/** Nothing held, nothing known. */
export function newSlots(key: string, limit: Slots): HeldSlots {
  return { key, limit, inUse: 0, published: 0, answered: 0, others: 0, syncedAtMs: Number.NEGATIVE_INFINITY };
}

/** Whether what this core knows leaves room for what it holds. */
export function hasRoom({ inUse, others, limit }: HeldSlots): boolean {
  return inUse + others <= limit.max;
}

/** Whether one more is surely too many: a full core is, what others hold may have become less. */
export function isFull({ inUse, others, limit, syncedAtMs }: HeldSlots, nowMs: number): boolean {
  const known = nowMs - syncedAtMs < LIMITS.limitSyncMs ? others : 0;
  return inUse + known + 1 > limit.max;
}

/** Whether what is held needs no question: a quarter of all, so that four cores at the same moment stay within. */
export function isEasySlot({ inUse, others, limit, syncedAtMs }: HeldSlots, nowMs: number): boolean {
  return nowMs - syncedAtMs < LIMITS.limitFreshMsMax && inUse + others <= limit.max / 4;
}

export function slotStatus({ inUse, others, limit }: HeldSlots): LimitStatus {
  const remaining = Math.max(0, limit.max - inUse - others);
  return { name: limit.name, quota: limit.max, windowSeconds: null, remaining, resetSeconds: null };
}
