/**
 * Queue of deliveries and its claims. Over the owner's connection, for all organisations.
 *
 * Postgres plans for an empty queue if it was empty at the last analysis, and then joins it row by row to everything. So
 * nothing here joins it: rows are found by an index, and changed by the places where they were found and locked.
 */
import { storableArray } from '../../../infra/database/postgres-text.ts';
import { idRange } from '../../../infra/database/row-keys.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import { WEBHOOK_LIMITS } from '../limits.ts';

/** A delivery in the queue. */
export interface QueuedDelivery {
  readonly orgId: string;
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  /** Deliveries of different lanes take turns. */
  readonly lane: string;
  /** Its address, if that is not the webhook's. */
  readonly url: string | null;
  readonly isTest: boolean;
  /** The span that it comes from, in W3C Trace Context; null: none. */
  readonly traceparent: string | null;
  readonly attempts: number;
  readonly roundAttempts: number;
  /** Place of the row while the transaction that locked it lasts. */
  readonly place: string;
}

/** Limits of a claim. */
export interface DueRequest {
  readonly now: Date;
  /** Only lanes behind this one, so that each has its turn. */
  readonly afterLane: string;
  readonly countMax: number;
  /** Number that this process may hold of a lane, and its numbers of some lanes. */
  readonly perLaneMax: number;
  readonly heldByLane: ReadonlyMap<string, number>;
  /** Organisations that get nothing more at the moment. */
  readonly busyOrgIds: readonly string[];
}

/** Deliveries that become due with one statement. */
const ROWS_MAX = 1_000;

/** Makes those due whose next attempt has come. */
export async function makeDue(sql: Transaction, now: Date): Promise<void> {
  await sql`
    update delivery_queue set is_due = true
    where ctid = any(array(
      select ctid from delivery_queue where not is_due and due_at <= ${now}
      order by due_at limit ${ROWS_MAX} for update skip locked
    ))`;
}

/**
 * Finds and locks due deliveries, lane by lane in their order. Steps from lane to lane along the index, so that thousands
 * of deliveries to a silent receiver cost the others nothing.
 */
export async function lockDueDeliveries(
  sql: Transaction,
  input: DueRequest,
): Promise<readonly QueuedDelivery[]> {
  const heldLanes = `{${[...input.heldByLane.keys()].join(',')}}`;
  const leaseCeiling = new Date(input.now.getTime() + 2 * WEBHOOK_LIMITS.deliveryLeaseMs);
  const heldCounts = `{${[...input.heldByLane.values()].join(',')}}`;
  return sql<QueuedDelivery[]>`
    with recursive lanes as (
      (select lane from delivery_queue where is_due and lane > ${input.afterLane} order by lane limit 1)
      union all
      select (select q.lane from delivery_queue q where q.is_due and q.lane > l.lane order by q.lane limit 1)
      from lanes l where l.lane is not null
    )
    select d.*
    from lanes l
    cross join lateral (
      select org_id, id, webhook_id, event_id, lane, url, is_test, traceparent, attempts, round_attempts,
        ctid::text as place
      from delivery_queue
      where is_due and lane = l.lane and due_at <= ${input.now}
        -- One that ends later than any lease may was written before a clock stepped back.
        and (leased_until is null or leased_until <= ${input.now} or leased_until > ${leaseCeiling})
        and org_id <> all(${storableArray(input.busyOrgIds)}::text[]::uuid[])
      order by due_at limit greatest(${input.perLaneMax}::int - coalesce((
          select held.count from unnest(${heldLanes}::text[]::uuid[], ${heldCounts}::text[]::int[]) as held (lane, count)
          where held.lane = l.lane), 0), 0)
      for update skip locked
    ) d
    where l.lane is not null
    limit ${input.countMax}`;
}

/** Claim of a process on deliveries, for a time. */
export interface Claim {
  /** New identifier, which distinguishes this claim from a later one. */
  readonly lease: string;
  readonly leasedUntil: Date;
  /** The process, as its heartbeat names it. */
  readonly holder: string;
}

/** Claims deliveries that are locked. */
export async function claimDeliveries(
  sql: Transaction,
  { lease, leasedUntil, holder }: Claim,
  deliveries: readonly Pick<QueuedDelivery, 'place'>[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    update delivery_queue set lease = ${lease}, leased_until = ${leasedUntil}, holder = ${holder}
    where ctid = any(${placesOf(deliveries)}::text[]::tid[])`;
}

/** Takes what is locked out of the queue, unsent. */
export async function dequeueUnsent(
  sql: Transaction,
  deliveries: readonly Pick<QueuedDelivery, 'id' | 'place'>[],
  status: 'skipped' | 'canceled',
  at: Date,
): Promise<void> {
  if (deliveries.length === 0) return;
  const { firstId, lastId } = idRange(deliveries.map(({ id }) => id));
  await sql`
    with aside as (
      delete from delivery_queue where ctid = any(${placesOf(deliveries)}::text[]::tid[]) returning org_id, id
    )
    update deliveries d set status = ${status}, finished_at = ${at}
    from aside
    where d.org_id = aside.org_id and d.id = aside.id and d.id between ${firstId}::uuid and ${lastId}::uuid`;
}

/**
 * Lets go of everything, not counted as an attempt, that processes hold which have died or given up. Returns how many
 * deliveries that were.
 */
export async function releaseDeliveriesOf(sql: Transaction, holders: readonly string[]): Promise<number> {
  const result = await sql`
    update delivery_queue set lease = null, leased_until = null, holder = null
    where ctid = any(array(
      select ctid from delivery_queue
      where holder = any(${storableArray(holders)}::text[])
      -- What is locked is having its result written: by a process that only stood still.
      order by org_id, id for update skip locked
    ))`;
  return result.count;
}

function placesOf(deliveries: readonly Pick<QueuedDelivery, 'place'>[]): string {
  return storableArray(deliveries.map(({ place }) => place));
}
