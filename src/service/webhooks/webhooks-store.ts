/** The webhooks of an organisation. Secrets are here only as they are sealed. */

import type { EventKind } from '../../contract/event.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type { DisabledReason, WebhookStatus, WebhookTarget } from '../../contract/webhook.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';

/** Webhook as it is stored. */
export interface WebhookRecord {
  readonly id: string;
  readonly orgId: string;
  readonly url: string;
  readonly target: WebhookTarget;
  readonly events: readonly EventKind[];
  readonly description: string | null;
  /** Only events about these repositories; `*` stands for any characters. Null: all. */
  readonly repository: string | null;
  /** Only events about the repositories that a pattern of this team names. Null: all. */
  readonly teamId: string | null;
  readonly secret: Buffer;
  readonly secretPreview: string;
  readonly nextSecret: Buffer | null;
  readonly nextSecretPreview: string | null;
  readonly nextSecretEffectiveAt: Date | null;
  /** Null: it is enabled. */
  readonly disabledReason: DisabledReason | null;
  readonly createdAt: Date;
  /** Id of the key or user who made it. */
  readonly createdBy: string;
  readonly updatedAt: Date;
  readonly lastDeliveryAt: Date | null;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** Attempts that failed since the last success. */
  readonly consecutiveFailures: number;
}

/** The state that people see. */
export function webhookStatus({ disabledReason, consecutiveFailures }: WebhookRecord): WebhookStatus {
  if (disabledReason !== null) return 'disabled';
  return consecutiveFailures > 0 ? 'failing' : 'enabled';
}

/** New webhook. */
export type NewWebhook = Pick<
  WebhookRecord,
  | 'id'
  | 'orgId'
  | 'url'
  | 'target'
  | 'events'
  | 'description'
  | 'repository'
  | 'teamId'
  | 'secret'
  | 'secretPreview'
  | 'createdBy'
  | 'createdAt'
>;

/** Inserts a webhook. */
export async function insertWebhook(sql: Transaction, webhook: NewWebhook): Promise<void> {
  await sql`
    insert into webhooks (org_id, id, url, target, events, description, repository, team_id, secret, secret_preview, created_at, created_by,
                          updated_at)
    values (${webhook.orgId}, ${webhook.id}, ${storableText(webhook.url)}, ${webhook.target},
            ${storableArray(webhook.events)}::text[], ${storableText(webhook.description)},
            ${storableText(webhook.repository)}, ${webhook.teamId}, ${webhook.secret},
            ${webhook.secretPreview}, ${webhook.createdAt}, ${storableText(webhook.createdBy)}, ${webhook.createdAt})`;
}

/** Stores the secret of the organisation's callbacks. Returns false when there is one already. */
export async function insertCallbacks(
  sql: TenantTransaction,
  row: Pick<NewWebhook, 'secret' | 'secretPreview' | 'createdBy' | 'createdAt'>,
): Promise<boolean> {
  const made = await sql`
    insert into webhooks (org_id, id, url, target, events, secret, secret_preview, created_at, created_by, updated_at)
    values (${sql.orgId}, ${sql.orgId}, '', 'generic', '{}', ${row.secret}, ${row.secretPreview}, ${row.createdAt},
            ${storableText(row.createdBy)}, ${row.createdAt})
    on conflict do nothing`;
  return made.count === 1;
}

/** Counts the endpoints, and locks additions until the transaction ends, so that none exceeds the limit. */
export async function countWebhooksLocked(sql: TenantTransaction): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhooks of ' || ${sql.orgId}, 0))`;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from webhooks where org_id = ${sql.orgId} and kind = 'endpoint'`;
  return row?.count ?? 0;
}

/** Returns whether a chat of the organisation receives one of these kinds of events. */
export async function hasChatWebhook(sql: TenantTransaction, kinds: readonly EventKind[]): Promise<boolean> {
  const [row] = await sql<[{ exists: boolean }]>`
    select exists (
      select from webhooks where org_id = ${sql.orgId} and target <> 'generic' and events && ${storableArray(kinds)}::text[]
    )`;
  return row.exists;
}

/** All webhooks, newest first: there are never more than a page of them. */
export async function listWebhooks(sql: TenantTransaction): Promise<readonly WebhookRecord[]> {
  return sql<WebhookRecord[]>`
    select ${columns(sql)} from webhooks
    where org_id = ${sql.orgId} and kind = 'endpoint' order by created_at desc, id desc`;
}

