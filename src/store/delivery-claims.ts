/** Deliveries on their way: who may send which one, and how that went. Over the owner's connection, for all organisations. */
import type { EventKind, EventRecord } from '../model/event.ts';
import type { DeliveryStatus, DisabledReason, WebhookTarget } from '../model/webhook.ts';
import type { AttemptRecord } from './deliveries.ts';
import { storableArray, storableJson } from './text.ts';
import type { Transaction } from './transaction.ts';

/** A delivery that this process sends, until its lease ends. */
export interface ClaimedDelivery {
  readonly orgId: string;
  readonly id: string;
  readonly webhookId: string;
  readonly eventKind: EventKind;
  readonly isTest: boolean;
  readonly lease: string;
  readonly attempts: number;
  readonly roundAttempts: number;
  /** Null before the first attempt. */
  readonly body: Buffer | null;
  /** What the body is made of. */
  readonly event: EventRecord;
  readonly url: string;
  readonly target: WebhookTarget;
  readonly secret: Buffer;
  readonly nextSecret: Buffer | null;
  readonly nextSecretEffectiveAt: Date | null;
  /** Not null: it must not be sent. */
  readonly disabledReason: DisabledReason | null;
}

/** What to claim. */
export interface ClaimWish {
  readonly now: Date;
  readonly leaseUntil: Date;
  /** A new identifier. */
  readonly lease: string;
  readonly countMax: number;
  readonly perWebhookMax: number;
  /** Webhooks that get nothing more at the moment. */
  readonly busyWebhookIds: readonly string[];
}

/**
 * Claims what is due. Steps from webhook to webhook along the index, so that thousands of deliveries that wait for a
 * silent receiver cost the others nothing.
 */
export async function claimDeliveries(
  sql: Transaction,
  wish: ClaimWish,
): Promise<readonly ClaimedDelivery[]> {
  const busy = storableArray(wish.busyWebhookIds);
  const rows = await sql<(Omit<ClaimedDelivery, 'event'> & EventColumns)[]>`
    with recursive receivers as (
      (select webhook_id from deliveries where due_at is not null order by webhook_id limit 1)
      union all
      select (select d.webhook_id from deliveries d
              where d.due_at is not null and d.webhook_id > r.webhook_id order by d.webhook_id limit 1)
      from receivers r where r.webhook_id is not null
    ),
    due as (
      select d.org_id, d.id
      from receivers r cross join lateral (
        select org_id, id from deliveries
        where webhook_id = r.webhook_id and due_at <= ${wish.now}
        order by due_at limit ${wish.perWebhookMax} for update skip locked
      ) d
      where r.webhook_id is not null and r.webhook_id <> all(${busy}::text[]::uuid[])
      limit ${wish.countMax}
    ),
    claimed as (
      update deliveries d set status = 'sending', due_at = ${wish.leaseUntil}, lease = ${wish.lease}
      from due where d.org_id = due.org_id and d.id = due.id
      returning d.*
    )
    select c.org_id, c.id, c.webhook_id, c.event_kind, c.is_test, c.lease, c.attempts, c.round_attempts, c.body,
      c.event_id, e.occurred_at, e.data, w.url, w.target, w.secret, w.next_secret, w.next_secret_effective_at,
      w.disabled_reason
    from claimed c
    join webhooks w on w.org_id = c.org_id and w.id = c.webhook_id
    join events e on e.org_id = c.org_id and e.id = c.event_id`;
  return rows.map(({ eventId, occurredAt, data, ...row }) => ({
    ...row,
    event: { id: eventId, orgId: row.orgId, kind: row.eventKind, occurredAt, data },
  }));
}

interface EventColumns {
  readonly eventId: string;
  readonly occurredAt: Date;
  readonly data: EventRecord['data'];
}

/** Keeps the bytes of deliveries before they are sent for the first time. */
export async function keepBodies(
  sql: Transaction,
  bodies: readonly { readonly orgId: string; readonly id: string; readonly body: Buffer }[],
): Promise<void> {
  if (bodies.length === 0) return;
  const rows = bodies.map(({ orgId, id, body }) => ({ orgId, id, body: body.toString('base64') }));
  await sql`
    update deliveries d set body = decode(b.body, 'base64')
    from jsonb_to_recordset(${storableJson(rows)}::text::jsonb) as b ("orgId" uuid, id uuid, body text)
    where d.org_id = b."orgId" and d.id = b.id and d.body is null`;
}

/** How an attempt ended, and what follows from it. */
export interface FinishedAttempt extends AttemptRecord {
  readonly orgId: string;
  readonly deliveryId: string;
  readonly webhookId: string;
  readonly lease: string;
  readonly finishedAt: Date;
  /** Null: there is no next attempt. */
  readonly nextAttemptAt: Date | null;
}

