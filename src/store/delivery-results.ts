/** How attempts to deliver ended, and what that means for their webhooks. Over the owner's connection, for all organisations. */
import type { DeliveryStatus, DisabledReason } from '../model/webhook.ts';
import type { AttemptRecord } from './deliveries.ts';
import { storableJson } from './text.ts';
import type { Transaction } from './transaction.ts';

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

/**
 * Makes others who change these webhooks wait. Everything that touches a webhook and its deliveries locks the webhook
 * first, and several of them in the order of their ids, so that nobody waits for each other.
 */
export async function lockWebhooksOf(sql: Transaction, attempts: readonly FinishedAttempt[]): Promise<void> {
  const rows = attempts.map(({ orgId, webhookId }) => ({ orgId, webhookId }));
  await sql`
    select from webhooks where (org_id, id) in (
      select "orgId", "webhookId"
      from jsonb_to_recordset(${storableJson(rows)}::text::jsonb) as r ("orgId" uuid, "webhookId" uuid)
    )
    order by id for update`;
}

/**
 * Writes attempts into the log and the state of their deliveries. Returns those that count: what is not leased to us any
 * more is another process's to tell.
 */
export async function finishAttempts(
  sql: Transaction,
  attempts: readonly FinishedAttempt[],
): Promise<readonly FinishedAttempt[]> {
  const rows = attempts.map((attempt) => ({ ...attempt, status: statusAfter(attempt) }));
  const written = await sql<{ deliveryId: string }[]>`
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
    select "orgId", "deliveryId", number, outcome, "statusCode", error, answer, "startedAt", "durationMs" from finished
    returning delivery_id`;
  const ids = new Set(written.map(({ deliveryId }) => deliveryId));
  return attempts.filter(({ deliveryId }) => ids.has(deliveryId));
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

/** A webhook that fails, and since when. */
export interface FailingWebhook {
  readonly orgId: string;
  readonly webhookId: string;
  readonly failingSince: Date;
}

/** Notes the news at their webhooks. Returns those that fail now and are neither disabled nor gone. */
export async function noteWebhookNews(
  sql: Transaction,
  news: readonly WebhookNews[],
): Promise<readonly FailingWebhook[]> {
  const rows = await sql<(FailingWebhook & { readonly disabledReason: DisabledReason | null })[]>`
    update webhooks w set last_delivery_at = n."lastDeliveryAt",
      last_success_at = coalesce(n."lastSuccessAt", w.last_success_at),
      last_failure_at = coalesce(n."lastFailureAt", w.last_failure_at),
      consecutive_failures = n.failures + case when n."lastSuccessAt" is null then w.consecutive_failures else 0 end,
      failing_since =
        coalesce(case when n."lastSuccessAt" is null then w.failing_since end, n."failingSince")
    from jsonb_to_recordset(${storableJson(news)}::text::jsonb) as n (
      "orgId" uuid, "webhookId" uuid, "lastDeliveryAt" timestamptz, "lastSuccessAt" timestamptz,
      "lastFailureAt" timestamptz, failures integer, "failingSince" timestamptz)
    where w.org_id = n."orgId" and w.id = n."webhookId"
    returning w.org_id, w.id as webhook_id, w.failing_since, w.disabled_reason`;
  return rows.filter(({ failingSince, disabledReason }) => failingSince !== null && disabledReason === null);
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
