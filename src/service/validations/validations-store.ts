/** Store of results of validations, each with the event that it causes. */

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
import { countedUsage } from '../plans/plans-store.ts';
import {
  type BodyPlace,
  bodyColumns,
  requireDiff,
  requireFacts,
  requireFindings,
  type StoredDiff,
} from '../results/bodies/read-bodies.ts';
import { insertedEvent } from '../webhooks/events-store.ts';
import { VALIDATION_LIMITS } from './limits.ts';
import { comparableBranch } from './predecessors-store.ts';
import {
  columnsOf,
  RECORD_FIELDS,
  readFields,
  type StoredValidation,
  type ValidationField,
  valuesOf,
} from './validation-columns.ts';
import { validationCompleted } from './validation-events.ts';
import type { ValidationRecord } from './validation-record.ts';

/** Inserts a finished validation and its `validation.completed` event. Returns the event. */
export async function insertValidation(
  sql: Transaction,
  record: ValidationRecord,
  audience: Audience = 'everyone',
): Promise<EventRecord> {
  const event = validationCompleted(record);
  await sql`with ${insertedEvent(sql, event, audience)} ${validationRow(sql, 'completed', RECORD_FIELDS, record)}`;
  return event;
}

/**
 * Inserts a finished validation with its event, unless that is null, and counts it. All is sent with the COMMIT of the
 * transaction: other counts that wait for it wait no longer than that takes. When the plan has no room for it, the
 * transaction fails with an error that `usageBeyondPlan` reads.
 */
export function storeCountedWithCommit(
  sql: TenantTransaction,
  record: ValidationRecord,
  kind: UsageKind,
  event: EventRecord | null,
): void {
  const parts = event === null ? sql`` : sql`${insertedEvent(sql, event)},`;
  sendWithCommit(
    sql,
    sql`
      with ${parts} validation as (${validationRow(sql, 'completed', RECORD_FIELDS, record)} returning org_id)
      select ${countedUsage(sql, sql`org_id`, kind, 1)} from validation`,
  );
}

/** Writes the insertion of a row. One JSON text costs the driver less than forty parameters. */
export function validationRow<Field extends ValidationField>(
  sql: Transaction,
  status: 'queued' | 'completed',
  fields: readonly Field[],
  record: Pick<StoredValidation, Field> & Pick<StoredValidation, 'pipeline' | 'branch'>,
) {
  const columns = columnsOf(sql, fields);
  const values = storableJson({ status, ...valuesOf(fields, record) });
  return sql`
    insert into validations (status, run_key, ${columns})
    select status,
      run_key_of(platform, ${storableText(originOf(record.pipeline))}::text, filename, ${comparableBranch(record.branch)}::text),
      ${columns}
    from json_populate_record(null::validations, ${values}::text::json)`;
}

/** Finds a finished validation; undefined when the organisation has none with this id, or its findings take `findingsBytesMax`. */
export async function findValidation(
  sql: TenantTransaction,
  id: string,
  findingsBytesMax: number = Number.MAX_SAFE_INTEGER,
): Promise<ValidationRecord | undefined> {
  const [row] = await sql<[ValidationRow?]>`
    select ${readFields(sql, RECORD_FIELDS)}, body_id
    from validations
    where org_id = ${sql.orgId} and id = ${id} and status = 'completed'
      and coalesce(body_bytes, pg_column_size(findings)) < ${findingsBytesMax}::bigint`;
  if (row === undefined) return undefined;
  return { ...toRecord(sql, row), findings: requireFindings(sql, row) };
}

/** Finds a finished validation without its findings. */
export async function findValidationHead(
  sql: TenantTransaction,
  id: string,
): Promise<ValidationRecord | undefined> {
  const [row] = await sql<[ValidationRow?]>`
    select ${readFields(sql, HEAD_FIELDS)}, '[]'::jsonb as findings, body_id
    from validations
    where org_id = ${sql.orgId} and id = ${id} and status = 'completed'`;
  return row ? toRecord(sql, row) : undefined;
}

/** Lists the findings of a validation, a row for each, in batches: all at once would be parsed in one go. */
export async function listFindings(sql: TenantTransaction, id: string): Promise<readonly Finding[]> {
  const list: Finding[] = [];
  const [placed] = await sql<
    [BodyPlace?]
  >`select id, body_id from validations where org_id = ${sql.orgId} and id = ${id}`;
  const { findings } = bodyColumns(sql, placed ?? { id, bodyId: null });
  const rows = sql<{ finding: Finding }[]>`
    select jsonb_array_elements(${findings}) as finding
    from validations as run where org_id = ${sql.orgId} and id = ${id}`;
  for await (const batch of rows.cursor(VALIDATION_LIMITS.largeReadTurnFindings))
    for (const { finding } of batch) list.push(finding);
  return list;
}

const HEAD_FIELDS = RECORD_FIELDS.filter((field) => field !== 'findings');

type ValidationRow = Omit<ValidationRecord, 'diff'> & BodyPlace & { readonly diff: StoredDiff };

function toRecord(sql: TenantTransaction, { bodyId, ...row }: ValidationRow): ValidationRecord {
  const { id, diff } = row;
  return { ...row, ...requireFacts(sql, { id, bodyId }), diff: requireDiff(sql, { id, bodyId, diff }) };
}
