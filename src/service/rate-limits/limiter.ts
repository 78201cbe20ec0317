/**
 * Rate and concurrency limits that all cores share through Postgres, with a front in each core.
 *
 * A caller far from its limits is admitted at once, and its use is reported to the others a tenth of a second later, many
 * callers with one statement. Near a limit, or when the counts of the caller are older than half a second, the database
 * decides. A caller over a limit is rejected without a query, but for one every few seconds, as its use only comes back
 * with time. The limiter never
 * causes an outage: without the database each core decides by its own counts.
 */

import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import {
  type Bucket,
  debtMs,
  entitlementOf,
  isEasy,
  learn,
  newBucket,
  reportOf,
  spend,
  waitMs,
} from './bucket.ts';
import { type BudgetLimits, type Counted, type Sharer, scaledBudgets } from './budgets.ts';
import { RATE_LIMITS } from './limits.ts';
import { type SharedUse, syncLimits } from './limits-store.ts';
import type { LimitReached, LimitStatus } from './rate-limit-fields.ts';
import { type HeldSlots, hasRoom, isEasySlot, isFull, newSlots, slotStatus } from './slots.ts';
import { tooMany, tooManyAtOnce } from './too-many.ts';

/** Time to query the others; without an answer a core decides by itself. */
const LIMIT_QUERY_MS_MAX = 2_000;

/** Lease of a permit: the permits of a core that was killed are free after this. */
export const SLOT_LEASE_MS_MAX = 6_000;

/** Interval at which a core renews the permits that it holds. */
const SLOT_RENEW_MS = 2_000;

/** Buckets that a core remembers. */
const LIMIT_BUCKETS_MAX = 10_000;

/** Caller with a credential. */
export interface LimitedCaller {
  readonly orgId: string;
  /** Identity of the credential. */
  readonly actorId: string;
}

/** Caller with an address alone, as a group of addresses that one client has. */
export interface LimitedAddress {
  readonly addressGroup: string;
}

/** Person who has signed in and acts for no organisation. */
export interface LimitedPerson {
  readonly accountId: string;
}

/** Caller as limits distinguish them. */
type Limited = LimitedCaller | LimitedAddress | LimitedPerson;

/** Returns the key of the sharer of a limit that the caller belongs to. */
function sharedBy(sharer: Sharer, caller: Limited): string {
  if (sharer === 'installation') return 'all';
  if ('accountId' in caller) return `person:${caller.accountId}`;
  if ('addressGroup' in caller) return caller.addressGroup;
  return sharer === 'organisation' ? caller.orgId : `${caller.orgId}:${caller.actorId}`;
}

/** Permit of a call. */
export interface Permit {
  readonly limitStatuses: readonly LimitStatus[];
  /** Releases the slot, if the budget has slots. A second call does nothing. */
  release(): void;
}

export interface Limiter {
  /** Takes what one call, or one attempt, needs. @throws LimitReached */
  take(counted: Counted, caller: Limited): Promise<Permit>;
  /** Reports the remaining use to the others. */
  close(): Promise<void>;
}

/** Limiter of an installation without limits. */
export const NO_LIMITS: Limiter = {
  take: async () => ({ limitStatuses: [], release() {} }),
  close: async () => {},
};

export interface LimiterOptions {
  readonly sql: Sql;
  /** Every number of the table is multiplied by it. */
  readonly factor: number;
  /** Receives the error when the others could not be queried. */
  onError(error: unknown): void;
  /** Milliseconds of a clock that never goes back. */
  readonly clock?: () => number;
}

