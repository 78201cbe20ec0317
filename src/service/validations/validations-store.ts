/** Results of validations: keep one with the event that it causes, read one. */

import type { Diff } from '../../analysis/model/diff.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import { originOf } from '../../contract/ci-context.ts';
import type { Audience, EventRecord } from '../../contract/event.ts';
import type { UsageKind } from '../../contract/plan.ts';
import { storableJson, storableText } from '../../infra/database/postgres-text.ts';
import {
  sendWithCommit,
  type TenantTransaction,
  type Transaction,
} from '../../infra/database/transaction.ts';
import { LIMITS } from '../../limits.ts';
import { usageRow, withinPlan } from '../plans/plans-store.ts';
import { insertedEvent } from '../webhooks/events-store.ts';
import { comparableBranch, runKey } from './predecessors-store.ts';
import { validationCompleted } from './validation-events.ts';
import type { ValidationRecord } from './validation-record.ts';

/** Keeps a finished validation and its `validation.completed` event, both or neither. Returns the event. */
export async function insertValidation(
  sql: Transaction,
  record: ValidationRecord,
  audience: Audience = 'everyone',
): Promise<EventRecord> {
  const event = validationCompleted(record);
  await sql`with ${insertedEvent(sql, event, audience)} ${validationRow(sql, record)}`;
  return event;
}

/**
 * Keeps a finished validation and the event about it, unless that is null, and counts it, all with the COMMIT of the
 * transaction: others of the organisation who count wait no longer than that takes. The transaction fails with an error
 * that `usageBeyondPlan` reads when the plan has no room for it.
 */
export function storeCountedWithCommit(
  sql: TenantTransaction,
  record: ValidationRecord,
  kind: UsageKind,
  event: EventRecord | null,
): void {
  const count = sql`select org_id, usage_month(), 1 from validation`;
  const parts = event === null ? sql`` : sql`${insertedEvent(sql, event)},`;
  sendWithCommit(
    sql,
    sql`
      with ${parts} validation as (${validationRow(sql, record)} returning org_id),
      counted as (${usageRow(sql, kind, count)})
      ${withinPlan(sql)}`,
  );
}

/** The row as one JSON text: the driver spends more on forty parameters than on their JSON. */
function validationRow(sql: Transaction, record: ValidationRecord) {
  return sql`
    insert into validations (
      org_id, id, status, run_key, has_path, platform, kind, filename, label, source, repository, branch, environment,
      ruleset, ruleset_digest, policy_pack_id, policy_pack_slug,
      enforcement_mode, passed, would_block_count, score, score_version,
      critical_count, high_count, medium_count, low_count, total_count,
      findings, rule_errors,
      pipeline, diff,
      artifact_key, content_sha256, content_bytes, engine_version,
      owner_id, owner_name, validated_at, validation_ms
    )
    select
      org_id, id, 'completed',
      run_key_of(platform, ${storableText(originOf(record.pipeline))}::text, filename, ${comparableBranch(record.branch)}::text),
      has_path, platform, kind, filename, label, source, repository, branch, environment,
      ruleset, ruleset_digest, policy_pack_id, policy_pack_slug,
      enforcement_mode, passed, would_block_count, score, score_version,
      critical_count, high_count, medium_count, low_count, total_count,
      findings, rule_errors,
      pipeline, diff,
      artifact_key, content_sha256, content_bytes, engine_version,
      owner_id, owner_name, validated_at, validation_ms
    from json_populate_record(null::validations, ${storableJson(columnsOf(record))}::text::json)`;
}

