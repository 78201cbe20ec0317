/** Validations that are submitted now and run later: the queue's rows, from the submission to the end. */

import type { BuiltinRuleset } from '../../analysis/model/ruleset.ts';
import type { ValidationStatus } from '../../contract/validation-status.ts';
import type { ErrorCode, ErrorDetails } from '../../errors.ts';
import { storableArray, storableJson, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';
import { insertCallback, insertEvent } from '../webhooks/events-store.ts';
import { validationCompleted } from './validation-events.ts';
import type { ValidationRecord } from './validation-record.ts';
import { validationKey } from './validations-store.ts';

/** What is known of a validation before it is run. */
export interface QueuedValidation
  extends Pick<
    ValidationRecord,
    | 'id'
    | 'orgId'
    | 'platform'
    | 'filename'
    | 'hasPath'
    | 'label'
    | 'source'
    | 'branch'
    | 'environment'
    | 'policyPackId'
    | 'policyPackSlug'
    | 'enforcementMode'
    | 'contentSha256'
    | 'contentBytes'
  > {
  readonly ruleset: BuiltinRuleset;
  /** Judge unchanged objects of the vendor. */
  readonly includeVendor: boolean;
  readonly pipeline: NonNullable<ValidationRecord['pipeline']>;
  readonly ownerId: string;
  readonly ownerName: string;
  /** What is told of the end; null: nobody. */
  readonly webhookUrl: string | null;
  /** The file. */
  readonly blobId: string;
}

/** Why a validation has no result. */
export interface RunError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: ErrorDetails;
}

/** How far a validation is. */
export interface RunState {
  readonly id: string;
  readonly orgId: string;
  readonly status: ValidationStatus;
  readonly queuedAt: Date;
  /** Place among the organisation's queued validations, from 1; null when it is not queued. */
  readonly position: number | null;
  readonly ownerId: string | null;
  readonly webhookUrl: string | null;
  /** Of one that failed. */
  readonly error: RunError | null;
}

/** How many validations of the organisation are queued. Until the transaction ends nobody else may add one. */
export async function countQueuedLocked(sql: TenantTransaction): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`validation queue ${sql.orgId}`}, 0))`;
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from validations where org_id = ${sql.orgId} and status = 'queued'`;
  return row?.count ?? 0;
}

/** Queues a validation. */
export async function insertQueued(sql: Transaction, queued: QueuedValidation): Promise<void> {
  await sql`
    insert into validations (
      org_id, id, status, run_key, has_path, platform, filename, label, source, repository, branch, environment, ruleset,
      policy_pack_id, policy_pack_slug, enforcement_mode, pipeline, content_sha256, content_bytes,
      owner_id, owner_name, webhook_url, blob_id, include_vendor
    ) values (
      ${queued.orgId}, ${queued.id}, 'queued', ${validationKey(sql, queued)}, ${queued.hasPath}, ${queued.platform},
      ${storableText(queued.filename)},
      ${storableText(queued.label)}, ${storableText(queued.source)},
      ${storableText(queued.pipeline.repository)}, ${storableText(queued.branch)},
      ${storableText(queued.environment)}, ${queued.ruleset}, ${queued.policyPackId},
      ${storableText(queued.policyPackSlug)}, ${queued.enforcementMode}, ${storableJson(queued.pipeline)}::text::jsonb,
      decode(${queued.contentSha256}, 'hex'), ${queued.contentBytes}, ${storableText(queued.ownerId)},
      ${storableText(queued.ownerName)}, ${storableText(queued.webhookUrl)}, ${queued.blobId}, ${queued.includeVendor}
    )`;
}

/** How far the validation with this id is, or null when the organisation has none. */
export async function findRunState(sql: TenantTransaction, id: string): Promise<RunState | null> {
  const [row] = await sql<[RunState?]>`
    select id, org_id, status, created_at as queued_at, owner_id, webhook_url, error,
      case when status = 'queued' then (
        select count(*)::int from validations earlier
        where earlier.org_id = v.org_id and earlier.status = 'queued' and earlier.id <= v.id
      ) end as position
    from validations v
    where org_id = ${sql.orgId} and id = ${id}`;
  return row ?? null;
}

/** The statuses of these validations of the organisation, as far as there are any. */
export async function listRunStatuses(
  sql: TenantTransaction,
  ids: readonly string[],
): Promise<readonly Pick<RunState, 'id' | 'status'>[]> {
  return sql<Pick<RunState, 'id' | 'status'>[]>`
    select id, status from validations where org_id = ${sql.orgId} and id = any(${storableArray(ids)}::text[]::uuid[])`;
}