/** Creates the front of this core. */
export function createLimiter({
  sql,
  factor,
  onError,
  clock = () => performance.now(),
}: LimiterOptions): Limiter {
  const coreId = uuidV7();
  const budgets = scaledBudgets(factor);
  const buckets = new Map<string, Bucket>();
  const slots = new Map<string, HeldSlots>();
  let questions = 0;
  let flushTimer: NodeJS.Timeout | undefined;
  let flushDueMs = 0;
  let flushing = Promise.resolve();
  let closed = false;

  function bucketsOf({ rates }: BudgetLimits, caller: Limited): readonly Bucket[] {
    return rates.map((rate) => {
      const key = `${rate.name}:${sharedBy(rate.sharer, caller)}`;
      const known = buckets.get(key);
      if (known) return known;
      if (buckets.size >= LIMIT_BUCKETS_MAX) forgetFull();
      const bucket = newBucket(key, rate, clock());
      buckets.set(key, bucket);
      return bucket;
    });
  }

  function slotsOf(limits: BudgetLimits, caller: Limited): HeldSlots | undefined {
    if (limits.slots === null) return undefined;
    const key = `${limits.slots.name}:${sharedBy(limits.slots.sharer, caller)}`;
    const held = slots.get(key) ?? newSlots(key, limits.slots);
    slots.set(key, held);
    return held;
  }

  function forgetFull(): void {
    const now = clock();
    for (const [key, bucket] of buckets)
      if (bucket.unsent === 0 && debtMs(bucket, now) === 0) buckets.delete(key);
  }

  /** Exchanges counts with the database in one round trip; undefined when it did not answer. */
  async function sync(
    reported: readonly Bucket[],
    held: readonly HeldSlots[],
    take: boolean,
  ): Promise<SharedUse | undefined> {
    questions += 1;
    const question = questions;
    const reports = reported.map(reportOf);
    for (const bucket of reported) bucket.unsent = 0;
    const slotReports = held.map(({ key, inUse, limit }) => ({ key, inUse, max: limit.max, question }));
    try {
      const use = await inTransaction(
        sql,
        (inner) => syncLimits(inner, coreId, reports, slotReports, take, SLOT_LEASE_MS_MAX),
        LIMIT_QUERY_MS_MAX,
      );
      const now = clock();
      for (const bucket of reported) learn(bucket, use.debts[bucket.key] ?? 0, question, now);
      for (const [index, one] of held.entries()) {
        one.others = use.others[one.key] ?? 0;
        one.syncedAtMs = now;
        if (use.rejected !== null || question < one.answered) continue;
        one.answered = question;
        one.published = slotReports[index]!.inUse;
      }
      return use;
    } catch (error) {
      for (const [index, bucket] of reported.entries()) bucket.unsent += reports[index]!.spent;
      onError(error);
      return undefined;
    }
  }

  /** Reports the use that the others do not know yet, and renews the slots that this core holds. */
  async function flush(): Promise<void> {
    flushTimer = undefined;
    const now = clock();
    const dirty = [...buckets.values()].filter(({ unsent }) => unsent > 0);
    const held = [...slots.values()].filter(
      ({ inUse, published, syncedAtMs }) =>
        inUse !== published || (inUse > 0 && now - syncedAtMs >= SLOT_RENEW_MS),
    );
    if (dirty.length + held.length > 0) await sync(dirty, held, false);
    for (const [key, one] of slots) if (one.inUse === 0 && one.published === 0) slots.delete(key);
    if (slots.size > 0) flushAfter(SLOT_RENEW_MS);
  }

  function flushAfter(ms: number): void {
    const dueMs = clock() + ms;
    if (closed || (flushTimer !== undefined && flushDueMs <= dueMs)) return;
    clearTimeout(flushTimer);
    flushDueMs = dueMs;
    flushTimer = setTimeout(() => {
      flushing = flush();
    }, ms).unref();
  }

  function permit(callBuckets: readonly Bucket[], held: HeldSlots | undefined): Permit {
    const now = clock();
    const limitStatuses = callBuckets.map((bucket) => entitlementOf(bucket, now));
    let released = held === undefined;
    return {
      limitStatuses: held === undefined ? limitStatuses : [...limitStatuses, slotStatus(held)],
      release() {
        if (released || held === undefined) return;
        released = true;
        // Where others may be waiting for it, it is released at once.
        const wasNear = !isEasySlot(held, clock());
        held.inUse -= 1;
        flushAfter(wasNear ? 0 : RATE_LIMITS.limitSyncMs);
      },
    };
  }

  function rejection(callBuckets: readonly Bucket[], held: HeldSlots | undefined, key: string): LimitReached {
    const now = clock();
    const limitStatuses = callBuckets.map((bucket) => entitlementOf(bucket, now));
    if (held !== undefined) limitStatuses.push(slotStatus(held));
    const bucket = callBuckets.find((one) => one.key === key);
    return bucket === undefined
      ? tooManyAtOnce(held!.limit, limitStatuses)
      : tooMany(bucket.rate, waitMs(bucket, now), limitStatuses);
  }

  return {
    async take(counted, caller) {
      const limits = budgets[counted];
      const callBuckets = bucketsOf(limits, caller);
      const held = slotsOf(limits, caller);
      const now = clock();
      // Another look shows what the operator has cleared, and what a step of the database's clock has changed.
      const stale = callBuckets.filter(
        (bucket) => waitMs(bucket, now) > 0 && now - bucket.syncedAtMs >= RATE_LIMITS.limitRecheckMs,
      );
      for (const bucket of stale) bucket.syncedAtMs = now;
      if (stale.length > 0) await sync(stale, [], false);
      const empty = callBuckets.find((bucket) => waitMs(bucket, now) > 0);
      if (empty) throw rejection(callBuckets, held, empty.key);
      if (held !== undefined && isFull(held, now)) throw rejection(callBuckets, held, held.key);
      // Counted before the query, so that two queries at once count both.
      if (held !== undefined) held.inUse += 1;
      const easy =
        callBuckets.every((bucket) => isEasy(bucket, now)) && (held === undefined || isEasySlot(held, now));
      const use = easy ? undefined : await sync(callBuckets, held === undefined ? [] : [held], true);
      const rejected =
        use === undefined ? (held !== undefined && !hasRoom(held) ? held.key : null) : use.rejected;
      if (rejected !== null) {
        if (held !== undefined) held.inUse -= 1;
        flushAfter(RATE_LIMITS.limitSyncMs);
        throw rejection(callBuckets, held, rejected);
      }
      for (const bucket of callBuckets) {
        spend(bucket, clock());
        if (use === undefined) bucket.unsent += 1;
      }
      flushAfter(RATE_LIMITS.limitSyncMs);
      return permit(callBuckets, held);
    },
    async close() {
      closed = true;
      clearTimeout(flushTimer);
      await flushing;
      await flush();
    },
  };
}
