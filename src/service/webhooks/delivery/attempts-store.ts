/** Results of attempts and their consequences for webhooks. Over the owner's connection, for all organisations. */
import type { DeliveryStatus, DisabledReason } from '../../../contract/webhook.ts';
import { storableArray, storableJson } from '../../../infra/database/postgres-text.ts';
import { distinctKeys, idRange, rowKeys } from '../../../infra/database/row-keys.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import type { AttemptRecord } from '../delivery-log-store.ts';
import type { Recipient } from './contents-store.ts';

/** Result of an attempt, and its consequences. */
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
 * Locks these webhooks. Everything that touches a webhook and its deliveries locks the webhook first, and several of them
 * in the order of their ids, so that there is no deadlock.
 */
export async function lockWebhooksOf(sql: Transaction, attempts: readonly FinishedAttempt[]): Promise<void> {
  const { orgIds, ids } = rowKeys(
    distinctKeys(attempts.map(({ orgId, webhookId }) => ({ orgId, id: webhookId }))),
  );
  await sql`
    select from webhooks
    where (org_id, id) in (select * from unnest(${orgIds}::text[]::uuid[], ${ids}::text[]::uuid[]))
    order by id for update`;
}

/**
 * Writes attempts into the log, with the state of their deliveries, and removes what has ended from the queue. Returns
 * those that count: another process reports what is no longer leased to this one.
 */
export async function finishAttempts(
  sql: Transaction,
  attempts: readonly FinishedAttempt[],
): Promise<readonly FinishedAttempt[]> {
  const { orgIds, ids } = rowKeys(attempts.map(({ orgId, deliveryId: id }) => ({ orgId, id })));
  const { firstId, lastId } = idRange(attempts.map(({ deliveryId }) => deliveryId));
  const texts = (of: (attempt: FinishedAttempt) => string | null | undefined) =>
    storableArray(attempts.map(of));
  const numbers = (of: (attempt: FinishedAttempt) => number | null) =>
    `{${attempts.map((attempt) => of(attempt) ?? 'NULL').join(',')}}`;
  const [row] = await sql<{ lost: readonly string[] | null }[]>`
    with result as materialized (
      select * from unnest(
        ${orgIds}::text[]::uuid[], ${ids}::text[]::uuid[], ${texts(({ lease }) => lease)}::text[]::uuid[],
        ${numbers(({ number }) => number)}::text[]::int[], ${texts(({ outcome }) => outcome)}::text[],
        ${numbers(({ statusCode }) => statusCode)}::text[]::int[], ${texts(({ error }) => error)}::text[],
        ${texts(({ answer }) => answer)}::text[],
        ${texts(({ startedAt }) => startedAt.toISOString())}::text[]::timestamptz[],
        ${numbers(({ durationMs }) => durationMs)}::text[]::int[],
        ${texts(({ finishedAt }) => finishedAt.toISOString())}::text[]::timestamptz[],
        ${texts(({ nextAttemptAt }) => nextAttemptAt?.toISOString())}::text[]::timestamptz[],
        ${texts(statusAfter)}::text[]
      ) as r (org_id, delivery_id, lease, number, outcome, status_code, error, answer, started_at, duration_ms,
              finished_at, next_attempt_at, status)
    ),
    held as materialized (
      select r.*, q.place
      from result r cross join lateral (
        select ctid as place from delivery_queue
        where org_id = r.org_id and id = r.delivery_id and lease = r.lease limit 1 for update
      ) q
    ),
    ended as (
      delete from delivery_queue where ctid = any(array(select place from held where next_attempt_at is null))
    ),
    later as (
      update delivery_queue q set (due_at, attempts, round_attempts) = (
          select next_attempt_at, number, q.round_attempts + 1 from held where place = q.ctid
        ), is_due = false, lease = null, leased_until = null, holder = null
      where ctid = any(array(select place from held where next_attempt_at is not null))
    ),
    noted as (
      update deliveries d set status = r.status, attempts = r.number,
        finished_at = case when r.next_attempt_at is null then r.finished_at end
      from held r
      where d.org_id = r.org_id and d.id = r.delivery_id and d.id between ${firstId}::uuid and ${lastId}::uuid
    ),
    logged as (
      insert into delivery_attempts (org_id, delivery_id, number, outcome, status_code, error, answer, started_at, duration_ms)
      select org_id, delivery_id, number, outcome, status_code, error, answer, started_at, duration_ms from held
    )
    select json_agg(delivery_id) as lost from result
    where not exists (select from held where held.org_id = result.org_id and held.delivery_id = result.delivery_id)`;
  if (row!.lost === null) return attempts;
  const lost = new Set(row!.lost);
  return attempts.filter(({ deliveryId }) => !lost.has(deliveryId));
}

function statusAfter({ outcome, nextAttemptAt }: FinishedAttempt): DeliveryStatus {
  if (outcome === 'success') return 'succeeded';
  return nextAttemptAt === null ? 'failed' : 'pending';
}

/** Consequences of attempts to one webhook, in their order. */
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

/**
 * Records the changes of these webhooks. Returns the endpoints that fail now and are not disabled: each callback has an
 * address of its own, which says nothing about the others.
 */
export async function recordWebhookChanges(
  sql: Transaction,
  news: readonly WebhookNews[],
): Promise<readonly FailingWebhook[]> {
  const rows = await sql<(FailingWebhook & Pick<Recipient, 'kind' | 'disabledReason'>)[]>`
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
    returning w.org_id, w.id as webhook_id, w.kind, w.failing_since, w.disabled_reason`;
  return rows.filter(
    ({ kind, failingSince, disabledReason }) =>
      kind === 'endpoint' && failingSince !== null && disabledReason === null,
  );
}

/** Counts the events of a webhook without a successful delivery; tests do not count. */
export async function countFailedEvents(
  sql: TenantTransaction,
  webhookId: string,
  since: Date,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count
    from (
      select id from deliveries
      where org_id = ${sql.orgId} and webhook_id = ${webhookId} and log_group in ('failed', 'skipped', 'canceled') and not is_test
      union
      select id from delivery_queue where org_id = ${sql.orgId} and webhook_id = ${webhookId} and not is_test
    ) as unsuccessful
    where exists (
      select from delivery_attempts
      where org_id = ${sql.orgId} and delivery_id = unsuccessful.id and started_at >= ${since}
    )`;
  return row?.count ?? 0;
}

/** Disabling of a webhook by the service itself. */
export interface Disabling {
  readonly webhookId: string;
  readonly reason: Exclude<DisabledReason, 'manual'>;
  readonly at: Date;
}

/** Disables a webhook. Returns its address, or undefined when it is disabled already. */
export async function disableWebhook(
  sql: TenantTransaction,
  disabling: Disabling,
): Promise<string | undefined> {
  const { webhookId, reason, at } = disabling;
  // The audit log has an entry of it: unlike a result, it must not be lost with the server.
  await sql`set local synchronous_commit = on`;
  const [row] = await sql<[{ url: string }?]>`
    update webhooks set disabled_reason = ${reason}, updated_at = ${at}
    where org_id = ${sql.orgId} and id = ${webhookId} and disabled_reason is null
    returning url`;
  return row?.url;
}