/** A validation that is to be run, and how many runs of it were lost already. */
export type OpenRun = QueuedValidation & { readonly lostRuns: number; readonly queuedAt: Date };

/** Finds a validation that has not ended; null when there is none. Two may have it, and one of them will end it. */
export async function findOpenRun(sql: TenantTransaction, id: string): Promise<OpenRun | null> {
  const [row] = await sql<[OpenRun?]>`
    select id, org_id, platform, filename, has_path, label, source, branch, environment, ruleset, policy_pack_id,
      policy_pack_slug, enforcement_mode, pipeline, encode(content_sha256, 'hex') as content_sha256, content_bytes,
      owner_id, owner_name, webhook_url, blob_id, include_vendor, lost_runs,
      created_at as queued_at
    from validations
    where org_id = ${sql.orgId} and id = ${id} and status in ('queued', 'running')`;
  return row ?? null;
}

/**
 * Marks a validation as running, and counts the run as lost until it ends: a core that dies of it cannot count it.
 * Returns false when the validation has ended.
 */
export async function startRun(sql: TenantTransaction, id: string): Promise<boolean> {
  const started = await sql`
    update validations set status = 'running', lost_runs = lost_runs + 1
    where org_id = ${sql.orgId} and id = ${id} and status in ('queued', 'running')`;
  return started.count === 1;
}

/** Puts a validation back that somebody shall run again. `lostRuns` are taken off the count. */
export async function requeueRun(sql: TenantTransaction, id: string, lostRuns: 0 | 1): Promise<void> {
  await sql`
    update validations set status = 'queued', lost_runs = greatest(lost_runs - ${lostRuns}::int, 0)
    where org_id = ${sql.orgId} and id = ${id} and status = 'running'`;
}

/**
 * Keeps the result of a queued validation with its event, where anybody wants that. Returns false, and keeps nothing, when
 * it has ended already.
 */
export async function completeRun(
  sql: Transaction,
  record: ValidationRecord,
  hasRecipient: boolean,
): Promise<boolean> {
  const { summary } = record;
  const [completed] = await sql<{ webhookUrl: string | null }[]>`
    update validations set
      status = 'completed', kind = ${record.kind}, ruleset_digest = ${record.rulesetDigest}, passed = ${record.passed},
      would_block_count = ${record.wouldBlockCount}, score = ${record.score}, score_version = ${record.scoreVersion},
      critical_count = ${summary.critical}, high_count = ${summary.high}, medium_count = ${summary.medium},
      low_count = ${summary.low}, total_count = ${summary.total},
      findings = ${storableJson(record.findings)}::text::jsonb, rule_errors = ${storableJson(record.ruleErrors)}::text::jsonb,
      diff = ${storableJson(record.diff)}::text::jsonb, artifact_key = ${storableText(record.artifactKey)},
      engine_version = ${record.engineVersion}, validated_at = ${record.validatedAt},
      validation_ms = ${record.validationMs}, blob_id = null
    where org_id = ${record.orgId} and id = ${record.id} and status in ('queued', 'running')
    returning webhook_url`;
  if (completed === undefined) return false;
  if (!hasRecipient && completed.webhookUrl === null) return true;
  const event = validationCompleted(record);
  await insertEvent(sql, event);
  if (completed.webhookUrl !== null) await insertCallback(sql, event, completed.webhookUrl);
  return true;
}

/** Ends a validation without a result. Returns false when it has ended already. */
export async function failRun(sql: TenantTransaction, id: string, error: RunError): Promise<boolean> {
  const failed = await sql`
    update validations set status = 'failed', error = ${storableJson(error)}::text::jsonb, blob_id = null
    where org_id = ${sql.orgId} and id = ${id} and status in ('queued', 'running')`;
  return failed.count === 1;
}

/** Cancels a validation that is queued. Returns its file, or null when it is not queued. */
export async function cancelRun(sql: TenantTransaction, id: string): Promise<string | null> {
  const [row] = await sql<{ blobId: string }[]>`
    with canceled as (
      select org_id, id, blob_id from validations
      where org_id = ${sql.orgId} and id = ${id} and status = 'queued' for update
    )
    update validations v set status = 'canceled', blob_id = null
    from canceled where v.org_id = canceled.org_id and v.id = canceled.id
    returning canceled.blob_id`;
  return row?.blobId ?? null;
}
