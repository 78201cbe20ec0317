/** Rows for `npm run bench million`: copies of one row of each table, made by the database itself. */

import { metricsOfFile } from '../src/analysis/inventory/metrics.ts';
import { NO_DIFF } from '../src/analysis/model/diff.ts';
import type { Finding } from '../src/analysis/model/finding.ts';
import type { PipelineContext } from '../src/contract/ci-context.ts';
import { eachTag } from '../src/contract/runs/run-tags.ts';
import type { Sql } from '../src/infra/database/connections.ts';
import { inTransaction } from '../src/infra/database/database.ts';
import {
  ofOrganisation,
  type TenantTransaction,
  type Transaction,
} from '../src/infra/database/transaction.ts';
import { uuidV7 } from '../src/infra/database/uuid-v7.ts';
import { audit } from '../src/service/audit/audit-store.ts';
import { decideException, insertException } from '../src/service/exceptions/exceptions-store.ts';
import type { ValidationRecord } from '../src/service/validations/validation-record.ts';
import { insertValidation } from '../src/service/validations/validations-store.ts';
import { insertWebhook } from '../src/service/webhooks/webhooks-store.ts';

/** Value of the oldest rows alone: the worst case of a list that begins with the newest. */
export const RARE = 'rare';

/** Rare rows of each table. */
export const RARE_ROWS = 5;

/** Entries of the audit log and exceptions, for any number of validations. */
const MANAGED_ROWS = 30_000;

const AUDIT_BATCH = 1_000;
const VALIDATION_BATCH = 50_000;
const FINDINGS = 10;
/** Days over which the rows are spread. */
const DAYS = 75;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const ACTOR = { kind: 'key', id: 'bench', name: 'Bench', email: null } as const;

/** Rows of one organisation. */
export interface ManyRows {
  readonly webhookId: string;
}

/** Creates `count` validations and deliveries of the organisation, and its other rows. */
export async function makeRows(owner: Sql, orgId: string, count: number): Promise<ManyRows> {
  const write = <Result>(work: (sql: Transaction) => Promise<Result>) =>
    inTransaction(owner, work, 2 * HOUR_MS);
  const webhookId = uuidV7();
  await write((sql) => makePartitions(sql, Math.ceil(DAYS / 30)));
  await write((sql) => makeTemplates(ofOrganisation(sql, orgId), webhookId));
  for (let first = 1; first <= count; first += VALIDATION_BATCH) {
    const last = Math.min(first + VALIDATION_BATCH - 1, count);
    await write((sql) => copyValidations(sql, orgId, { first, last, count }));
    await write((sql) => copyDeliveries(sql, orgId, { first, last, count }));
  }
  for (let first = 1; first <= MANAGED_ROWS; first += AUDIT_BATCH)
    await write((sql) => copyAuditEntries(sql, orgId, first));
  await write((sql) => copyExceptions(sql, orgId));
  await write((sql) => queueDeliveries(sql, orgId, count / 10));
  await write((sql) => sql`analyze`);
  return { webhookId };
}

/** Rows `first` to `last` of `count`, where 1 is the newest. */
interface Range {
  readonly first: number;
  readonly last: number;
  readonly count: number;
}

/** Creates partitions of the past months, which a new database lacks. */
export async function makePartitions(sql: Transaction, months: number): Promise<void> {
  for (let monthsAgo = 1; monthsAgo <= months; monthsAgo += 1) {
    const [month] = await sql<[{ name: string; from: string; to: string }]>`
      select 'validations_' || to_char(first_day, 'YYYY_MM') as name, uuid_v7_floor(first_day at time zone 'utc') as from,
        uuid_v7_floor((first_day + interval '1 month') at time zone 'utc') as to
      from (select date_trunc('month', now() at time zone 'utc') - make_interval(months => ${monthsAgo}) as first_day) as past`;
    const { name, from, to } = month;
    await sql.unsafe(
      `create table ${name} partition of validations for values from ('${from}') to ('${to}')`,
    );
  }
}