/** Finds an endpoint by its id; undefined when the organisation has none. `forUpdate` locks it. */
export async function findWebhook(
  sql: TenantTransaction,
  id: string,
  forUpdate = false,
): Promise<WebhookRecord | undefined> {
  const [row] = await sql<[WebhookRecord?]>`
    select ${columns(sql)} from webhooks
    where org_id = ${sql.orgId} and id = ${id} and kind = 'endpoint' ${forUpdate ? sql`for update` : sql``}`;
  return row;
}

/** Finds the row of the organisation's callbacks; undefined when it has none. `forUpdate` locks it. */
export async function findCallbacks(
  sql: TenantTransaction,
  forUpdate = false,
): Promise<WebhookRecord | undefined> {
  const [row] = await sql<[WebhookRecord?]>`
    select ${columns(sql)} from webhooks
    where org_id = ${sql.orgId} and kind = 'callback' ${forUpdate ? sql`for update` : sql``}`;
  return row;
}

/** Writes what may change by hand. Enabling forgets the failures of before. */
export async function updateWebhook(
  sql: TenantTransaction,
  webhook: Pick<
    WebhookRecord,
    'id' | 'url' | 'events' | 'description' | 'repository' | 'teamId' | 'disabledReason' | 'updatedAt'
  >,
  forgetFailures: boolean,
): Promise<void> {
  await sql`
    update webhooks set
      url = ${storableText(webhook.url)}, events = ${storableArray(webhook.events)}::text[],
      description = ${storableText(webhook.description)},
      repository = ${storableText(webhook.repository)}, team_id = ${webhook.teamId}, disabled_reason = ${webhook.disabledReason},
      updated_at = ${webhook.updatedAt}
      ${forgetFailures ? sql`, consecutive_failures = 0, failing_since = null` : sql``}
    where org_id = ${sql.orgId} and id = ${webhook.id}`;
}

/** Writes the secrets of a rotation. */
export async function updateWebhookSecrets(
  sql: TenantTransaction,
  webhook: Pick<
    WebhookRecord,
    | 'id'
    | 'secret'
    | 'secretPreview'
    | 'nextSecret'
    | 'nextSecretPreview'
    | 'nextSecretEffectiveAt'
    | 'updatedAt'
  >,
): Promise<void> {
  await sql`
    update webhooks set
      secret = ${webhook.secret}, secret_preview = ${webhook.secretPreview}, next_secret = ${webhook.nextSecret},
      next_secret_preview = ${webhook.nextSecretPreview},
      next_secret_effective_at = ${webhook.nextSecretEffectiveAt}, updated_at = ${webhook.updatedAt}
    where org_id = ${sql.orgId} and id = ${webhook.id}`;
}

/** Deletes a webhook; what waits for it is canceled. Returns whether there was one. */
export async function deleteWebhook(sql: TenantTransaction, id: string, at: Date): Promise<boolean> {
  const result = await sql`delete from webhooks where org_id = ${sql.orgId} and id = ${id}`;
  await emptyQueue(sql, id, 'canceled', at);
  return result.count === 1;
}

/** Puts aside what waits for a webhook that was disabled. */
export async function skipWaiting(sql: TenantTransaction, webhookId: string, at: Date): Promise<void> {
  await emptyQueue(sql, webhookId, 'skipped', at);
}

/**
 * Removes the waiting deliveries of a webhook from the queue. What is being sent is not skipped. Of more than
 * `deliveriesMovedMax`, the others are put aside when they are due.
 */
async function emptyQueue(
  sql: TenantTransaction,
  webhookId: string,
  status: 'canceled' | 'skipped',
  at: Date,
): Promise<void> {
  await sql`
    with emptied as (
      delete from delivery_queue
      where ctid = any(array(
        select ctid from delivery_queue
        where org_id = ${sql.orgId} and webhook_id = ${webhookId} ${status === 'skipped' ? sql`and lease is null` : sql``}
        order by due_at limit ${CONTRACT_LIMITS.deliveriesMovedMax} for update
      ))
      returning id
    )
    -- By an array of ids: a join could compare all with all, as long as Postgres takes a log for empty that is not.
    update deliveries set status = ${status}, finished_at = ${at}
    where org_id = ${sql.orgId} and id = any(array(select id from emptied))`;
}

function columns(sql: Transaction) {
  return sql`
    id, org_id, url, target, to_jsonb(events) as events, description, repository, team_id, secret, secret_preview, next_secret,
    next_secret_preview, next_secret_effective_at, disabled_reason, created_at, created_by, updated_at,
    last_delivery_at, last_success_at, last_failure_at, consecutive_failures`;
}
