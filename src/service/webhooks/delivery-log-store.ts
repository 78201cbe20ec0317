/** The delivery log of a webhook, and sending again by hand. */

import type { EventKind, EventRecord } from '../../contract/event.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type { AttemptOutcome, DeliveryStatus } from '../../contract/webhook.ts';
import { type CursorPosition, readCursor, writeCursor } from '../../infra/database/cursor.ts';
import { storableArray } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';
import { isUuid, uuidV7Floor } from '../../infra/database/uuid-v7.ts';
import { findEvents, type WrittenEvent } from './delivery/contents-store.ts';
import { eventRow } from './events-store.ts';

/** A delivery as the log shows it. */
export interface DeliveryRecord {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventKind: EventKind;
  readonly isTest: boolean;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly dueAt: Date | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** One POST of a delivery. */
export interface AttemptRecord {
  readonly number: number;
  readonly outcome: AttemptOutcome;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly answer: string;
  readonly startedAt: Date;
  readonly durationMs: number;
}

export interface DeliveryPage {
  readonly items: readonly DeliveryRecord[];
  readonly nextCursor: string | null;
}

/** The values of `log_group`: all that are pending or have succeeded, and the others by their status. */
const LOG_GROUPS = ['usual', 'failed', 'skipped', 'canceled'] as const;

/** One page of a webhook's deliveries, newest first. */
export async function listDeliveries(
  sql: TenantTransaction,
  webhookId: string,
  input: {
    readonly status: DeliveryStatus | null;
    readonly cursor: string | null;
    readonly pageSize: number;
  },
): Promise<DeliveryPage> {
  const { status, pageSize } = input;
  const after = input.cursor === null ? null : readCursor(input.cursor, isUuid);
  const page = { webhookId, after, count: pageSize + 1 };
  const ids =
    status === 'pending' || status === 'sending'
      ? queuedIds(sql, page, status)
      : loggedIds(sql, page, status);
  // Looked up one by one: Postgres takes a queue that was empty when it last looked for empty still.
  const rows = await sql<DeliveryRecord[]>`
    select known.* from (${ids}) as page
    cross join lateral (select * from (${known(sql)}) as known where org_id = ${sql.orgId} and id = page.id) as known
    order by known.created_at desc, known.id desc`;
  const items = rows.slice(0, pageSize);
  const last = items.at(-1);
  const more = rows.length > pageSize && last !== undefined;
  return { items, nextCursor: more ? writeCursor({ time: last.createdAt, id: last.id }) : null };
}

/** Finds a delivery, else undefined. `forUpdate` locks it against claims. */
export async function findDelivery(
  sql: TenantTransaction,
  webhookId: string,
  id: string,
  forUpdate = false,
): Promise<DeliveryRecord | undefined> {
  if (forUpdate) await sql`select from delivery_queue where org_id = ${sql.orgId} and id = ${id} for update`;
  const [row] = await sql<[DeliveryRecord?]>`
    select * from (${known(sql)}) as known
    where org_id = ${sql.orgId} and webhook_id = ${webhookId} and id = ${id}`;
  return row;
}

/** Contents of a delivery, and its attempts in their order. */
export interface DeliveryContents {
  /** Its event, as stored; null when that has been deleted. */
  readonly event: WrittenEvent | null;
  /** The bytes, where they are not merely the event in our own envelope. */
  readonly body: Buffer | null;
  readonly attempts: readonly AttemptRecord[];
}

/** The contents of a delivery that there is. */
export async function readDeliveryContents(
  sql: TenantTransaction,
  { id, eventId }: Pick<DeliveryRecord, 'id' | 'eventId'>,
): Promise<DeliveryContents> {
  const [row] = await sql<{ body: Buffer | null }[]>`
    select body from deliveries where org_id = ${sql.orgId} and id = ${id}`;
  const [event] = await findEvents(sql, [{ orgId: sql.orgId, eventId }]);
  const attempts = await sql<AttemptRecord[]>`
    select number, outcome, status_code, error, answer, started_at, duration_ms
    from delivery_attempts where org_id = ${sql.orgId} and delivery_id = ${id} order by number`;
  return { event: event ?? null, body: row?.body ?? null, attempts };
}

/** Puts a made-up event and its one delivery on their way. */
export async function insertTestDelivery(
  sql: Transaction,
  event: EventRecord,
  webhookId: string,
): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    with event as (${eventRow(sql, event)}),
    queued as (
      insert into delivery_queue (org_id, id, webhook_id, event_id, is_test, attempts, round_attempts, due_at, is_due)
      values (${event.orgId}, delivery_id(${event.id}, ${webhookId}), ${webhookId}, ${event.id}, true, 0, 0,
              ${event.occurredAt}, true)
    )
    insert into deliveries (org_id, id, webhook_id, event_id, event_kind, is_test, status, created_at)
    values (${event.orgId}, delivery_id(${event.id}, ${webhookId}), ${webhookId}, ${event.id}, ${event.kind}, true,
            'pending', ${event.occurredAt})
    returning id`;
  return row!.id;
}

/**
 * Begins the attempts of deliveries anew: of one, or of those that failed or were skipped since a time, the oldest
 * `deliveriesMovedMax` of them. Returns how many.
 */
export async function restartDeliveries(
  sql: TenantTransaction,
  webhookId: string,
  which: { readonly id: string } | { readonly since: Date },
  at: Date,
): Promise<number> {
  const wanted =
    'id' in which
      ? sql`id = ${which.id}`
      : sql`
        id = any(array(
          select id from deliveries
          where org_id = ${sql.orgId} and webhook_id = ${webhookId} and log_group in ('failed', 'skipped') and not is_test
            and created_at >= ${which.since}
          order by created_at, id limit ${CONTRACT_LIMITS.deliveriesMovedMax} for update
        ))`;
  const result = await sql`
    with restarted as (
      update deliveries set status = 'pending', finished_at = null
      where org_id = ${sql.orgId} and webhook_id = ${webhookId} and ${wanted}
      returning *
    )
    insert into delivery_queue (org_id, id, webhook_id, event_id, is_test, attempts, round_attempts, due_at, is_due)
    select org_id, id, webhook_id, event_id, is_test, attempts, 0, ${at}, true from restarted
    on conflict (org_id, id) do update set round_attempts = 0, due_at = ${at}, is_due = true`;
  return result.count;
}

/**
 * Deletes up to `rows` ended deliveries of before the moment that have no partition of their day, with their attempts.
 * Returns how many.
 */
export async function deleteDeliveriesBefore(sql: Transaction, moment: Date, rows: number): Promise<number> {
  return deleteEnded(
    sql,
    sql`select org_id, id from deliveries_default as deliveries where id < ${uuidV7Floor(moment)}`,
    rows,
  );
}

/** Deletes up to `rows` ended deliveries past the retention of their organisation. Returns their number. */
export async function deleteDeliveriesPastOwnRetention(
  sql: Transaction,
  now: Date,
  rows: number,
): Promise<number> {
  return deleteEnded(
    sql,
    sql`
    select deliveries.org_id, deliveries.id
    from organisation_settings
    join deliveries on deliveries.org_id = organisation_settings.org_id
      and deliveries.id < uuid_v7_floor(${now}::timestamptz - retention_days * interval '24 hours')
    where retention_days is not null`,
    rows,
  );
}

/** Deletes the finished ones among them, with the log of their attempts. */
async function deleteEnded(sql: Transaction, these: ReturnType<Transaction>, rows: number): Promise<number> {
  const [row] = await sql<{ deleted: number }[]>`
    with deleted as (
      delete from deliveries
      where (org_id, id) in (
        ${these} and status <> 'pending' limit ${rows}
        -- What is begun anew by hand at this moment is locked, or pending when it is looked at again.
        for update of deliveries skip locked
      )
      returning org_id, id
    ), attempts as (
      delete from delivery_attempts a using deleted where a.org_id = deleted.org_id and a.delivery_id = deleted.id
    )
    select count(*)::int as deleted from deleted`;
  return row?.deleted ?? 0;
}

/** Page of a webhook's log. */
interface LogPage {
  readonly webhookId: string;
  /** The last delivery of the page before. */
  readonly after: CursorPosition | null;
  readonly count: number;
}

/** Writes the query for the ids of a page of what has not ended. The ids are in the order of time. */
function queuedIds(
  sql: TenantTransaction,
  { webhookId, after, count }: LogPage,
  status: 'pending' | 'sending',
) {
  return sql`
    select id from delivery_queue
    where org_id = ${sql.orgId} and webhook_id = ${webhookId}
      and ${status === 'sending' ? sql`lease is not null` : sql`lease is null`}
      ${after === null ? sql`` : sql`and id < ${after.id}::uuid`}
    order by id desc
    limit ${count}`;
}

/** Writes the query for the ids of a page of the log: the index has the order within one group. */
function loggedIds(
  sql: TenantTransaction,
  { webhookId, after, count }: LogPage,
  status: Exclude<DeliveryStatus, 'pending' | 'sending'> | null,
) {
  const groups = status === null ? LOG_GROUPS : [status === 'succeeded' ? 'usual' : status];
  return sql`
    select found.id
    from unnest(${storableArray(groups)}::text[]) as one_group cross join lateral (
      select id, created_at from deliveries
      where org_id = ${sql.orgId} and webhook_id = ${webhookId} and log_group = one_group
        ${status === 'succeeded' ? sql`and status = ${status}` : sql``}
        ${after === null ? sql`` : sql`and (created_at, id) < (${after.time}, ${after.id}::uuid)`}
      order by created_at desc, id desc
      limit ${count}
    ) as found
    order by found.created_at desc, found.id desc
    limit ${count}`;
}

/** Deliveries with what the queue knows of them. */
function known(sql: Transaction) {
  return sql`
    select d.org_id, d.id, d.webhook_id, d.event_id, d.event_kind, d.is_test,
      case when q.lease is null then d.status else 'sending' end as status,
      d.attempts, q.due_at, d.created_at, d.finished_at
    from deliveries d left join lateral (
      select lease, due_at from delivery_queue where org_id = d.org_id and id = d.id limit 1
    ) q on true`;
}
