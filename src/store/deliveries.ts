/** The delivery log of a webhook, and sending again by hand. */
import type { EventKind, EventRecord } from '../model/event.ts';
import type { AttemptOutcome, DeliveryStatus } from '../model/webhook.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { storableJson } from './text.ts';
import type { Transaction } from './transaction.ts';
import { isUuid } from './uuid-v7.ts';

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

/** One page of a webhook's deliveries, newest first. */
export async function listDeliveries(
  sql: Transaction,
  orgId: string,
  webhookId: string,
  wish: { readonly status: DeliveryStatus | null; readonly cursor: string | null; readonly pageSize: number },
): Promise<DeliveryPage> {
  const { status, pageSize } = wish;
  const after = wish.cursor === null ? null : readCursor(wish.cursor, isUuid);
  const rows = await sql<DeliveryRecord[]>`
    select ${columns(sql)} from deliveries
    where org_id = ${orgId} and webhook_id = ${webhookId}
      ${status === null ? sql`` : sql`and status = ${status}`}
      ${after === null ? sql`` : sql`and (created_at, id) < (${after.time}, ${after.id}::uuid)`}
    order by created_at desc, id desc
    limit ${pageSize + 1}`;
  const items = rows.slice(0, pageSize);
  const last = items.at(-1);
  const more = rows.length > pageSize && last !== undefined;
  return { items, nextCursor: more ? writeCursor({ time: last.createdAt, id: last.id }) : null };
}

/** One delivery, or null; `forUpdate` keeps it from being claimed meanwhile. */
export async function findDelivery(
  sql: Transaction,
  orgId: string,
  webhookId: string,
  id: string,
  forUpdate = false,
): Promise<DeliveryRecord | null> {
  const [row] = await sql<[DeliveryRecord?]>`
    select ${columns(sql)} from deliveries
    where org_id = ${orgId} and webhook_id = ${webhookId} and id = ${id} ${forUpdate ? sql`for update` : sql``}`;
  return row ?? null;
}

/** What is sent with a delivery, null before its first attempt; and its attempts in their order. */
export async function readDeliveryDetails(
  sql: Transaction,
  orgId: string,
  id: string,
): Promise<{ readonly body: Buffer | null; readonly attempts: readonly AttemptRecord[] }> {
  const [row] = await sql<{ body: Buffer | null }[]>`
    select body from deliveries where org_id = ${orgId} and id = ${id}`;
  const attempts = await sql<AttemptRecord[]>`
    select number, outcome, status_code, error, answer, started_at, duration_ms
    from delivery_attempts where org_id = ${orgId} and delivery_id = ${id} order by number`;
  return { body: row?.body ?? null, attempts };
}

/** Puts a made-up event and its one delivery on their way. */
export async function insertTestDelivery(
  sql: Transaction,
  event: EventRecord,
  webhookId: string,
): Promise<string> {
  await sql`
    insert into events (org_id, id, kind, occurred_at, data)
    values (${event.orgId}, ${event.id}, ${event.kind}, ${event.occurredAt}, ${storableJson(event.data)}::text::jsonb)`;
  const [row] = await sql<{ id: string }[]>`
    insert into deliveries (org_id, id, webhook_id, event_id, event_kind, is_test, status, due_at, created_at)
    values (${event.orgId}, delivery_id(${event.id}, ${webhookId}), ${webhookId}, ${event.id}, ${event.kind}, true,
            'pending', ${event.occurredAt}, ${event.occurredAt})
    returning id`;
  return row!.id;
}

/** Begins the attempts of a delivery anew. */
export async function restartDelivery(sql: Transaction, orgId: string, id: string, at: Date): Promise<void> {
  await sql`
    update deliveries set status = 'pending', due_at = ${at}, lease = null, round_attempts = 0, finished_at = null
    where org_id = ${orgId} and id = ${id}`;
}

/** Begins everything anew that failed or was skipped since a time. Returns how many deliveries that were. */
export async function restartDeliveriesSince(
  sql: Transaction,
  orgId: string,
  webhookId: string,
  since: Date,
  at: Date,
): Promise<number> {
  const result = await sql`
    update deliveries set status = 'pending', due_at = ${at}, lease = null, round_attempts = 0, finished_at = null
    where org_id = ${orgId} and webhook_id = ${webhookId} and status in ('failed', 'skipped') and not is_test
      and created_at >= ${since}`;
  return result.count;
}

function columns(sql: Transaction) {
  return sql`id, webhook_id, event_id, event_kind, is_test, status, attempts, due_at, created_at, finished_at`;
}
