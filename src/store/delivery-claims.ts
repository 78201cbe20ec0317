/** Deliveries that are due: who sends which. Over the owner's connection, for all organisations. */
import type { EventKind, EventRecord } from '../model/event.ts';
import type { DisabledReason, WebhookTarget } from '../model/webhook.ts';
import { storableArray, storableJson } from './text.ts';
import type { Transaction } from './transaction.ts';

/** A delivery that is due, with everything that is needed to send it. */
export interface DueDelivery {
  readonly orgId: string;
  readonly id: string;
  readonly webhookId: string;
  readonly eventKind: EventKind;
  readonly isTest: boolean;
  /** The span that it comes from, in W3C Trace Context; null: none. */
  readonly traceparent: string | null;
  readonly attempts: number;
  readonly roundAttempts: number;
  /** Null before the first attempt. */
  readonly body: Buffer | null;
  /** What the body is made of; `data` is empty when there is one. */
  readonly event: EventRecord;
  readonly url: string;
  /** Where the address leads. */
  readonly host: string;
  readonly target: WebhookTarget;
  readonly secret: Buffer;
  readonly nextSecret: Buffer | null;
  readonly nextSecretEffectiveAt: Date | null;
  /** Not null: it must not be sent. */
  readonly disabledReason: DisabledReason | null;
}

/** A delivery that this process sends, until its lease ends. */
export interface ClaimedDelivery extends DueDelivery {
  readonly lease: string;
  readonly leaseUntil: Date;
  readonly body: Buffer;
}

/** What to look for. */
export interface DueWish {
  readonly now: Date;
  /** Only webhooks behind this id, so that each has its turn. */
  readonly afterWebhookId: string;
  readonly countMax: number;
  readonly perWebhookMax: number;
  /** Webhooks that get nothing more at the moment. */
  readonly busyWebhookIds: readonly string[];
}

/**
 * Finds what is due, webhook by webhook in the order of their ids, and keeps it from others until the transaction ends.
 * Steps from webhook to webhook along the index, so that thousands of deliveries that wait for a silent receiver cost
 * the others nothing. An event that was being written while its webhook was deleted has left a delivery without one:
 * that is canceled here.
 */
export async function lockDueDeliveries(sql: Transaction, wish: DueWish): Promise<readonly DueDelivery[]> {
  const busy = storableArray(wish.busyWebhookIds);
  const rows = await sql<(Omit<DueDelivery, 'event' | 'host'> & EventColumns)[]>`
    with recursive receivers as (
      (select webhook_id from deliveries
       where due_at is not null and webhook_id > ${wish.afterWebhookId} order by webhook_id limit 1)
      union all
      select (select d.webhook_id from deliveries d
              where d.due_at is not null and d.webhook_id > r.webhook_id order by d.webhook_id limit 1)
      from receivers r where r.webhook_id is not null
    ),
    due as (
      select d.*
      from receivers r cross join lateral (
        select org_id, id, webhook_id, event_id, event_kind, is_test, attempts, round_attempts, body, url, traceparent
        from deliveries
        where webhook_id = r.webhook_id and due_at <= ${wish.now}
        order by due_at limit ${wish.perWebhookMax} for update skip locked
      ) d
      where r.webhook_id is not null and r.webhook_id <> all(${busy}::text[]::uuid[])
      limit ${wish.countMax}
    ),
    forsaken as (
      update deliveries d set status = 'canceled', due_at = null, lease = null, finished_at = ${wish.now}
      from due
      where d.org_id = due.org_id and d.id = due.id
        and not exists (select from webhooks w where w.org_id = due.org_id and w.id = due.webhook_id)
    )
    select d.org_id, d.id, d.webhook_id, d.event_kind, d.is_test, d.attempts, d.round_attempts, d.body, d.event_id, d.traceparent,
      e.occurred_at, case when d.body is null then e.data else '{}' end as data,
      coalesce(d.url, w.url) as url, w.target, w.secret, w.next_secret, w.next_secret_effective_at, w.disabled_reason
    from due d
    join webhooks w on w.org_id = d.org_id and w.id = d.webhook_id
    join events e on e.org_id = d.org_id and e.id = d.event_id
    order by d.webhook_id`;
  return rows.map(({ eventId, occurredAt, data, ...row }) => ({
    ...row,
    host: URL.parse(row.url)?.host ?? '',
    event: { id: eventId, orgId: row.orgId, kind: row.eventKind, occurredAt, data },
  }));
}

interface EventColumns {
  readonly eventId: string;
  readonly occurredAt: Date;
  readonly data: EventRecord['data'];
}

/** Who takes deliveries, and for how long. */
export interface Claim {
  /** A new identifier: tells this claim from a later one. */
  readonly lease: string;
  readonly leaseUntil: Date;
  /** The process, as its heartbeat names it. */
  readonly holder: string;
}

/** Claims deliveries that are locked, and keeps the bytes of those that are sent for the first time. */
export async function claimDeliveries(
  sql: Transaction,
  { lease, leaseUntil, holder }: Claim,
  deliveries: readonly (Pick<DueDelivery, 'orgId' | 'id' | 'attempts'> & { readonly body: Buffer })[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map(({ orgId, id, attempts, body }) => ({
    orgId,
    id,
    body: attempts === 0 ? body.toString('base64') : null,
  }));
  await sql`
    update deliveries d set status = 'sending', due_at = ${leaseUntil}, lease = ${lease}, holder = ${holder},
      body = coalesce(d.body, decode(c.body, 'base64'))
    from jsonb_to_recordset(${storableJson(rows)}::text::jsonb) as c ("orgId" uuid, id uuid, body text)
    where d.org_id = c."orgId" and d.id = c.id`;
}

/** Puts aside what is locked for a webhook that has been disabled. */
export async function skipDeliveries(
  sql: Transaction,
  deliveries: readonly Pick<DueDelivery, 'orgId' | 'id'>[],
  at: Date,
): Promise<void> {
  if (deliveries.length === 0) return;
  const rows = deliveries.map(({ orgId, id }) => ({ orgId, id }));
  await sql`
    update deliveries d set status = 'skipped', due_at = null, lease = null, finished_at = ${at}
    from jsonb_to_recordset(${storableJson(rows)}::text::jsonb) as s ("orgId" uuid, id uuid)
    where d.org_id = s."orgId" and d.id = s.id`;
}

/**
 * Makes everything due again, and not counted as an attempt, that processes hold which have died or given up. Returns
 * how many deliveries that were.
 */
export async function releaseDeliveriesOf(
  sql: Transaction,
  holders: readonly string[],
  dueAt: Date,
): Promise<number> {
  const result = await sql`
    with held as (
      select org_id, id from deliveries
      where due_at is not null and status = 'sending' and holder = any(${storableArray(holders)}::text[])
      -- What is locked is having its result written: by a process that only stood still.
      order by org_id, id for update skip locked
    )
    update deliveries set status = 'pending', due_at = ${dueAt}, lease = null
    from held where deliveries.org_id = held.org_id and deliveries.id = held.id`;
  return result.count;
}

/** Deletes up to `rows` deliveries of before the moment, with their attempts. Returns how many. */
export async function deleteDeliveriesBefore(sql: Transaction, moment: Date, rows: number): Promise<number> {
  const result = await sql`
    delete from deliveries
    where (org_id, id) in (select org_id, id from deliveries where created_at < ${moment} limit ${rows})`;
  return result.count;
}
