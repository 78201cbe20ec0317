/**
 * A bucket as one core sees it. Use is stored as a debt of time, which passes by itself (the generic cell rate
 * algorithm): a request costs its share of the window, and there is room while the debt fits in the window.
 */

import type { Rate } from './budgets.ts';
import { RATE_LIMITS } from './limits.ts';
import type { BucketReport } from './limits-store.ts';
import type { LimitStatus } from './rate-limit-fields.ts';

export interface Bucket {
  readonly key: string;
  readonly rate: Rate;
  /** Milliseconds until the bucket is full again, as of `atMs`. */
  debtMs: number;
  atMs: number;
  /** Requests that were admitted here and not reported yet. */
  unsent: number;
  /** Time when the database last returned the use of all cores. */
  syncedAtMs: number;
  /** The query whose answer was applied last; answers may overtake each other. */
  answered: number;
}

/** Creates a bucket without known use. */
export function newBucket(key: string, rate: Rate, nowMs: number): Bucket {
  return { key, rate, debtMs: 0, atMs: nowMs, unsent: 0, syncedAtMs: Number.NEGATIVE_INFINITY, answered: 0 };
}

/** Returns the time in which one request comes back. */
export function intervalMs({ quota, windowMs }: Rate): number {
  return windowMs / quota;
}

export function debtMs(bucket: Bucket, nowMs: number): number {
  return Math.max(0, bucket.debtMs - (nowMs - bucket.atMs));
}

/** Returns the wait of the next request; 0 when there is room. */
export function waitMs(bucket: Bucket, nowMs: number): number {
  const { rate } = bucket;
  const missing = debtMs(bucket, nowMs) + intervalMs(rate) - rate.windowMs;
  // Half a millisecond covers rounding errors.
  return missing > 0.5 ? missing : 0;
}

/**
 * Returns whether a request may be admitted without a query: the counts of the others are fresh, and at least three quarters
 * are left, so that even four cores that decide at the same moment stay within the quota.
 */
export function isEasy(bucket: Bucket, nowMs: number): boolean {
  const { rate, syncedAtMs } = bucket;
  const spentAfter = debtMs(bucket, nowMs) + intervalMs(rate);
  return nowMs - syncedAtMs < RATE_LIMITS.limitFreshMsMax && spentAfter <= rate.windowMs / 4;
}

export function spend(bucket: Bucket, nowMs: number): void {
  bucket.debtMs = debtMs(bucket, nowMs) + intervalMs(bucket.rate);
  bucket.atMs = nowMs;
}

/** Returns the use that the others do not know yet. */
export function reportOf(bucket: Bucket): BucketReport {
  const { key, rate, unsent } = bucket;
  return { key, intervalMs: intervalMs(rate), windowMs: rate.windowMs, spent: unsent };
}

/** Applies the use of all cores. Requests that were admitted here since the query are not in it. */
export function learn(bucket: Bucket, sharedDebtMs: number, question: number, nowMs: number): void {
  if (question < bucket.answered) return;
  bucket.answered = question;
  bucket.debtMs = sharedDebtMs + bucket.unsent * intervalMs(bucket.rate);
  bucket.atMs = nowMs;
  bucket.syncedAtMs = nowMs;
}

export function entitlementOf(bucket: Bucket, nowMs: number): LimitStatus {
  const { rate } = bucket;
  const debt = debtMs(bucket, nowMs);
  return {
    name: rate.name,
    quota: rate.quota,
    windowSeconds: Math.round(rate.windowMs / 1000),
    remaining: Math.max(0, Math.floor((rate.windowMs - debt + 0.5) / intervalMs(rate))),
    resetSeconds: Math.ceil(debt / 1000),
  };
}