/** Stores one row of each table, as the program does. */
async function makeTemplates(sql: TenantTransaction, webhookId: string): Promise<void> {
  const { orgId } = sql;
  const now = new Date();
  await insertWebhook(sql, {
    id: webhookId,
    orgId,
    url: 'https://example.com/hook',
    target: 'generic',
    events: ['validation.completed'],
    description: null,
    repository: null,
    teamId: null,
    secret: Buffer.from('sealed'),
    secretPreview: 'sealed',
    createdBy: 'bench',
    createdAt: now,
  });
  await insertValidation(sql, sampleRecord(orgId, now));
  await sql`delete from delivery_queue where org_id = ${orgId}`;
  await audit(sql, {
    actor: ACTOR,
    action: 'settings.updated',
    target: { kind: 'settings', id: orgId, name: 'Settings' },
    details: {},
    requestId: null,
  });
  const id = uuidV7();
  await insertException(sql, {
    orgId,
    id,
    ruleId: 'UIP-REL-001',
    fileName: 'src/Main.xaml',
    byBaseName: false,
    fingerprint: 'a'.repeat(32),
    places: null,
    location: 'Main',
    repository: 'bank/robots',
    severity: 'high',
    reason: 'The bench needs it.',
    expiresAt: new Date(now.getTime() + DAY_MS),
    validationId: null,
    findingId: null,
    requestedAt: now,
    requestedByKind: 'key',
    requestedById: ACTOR.id,
    requestedByName: ACTOR.name,
    requestedByEmail: null,
  });
  await decideException(sql, { id }, 'approved', { by: ACTOR, at: now, note: null });
}

