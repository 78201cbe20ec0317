/** Results of validations: keep one with the event that it causes, read one, find the run before. */
import { LIMITS } from '../limits.ts';
import type { Diff } from '../model/diff.ts';
import type { Audience, EventRecord } from '../model/event.ts';
import type { Finding } from '../model/finding.ts';
import { originOf } from '../model/pipeline.ts';
import type { UsageKind } from '../model/plan.ts';
import type { Platform } from '../model/platform.ts';
import type { FileIdentity } from '../model/same-file.ts';
import { keptEvent, validationCompleted } from './events.ts';
import { type CountedUsage, toCountedUsage, type UsageRow, usageRow } from './plans.ts';
import { newestRun, runKey } from './predecessors.ts';
import { storableJson, storableText } from './text.ts';
import type { Transaction } from './transaction.ts';
import type { ValidationRecord } from './validation-record.ts';

/** Keeps a finished validation and its `validation.completed` event, both or neither. Returns the event. */
export async function insertValidation(
  sql: Transaction,
  record: ValidationRecord,
  audience: Audience = 'everyone',
): Promise<EventRecord> {
  const event = validationCompleted(record);
  await sql`with ${keptEvent(sql, event, audience)} ${validationRow(sql, record)}`;
  return event;
}

/**
 * The same, and counts it in the same statement, as the last thing that it does: others of the organisation who count
 * wait from then on. Returns what is used with it.
 */
export async function insertCountedValidation(
  sql: Transaction,
  record: ValidationRecord,
  kind: UsageKind,
): Promise<CountedUsage> {
  const count = sql`select org_id, usage_month(), 1 from validation`;
  const [row] = await sql<[UsageRow]>`
    with ${keptEvent(sql, validationCompleted(record))}, validation as (${validationRow(sql, record)} returning org_id)
    ${usageRow(sql, record.orgId, kind, count)}`;
  return toCountedUsage(row);
}

function validationRow(sql: Transaction, record: ValidationRecord) {
  const { summary } = record;
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
    ) values (
      ${record.orgId}, ${record.id}, 'completed', ${validationKey(sql, record)}, ${record.hasPath}, ${record.platform},
      ${record.kind}, ${storableText(record.filename)}, ${storableText(record.label)}, ${storableText(record.source)},
      ${storableText(record.pipeline?.repository ?? null)}, ${storableText(record.branch)},
      ${storableText(record.environment)}, ${storableText(record.ruleset)}, ${record.rulesetDigest},
      ${record.policyPackId}, ${storableText(record.policyPackSlug)},
      ${record.enforcementMode}, ${record.passed}, ${record.wouldBlockCount}, ${record.score}, ${record.scoreVersion},
      ${summary.critical}, ${summary.high}, ${summary.medium}, ${summary.low}, ${summary.total},
      ${storableJson(record.findings)}::text::jsonb, ${storableJson(record.ruleErrors)}::text::jsonb,
      ${storableJson(record.pipeline)}::text::jsonb, ${storableJson(record.diff)}::text::jsonb,
      ${storableText(record.artifactKey)}, decode(${record.contentSha256}, 'hex'), ${record.contentBytes},
      ${record.engineVersion}, ${storableText(record.ownerId)}, ${storableText(record.ownerName)},
      ${record.validatedAt}, ${record.validationMs}
    )`;
}

/** The finished validation with this id, or null when the organisation has none, or its findings take `findingsBytesMax`. */
export async function findValidation(
  sql: Transaction,
  orgId: string,
  id: string,
  findingsBytesMax: number = Number.MAX_SAFE_INTEGER,
): Promise<ValidationRecord | null> {
  const [row] = await sql<[ValidationRow?]>`
    select ${recordColumns(sql)}
    from validations
    where org_id = ${orgId} and id = ${id} and status = 'completed'
      and pg_column_size(findings) < ${findingsBytesMax}::bigint`;
  return row ? toRecord(row) : null;
}

/** The same without its findings, however many there are. */
export async function findValidationHead(
  sql: Transaction,
  orgId: string,
  id: string,
): Promise<ValidationRecord | null> {
  const [row] = await sql<[ValidationRow?]>`
    select ${recordColumns(sql, sql`'[]'::jsonb as findings`)}
    from validations
    where org_id = ${orgId} and id = ${id} and status = 'completed'`;
  return row ? toRecord(row) : null;
}

/** The findings of a validation, a row for each, in batches: all at once would be parsed in one go. */
export async function listFindings(sql: Transaction, orgId: string, id: string): Promise<readonly Finding[]> {
  const list: Finding[] = [];
  const rows = sql<{ finding: Finding }[]>`
    select jsonb_array_elements(findings) as finding from validations where org_id = ${orgId} and id = ${id}`;
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

/** A run that asks for its predecessor. */
export interface FileRun {
  readonly platform: Platform;
  readonly file: FileIdentity;
  readonly branch: string | null;
  readonly defaultBranches: readonly string[];
}

/**
 * The newest finished validation of the same file on the same branch, else on one of the default branches. A file whose
 * path has neither is looked for by the name that it had before paths were stored.
 */
export async function findPreviousValidation(
  sql: Transaction,
  orgId: string,
  { platform, file: { scope, path, formerName }, branch, defaultBranches }: FileRun,
): Promise<ValidationRecord | null> {
  const newest = (name: string, hasPath: boolean, branches: readonly (string | null)[]) =>
    newestRun(
      sql,
      { kind: platform, scope, name },
      branches,
      (key) => sql`
        select id, validated_at as at from validations
        where org_id = ${orgId} and run_key = ${key} and has_path = ${hasPath} and validated_at is not null
        order by validated_at desc, id desc
        limit 1`,
    );
  const formerly = formerName ?? path;
  const [row] = await sql<[ValidationRow?]>`
    select ${recordColumns(sql)}
    from validations
    where org_id = ${orgId} and id = (select coalesce(
      ${newest(path, true, [branch])}, ${newest(path, true, defaultBranches)},
      ${newest(formerly, false, [branch])}, ${newest(formerly, false, defaultBranches)}
    ))`;
  return row ? toRecord(row) : null;
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