/** The values of a finished validation by the names of their columns. */
function columnsOf(record: ValidationRecord) {
  const { summary } = record;
  return {
    org_id: record.orgId,
    id: record.id,
    has_path: record.hasPath,
    platform: record.platform,
    kind: record.kind,
    filename: record.filename,
    label: record.label,
    source: record.source,
    repository: record.pipeline?.repository ?? null,
    branch: record.branch,
    environment: record.environment,
    ruleset: record.ruleset,
    ruleset_digest: record.rulesetDigest,
    policy_pack_id: record.policyPackId,
    policy_pack_slug: record.policyPackSlug,
    enforcement_mode: record.enforcementMode,
    passed: record.passed,
    would_block_count: record.wouldBlockCount,
    score: record.score,
    score_version: record.scoreVersion,
    critical_count: summary.critical,
    high_count: summary.high,
    medium_count: summary.medium,
    low_count: summary.low,
    total_count: summary.total,
    findings: record.findings,
    rule_errors: record.ruleErrors,
    pipeline: record.pipeline,
    diff: record.diff,
    artifact_key: record.artifactKey,
    content_sha256: `\\x${record.contentSha256}`,
    content_bytes: record.contentBytes,
    engine_version: record.engineVersion,
    owner_id: record.ownerId,
    owner_name: record.ownerName,
    validated_at: record.validatedAt,
    validation_ms: record.validationMs,
  };
}

/** The finished validation with this id, or null when the organisation has none, or its findings take `findingsBytesMax`. */
export async function findValidation(
  sql: TenantTransaction,
  id: string,
  findingsBytesMax: number = Number.MAX_SAFE_INTEGER,
): Promise<ValidationRecord | null> {
  const [row] = await sql<[ValidationRow?]>`
    select ${recordColumns(sql)}
    from validations
    where org_id = ${sql.orgId} and id = ${id} and status = 'completed'
      and pg_column_size(findings) < ${findingsBytesMax}::bigint`;
  return row ? toRecord(row) : null;
}

/** The same without its findings, however many there are. */
export async function findValidationHead(
  sql: TenantTransaction,
  id: string,
): Promise<ValidationRecord | null> {
  const [row] = await sql<[ValidationRow?]>`
    select ${recordColumns(sql, sql`'[]'::jsonb as findings`)}
    from validations
    where org_id = ${sql.orgId} and id = ${id} and status = 'completed'`;
  return row ? toRecord(row) : null;
}

/** The findings of a validation, a row for each, in batches: all at once would be parsed in one go. */
export async function listFindings(sql: TenantTransaction, id: string): Promise<readonly Finding[]> {
  const list: Finding[] = [];
  const rows = sql<{ finding: Finding }[]>`
    select jsonb_array_elements(findings) as finding from validations where org_id = ${sql.orgId} and id = ${id}`;
  for await (const batch of rows.cursor(LIMITS.largeReadTurnFindings))
    for (const { finding } of batch) list.push(finding);
  return list;
}

/** The value of `run_key` of a validation. */
export function validationKey(
  sql: Transaction,
  {
    platform,
    pipeline,
    filename,
    branch,
  }: Pick<ValidationRecord, 'platform' | 'pipeline' | 'filename' | 'branch'>,
) {
  return runKey(sql, { kind: platform, scope: originOf(pipeline), name: filename }, branch);
}

/** A record as the database gives it: times inside JSON are text. */
type ValidationRow = Omit<ValidationRecord, 'diff'> & {
  readonly diff: Omit<Diff, 'previousValidatedAt'> & { readonly previousValidatedAt: string | null };
};

function toRecord(row: ValidationRow): ValidationRecord {
  const { previousValidatedAt } = row.diff;
  const time = previousValidatedAt === null ? null : new Date(previousValidatedAt);
  return { ...row, diff: { ...row.diff, previousValidatedAt: time } };
}

/** The columns of a `ValidationRecord`, named as its fields after the change to camelCase. */
function recordColumns(sql: Transaction, findings = sql`findings`) {
  return sql`
    id, org_id, platform, kind, filename, has_path, label, source, branch, environment, ruleset, ruleset_digest,
    policy_pack_id, policy_pack_slug, enforcement_mode, passed, would_block_count, score, score_version,
    jsonb_build_object('critical', critical_count, 'high', high_count, 'medium', medium_count, 'low', low_count,
                       'total', total_count) as summary,
    ${findings}, rule_errors, nullif(pipeline, 'null') as pipeline, diff,
    artifact_key, encode(content_sha256, 'hex') as content_sha256, content_bytes, engine_version,
    validated_at, validation_ms, owner_id, owner_name`;
}