/** Copies the organisation's newest row of a table, with other values in some columns. */
async function copy(
  sql: Transaction,
  table: string,
  orgId: string,
  { first, last }: Pick<Range, 'first' | 'last'>,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const columns = await sql<{ name: string }[]>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`;
  const names = columns.map(({ name }) => name);
  // No part of this comes from outside.
  await sql.unsafe(`
    insert into ${table} (${names.join(', ')})
    select ${names.map((name) => values[name] ?? `copied.${name}`).join(', ')}
    from (select * from ${table} where org_id = '${orgId}' order by 1 desc, 2 desc limit 1) as copied,
      generate_series(${first}, ${last}) as n`);
}

/** Builds the SQL expression for the time of row `n`. */
const timeOf = (count: number) => `(copied_at - n * interval '${(DAYS * DAY_MS) / count} milliseconds')`;

async function copyValidations(sql: Transaction, orgId: string, range: Range): Promise<void> {
  const rare = (common: string, value = `'${RARE}'`) =>
    `case when n > ${range.count - RARE_ROWS} then ${value} else ${common} end`;
  const time = timeOf(range.count).replace('copied_at', 'copied.created_at');
  const filename = rare(`'src/File' || n % 2000 || '.xaml'`);
  const repository = rare(`'bank/robots-' || n % 20`);
  const branch = rare(`case when n % 5 < 3 then 'main' else 'feature/' || n % 5000 end`);
  await copy(sql, 'validations', orgId, range, {
    id: idOf('n', time),
    validated_at: time,
    created_at: time,
    filename,
    repository,
    branch,
    // A push of 30 files.
    pipeline: `copied.pipeline || jsonb_build_object('commit', md5((n / 600)::text))`,
    run_key: `run_key_of('uipath', ${repository}, ${filename}, ${branch})`,
    label: rare(`case when n % 2 = 0 then 'release-' || n % 1000 end`),
    source: rare(`case when n % 10 < 8 then 'cicd' end`),
    platform: rare(`'uipath'`, `'blue-prism'`),
    passed: `n <= ${range.count - RARE_ROWS}`,
    score: rare('60 + n % 30', '5'),
  });
}

async function copyDeliveries(sql: Transaction, orgId: string, range: Range): Promise<void> {
  const time = timeOf(range.count).replace('copied_at', 'copied.created_at');
  await copy(sql, 'deliveries', orgId, range, {
    id: idOf('n', time),
    event_id: idOf('n', time),
    created_at: time,
    finished_at: time,
    status: `case when n > ${range.count - RARE_ROWS} then 'failed' else 'succeeded' end`,
  });
}

async function copyAuditEntries(sql: Transaction, orgId: string, first: number): Promise<void> {
  const range = { first, last: first + AUDIT_BATCH - 1 };
  await copy(sql, 'audit_entries', orgId, range, {
    action: `case when n <= ${RARE_ROWS} then 'plan.updated' else 'api_key.updated' end`,
    actor_id: `case when n <= ${RARE_ROWS} then '${RARE}' else 'bench' || n % 50 end`,
    target_kind: `case when n <= ${RARE_ROWS} then 'organisation' else 'api_key' end`,
    target_id: `case when n <= ${RARE_ROWS} then '${RARE}' else 'key' || n % 500 end`,
  });
}

async function copyExceptions(sql: Transaction, orgId: string): Promise<void> {
  const time = `(copied.requested_at - n * interval '1 minute')`;
  const last = MANAGED_ROWS - RARE_ROWS;
  await copy(
    sql,
    'exceptions',
    orgId,
    { first: 1, last: MANAGED_ROWS },
    {
      id: idOf('n', time),
      requested_at: time,
      rule_id: `case when n > ${last} then '${RARE}' else 'UIP-REL-00' || n % 9 end`,
      file_name: `case when n > ${last} then '${RARE}' else 'src/File' || n % 2000 || '.xaml' end`,
      decision: `case when n > ${last} then 'rejected' when n % 100 = 0 then 'approved' else 'pending' end`,
      expires_at: `case when n % 20 = 0 then now() + interval '1 day' else ${time} end`,
      decided_at: 'now()',
    },
  );
}

/** Queues a tenth of the deliveries, half of them for a later attempt. */
async function queueDeliveries(sql: Transaction, orgId: string, count: number): Promise<void> {
  await sql`
    insert into delivery_queue (org_id, id, webhook_id, event_id, is_test, attempts, round_attempts, due_at, is_due)
    select org_id, id, webhook_id, event_id, false, 0, 0,
      case when number % 2 = 0 then now() + interval '1 day' else created_at end, number % 2 = 1
    from (select *, row_number() over () as number from deliveries where org_id = ${orgId} limit ${count}) as waiting`;
}

/** Builds a UUIDv7 from a time and a number. */
const idOf = (number: string, time: string) =>
  `overlay(uuid_v7_floor(${time})::text placing '7000-8000-' || lpad(to_hex(${number}), 12, '0') from 15)::uuid`;

/** Builds a finished validation with ten findings. */
export function sampleRecord(orgId: string, validatedAt: Date): ValidationRecord {
  return {
    id: uuidV7(),
    orgId,
    projectId: null,
    platform: 'uipath',
    kind: 'uipath-workflow',
    filename: 'src/Main.xaml',
    hasPath: true,
    ...eachTag(() => null),
    source: 'cicd',
    branch: 'main',
    environment: null,
    ruleset: 'default',
    rulesetDigest: 'd1',
    policyPackId: null,
    policyPackSlug: null,
    enforcementMode: 'warning',
    passed: true,
    failOn: 'high',
    wouldBlockCount: 1,
    score: 80,
    scoreVersion: 'score-v1',
    summary: { critical: 0, high: FINDINGS, medium: 0, low: 0, total: FINDINGS },
    findings: Array.from({ length: FINDINGS }, (_, index) => finding(index)),
    ruleErrors: [],
    inventory: { 'activity_type:Assign': 12, 'host:erp.corp.example': 2 },
    channels: null,
    form: null,
    metrics: metricsOfFile([]),
    checkedRules: { security: 21 },
    outlineId: null,
    hasNotes: false,
    isPart: false,
    pipeline: { repository: 'bank/robots', branch: 'main' } as PipelineContext,
    diff: NO_DIFF,
    artifactKey: 'Main',
    contentSha256: 'ab'.repeat(32),
    contentBytes: 51_000,
    engineVersion: '0.0.0-bench',
    validatedAt,
    validationMs: 12,
    ownerId: 'bench',
    ownerName: 'Bench',
  };
}

function finding(index: number): Finding {
  const hash = (name: string) => Buffer.from(`${name}${index}`.padEnd(16, '·')).toString('hex').slice(0, 32);
  return {
    id: uuidV7(),
    ruleId: 'UIP-REL-001',
    rule: 'Empty catch',
    detectorId: 'UIP-REL-001@1',
    severity: 'high',
    category: 'reliability',
    confidence: 'high',
    kind: 'issue',
    description: `The catch of "Step ${index}" does nothing, so that the error stays unknown.`,
    remediation: 'Log the exception and throw it again, or handle it.',
    complianceTags: ['CWE-390'],
    location: {
      names: ['Main', `Step ${index}`],
      path: `/Activity/Sequence/TryCatch[${index}]`,
      line: 1,
      column: 5,
    },
    subject: 'Catch',
    dedupeGroup: 'catch',
    fingerprints: { element: hash('e'), strong: hash('s'), medium: hash('m'), weak: hash('w') },
    exceptionId: null,
    exceptionStatus: 'none',
  } as Finding;
}