/** Writes attempts into the log and the state of their deliveries; those whose lease has gone to another process count not. */
export async function finishAttempts(
  sql: Transaction,
  attempts: readonly FinishedAttempt[],
): Promise<number> {
  const rows = attempts.map((attempt) => ({ ...attempt, status: statusAfter(attempt) }));
  const written = await sql`
    with result as (
      select * from jsonb_to_recordset(${storableJson(rows)}::text::jsonb) as r (
        "orgId" uuid, "deliveryId" uuid, lease uuid, number integer, outcome text, "statusCode" integer, error text,
        answer text, "startedAt" timestamptz, "durationMs" integer, "finishedAt" timestamptz,
        "nextAttemptAt" timestamptz, status text)
    ),
    finished as (
      update deliveries d set status = r.status, attempts = r.number, round_attempts = d.round_attempts + 1,
        due_at = r."nextAttemptAt", lease = null,
        finished_at = case when r."nextAttemptAt" is null then r."finishedAt" end
      from result r
      where d.org_id = r."orgId" and d.id = r."deliveryId" and d.lease = r.lease
      returning r.*
    )
    insert into delivery_attempts (org_id, delivery_id, number, outcome, status_code, error, answer, started_at, duration_ms)
    select "orgId", "deliveryId", number, outcome, "statusCode", error, answer, "startedAt", "durationMs" from finished`;
  return written.count;
}

function statusAfter({ outcome, nextAttemptAt }: FinishedAttempt): DeliveryStatus {
  if (outcome === 'success') return 'succeeded';
  return nextAttemptAt === null ? 'failed' : 'pending';
}

/** What attempts to one webhook, in their order, mean for it. */
export interface WebhookNews {
  readonly orgId: string;
  readonly webhookId: string;
  readonly lastDeliveryAt: Date;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** Failed attempts since the last success among these, or since before all of them; and the first of these. */
  readonly failures: number;
  readonly failingSince: Date | null;
}

/** Notes the news at the webhook. Returns since when it fails; null when it does not, or is disabled or gone. */
export async function noteWebhookNews(sql: Transaction, news: WebhookNews): Promise<Date | null> {
  const anew = news.lastSuccessAt !== null;
  const [row] = await sql<{ failingSince: Date | null; disabledReason: DisabledReason | null }[]>`
    update webhooks set last_delivery_at = ${news.lastDeliveryAt},
      last_success_at = coalesce(${news.lastSuccessAt}, last_success_at),
      last_failure_at = coalesce(${news.lastFailureAt}, last_failure_at),
      consecutive_failures = ${news.failures} + case when ${anew} then 0 else consecutive_failures end,
      failing_since = coalesce(case when ${anew} then null else failing_since end, ${news.failingSince})
    where org_id = ${news.orgId} and id = ${news.webhookId}
    returning failing_since, disabled_reason`;
  return row === undefined || row.disabledReason !== null ? null : row.failingSince;
}

/** Events of a webhook that have only failed so far, tests not counted. */
export async function countFailedEvents(
  sql: Transaction,
  orgId: string,
  webhookId: string,
  since: Date,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(distinct d.id)::int as count
    from deliveries d join delivery_attempts a on a.org_id = d.org_id and a.delivery_id = d.id
    where d.org_id = ${orgId} and d.webhook_id = ${webhookId} and not d.is_test and d.status <> 'succeeded'
      and a.started_at >= ${since}`;
  return row?.count ?? 0;
}

/** Disables a webhook by the service itself. */
export async function disableWebhook(
  sql: Transaction,
  orgId: string,
  webhookId: string,
  reason: Exclude<DisabledReason, 'manual'>,
  at: Date,
): Promise<void> {
  await sql`
    update webhooks set disabled_reason = ${reason}, updated_at = ${at}
    where org_id = ${orgId} and id = ${webhookId} and disabled_reason is null`;
}

/** Gives back what was claimed and not sent, unchanged and due at the given time. */
export async function releaseClaims(
  sql: Transaction,
  claims: readonly ClaimedDelivery[],
  dueAt: Date,
): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    update deliveries set status = 'pending', due_at = ${dueAt}, lease = null
    where id = any(${storableArray(claims.map(({ id }) => id))}::text[]::uuid[])
      and lease = any(${storableArray([...new Set(claims.map(({ lease }) => lease))])}::text[]::uuid[])`;
}

/** Puts aside what was claimed for a webhook that has been disabled. */
export async function skipClaims(
  sql: Transaction,
  claims: readonly ClaimedDelivery[],
  at: Date,
): Promise<void> {
  if (claims.length === 0) return;
  await sql`
    update deliveries set status = 'skipped', due_at = null, lease = null, finished_at = ${at}
    where id = any(${storableArray(claims.map(({ id }) => id))}::text[]::uuid[]) and lease = ${claims[0]!.lease}`;
}

/** Deletes up to `rows` deliveries of before the moment, with their attempts. Returns how many. */
export async function deleteDeliveriesBefore(sql: Transaction, moment: Date, rows: number): Promise<number> {
  const result = await sql`
    delete from deliveries
    where (org_id, id) in (select org_id, id from deliveries where created_at < ${moment} limit ${rows})`;
  return result.count;
}
