/**
 * Rate and concurrency limits that all cores share through Postgres, with a front in each core.
 *
 * A caller far from its limits is let through at once, and the others are told a tenth of a second later, many callers
 * with one statement. Near a limit, or when the core has not heard of the caller for half a second, the database
 * decides. Whoever is over a limit is refused without asking, as what was spent only comes back with time. The limiter
 * never is the reason of an outage: without the database each core decides by what it knows.
 */

import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import { LIMITS } from '../../limits.ts';
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
import { type SharedUse, syncLimits } from './limits-store.ts';
import type { LimitReached, LimitStatus } from './rate-limit-fields.ts';
import { tooMany, tooManyAtOnce } from './rejections.ts';
import { type HeldSlots, hasRoom, isEasySlot, isFull, newSlots, slotStatus } from './slots.ts';

/** Who calls. */
export interface LimitedCaller {
  readonly orgId: string;
  /** Identity of the credential. */
  readonly actorId: string;
}

/** Of whom nothing is known but the address, as a group of addresses that one client has. */
export interface LimitedAddress {
  readonly addressGroup: string;
}

/** Who has the caller's share of a limit. Of an address nothing else is known. */
function sharedBy(sharer: Sharer, caller: LimitedCaller | LimitedAddress): string {
  if (sharer === 'installation') return 'all';
  if ('addressGroup' in caller) return caller.addressGroup;
  return sharer === 'organisation' ? caller.orgId : `${caller.orgId}:${caller.actorId}`;
}

/** What a call was given. */
export interface Permit {
  readonly limitStatuses: readonly LimitStatus[];
  /** Gives back the slot, if the budget has slots. The second time it does nothing. */
  release(): void;
}

export interface Limiter {
  /** Takes what one call, or one attempt, needs. @throws LimitReached */
  take(counted: Counted, caller: LimitedCaller | LimitedAddress): Promise<Permit>;
  /** Tells the others what is left to tell. */
  close(): Promise<void>;
}

/** For an installation that wants no limits. */
export const NO_LIMITS: Limiter = {
  take: async () => ({ limitStatuses: [], release() {} }),
  close: async () => {},
};

export interface LimiterOptions {
  readonly sql: Sql;
  /** Every number of the table is multiplied by it. */
  readonly factor: number;
  /** Told when the others could not be asked. */
  onError(error: unknown): void;
  /** Milliseconds of a clock that never goes back. */
  readonly clock?: () => number;
}

/** Makes the front of this core. */
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

  function bucketsOf({ rates }: BudgetLimits, caller: LimitedCaller | LimitedAddress): readonly Bucket[] {
    return rates.map((rate) => {
      const key = `${rate.name}:${sharedBy(rate.sharer, caller)}`;
      const known = buckets.get(key);
      if (known) return known;
      if (buckets.size >= LIMITS.limitBucketsMax) forgetFull();
      const bucket = newBucket(key, rate, clock());
      buckets.set(key, bucket);
      return bucket;
    });
  }

  function slotsOf(limits: BudgetLimits, caller: LimitedCaller | LimitedAddress): HeldSlots | null {
    if (limits.slots === null) return null;
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

  /** One round trip to what all share; null when it did not answer. */
  async function sync(
    asked: readonly Bucket[],
    held: readonly HeldSlots[],
    take: boolean,
  ): Promise<SharedUse | null> {
    questions += 1;
    const question = questions;
    const reports = asked.map(reportOf);
    for (const bucket of asked) bucket.unsent = 0;
    const slotReports = held.map(({ key, inUse, limit }) => ({ key, inUse, max: limit.max, question }));
    try {
      const use = await inTransaction(
        sql,
        (inner) => syncLimits(inner, coreId, reports, slotReports, take, LIMITS.slotLeaseMsMax),
        LIMITS.limitQueryMsMax,
      );
      const now = clock();
      for (const bucket of asked) learn(bucket, use.debts[bucket.key] ?? 0, question, now);
      for (const [index, one] of held.entries()) {
        one.others = use.others[one.key] ?? 0;
        one.syncedAtMs = now;
        if (use.rejected !== null || question < one.answered) continue;
        one.answered = question;
        one.published = slotReports[index]!.inUse;
      }
      return use;
    } catch (error) {
      for (const [index, bucket] of asked.entries()) bucket.unsent += reports[index]!.spent;
      onError(error);
      return null;
    }
  }

  /** Tells what is not known to the others yet, and that this core still holds what it holds. */
  async function flush(): Promise<void> {
    flushTimer = undefined;
    const now = clock();
    const dirty = [...buckets.values()].filter(({ unsent }) => unsent > 0);
    const held = [...slots.values()].filter(
      ({ inUse, published, syncedAtMs }) =>
        inUse !== published || (inUse > 0 && now - syncedAtMs >= LIMITS.slotRenewMs),
    );
    if (dirty.length + held.length > 0) await sync(dirty, held, false);
    for (const [key, one] of slots) if (one.inUse === 0 && one.published === 0) slots.delete(key);
    if (slots.size > 0) flushAfter(LIMITS.slotRenewMs);
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

  function permit(asked: readonly Bucket[], held: HeldSlots | null): Permit {
    const now = clock();
    const limitStatuses = asked.map((bucket) => entitlementOf(bucket, now));
    let released = held === null;
    return {
      limitStatuses: held === null ? limitStatuses : [...limitStatuses, slotStatus(held)],
      release() {
        if (released || held === null) return;
        released = true;
        // Where others may be waiting for it, it is given back at once.
        const wasNear = !isEasySlot(held, clock());
        held.inUse -= 1;
        flushAfter(wasNear ? 0 : LIMITS.limitSyncMs);
      },
    };
  }

  function rejection(asked: readonly Bucket[], held: HeldSlots | null, key: string): LimitReached {
    const now = clock();
    const limitStatuses = asked.map((bucket) => entitlementOf(bucket, now));
    if (held !== null) limitStatuses.push(slotStatus(held));
    const bucket = asked.find((one) => one.key === key);
    return bucket === undefined
      ? tooManyAtOnce(held!.limit, limitStatuses)
      : tooMany(bucket.rate, waitMs(bucket, now), limitStatuses);
  }

  return {
    async take(counted, caller) {
      const limits = budgets[counted];
      const asked = bucketsOf(limits, caller);
      const held = slotsOf(limits, caller);
      const now = clock();
      const empty = asked.find((bucket) => waitMs(bucket, now) > 0);
      if (empty) throw rejection(asked, held, empty.key);
      if (held !== null && isFull(held, now)) throw rejection(asked, held, held.key);
      // Counted before the question, so that two questions at once count both.
      if (held !== null) held.inUse += 1;
      const easy = asked.every((bucket) => isEasy(bucket, now)) && (held === null || isEasySlot(held, now));
      const use = easy ? null : await sync(asked, held === null ? [] : [held], true);
      const rejected = use === null ? (held !== null && !hasRoom(held) ? held.key : null) : use.rejected;
      if (rejected !== null) {
        if (held !== null) held.inUse -= 1;
        flushAfter(LIMITS.limitSyncMs);
        throw rejection(asked, held, rejected);
      }
      for (const bucket of asked) {
        spend(bucket, clock());
        if (use === null) bucket.unsent += 1;
      }
      flushAfter(LIMITS.limitSyncMs);
      return permit(asked, held);
    },
    async close() {
      closed = true;
      clearTimeout(flushTimer);
      await flushing;
      await flush();
    },
  };
}
