/** Query plans of lists and look-ups in organisations with many rows: they read a page, not all rows. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { Registry } from 'prom-client';
import type { WorkflowOrder } from '../../../src/contract/lists/estate.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import type { TenantTransaction } from '../../../src/infra/database/transaction.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import {
  ALL_ENTRIES,
  audit,
  listAuditEntries,
  listAuditRows,
} from '../../../src/service/audit/audit-store.ts';
import {
  EXCEPTIONS_PER_FILE_MAX,
  listExceptionsOf,
} from '../../../src/service/exceptions/exceptions-store.ts';
import { type FindingFilters, listOpenFindings } from '../../../src/service/results/estate/findings-store.ts';
import { listWorkflows } from '../../../src/service/results/estate/workflows-store.ts';
import type { EntryFilters } from '../../../src/service/results/feed/feed-entry.ts';
import { listFeed } from '../../../src/service/results/feed/feed-list-store.ts';
import { countMovedRuns } from '../../../src/service/results/feed/moved-runs-store.ts';
import { listValidations } from '../../../src/service/validations/validation-list-store.ts';
import { insertValidation } from '../../../src/service/validations/validations-store.ts';
import {
  createDeliveryGauges,
  DELIVERIES_COUNTED_MAX,
  DELIVERY_COUNT_MS_MIN,
} from '../../../src/service/webhooks/delivery/delivery-metrics.ts';
import { listDeliveries } from '../../../src/service/webhooks/delivery-log-store.ts';
import { testDatabase, testOrganisation } from '../../support/database/database.ts';
import { validationRecord } from '../../support/service/validation-record.ts';

const ALL_WORKFLOWS = {
  platform: null,
  repository: null,
  text: null,
  scoreMin: null,
  scoreMax: null,
  wouldBlock: null,
  sourceId: null,
  ownerTeamId: null,
  criticality: null,
  dataClass: null,
} as const;
const OPEN_FINDINGS: FindingFilters = {
  severity: null,
  category: null,
  ruleId: null,
  ticket: null,
  platform: null,
  repository: null,
  workflowId: null,
  sourceId: null,
  text: null,
  status: 'open',
  since: null,
  before: null,
  ruleIds: null,
  assigned: null,
  reader: null,
  ownerTeamId: null,
  criticality: null,
  dataClass: null,
};

const ROWS = 3_000;
const PAGE = 10;

const database = await testDatabase();
const { app, owner } = database;
const webhookId = uuidV7();
let orgId = '';

before(async () => {
  orgId = await testOrganisation(database);
  const record = validationRecord(orgId, { filename: 'src/Main.xaml', branch: 'main' });
  await withOrganisation(app, orgId, async (sql) => {
    await insertValidation(sql, record);
    for (let entry = 0; entry < 3; entry += 1) {
      await audit(sql, {
        actor: { kind: 'key', id: 'abcdefgh', name: 'CI', email: null },
        action: 'settings.updated',
        target: { kind: 'settings', id: orgId, name: 'Settings' },
        details: {},
        requestId: null,
      });
    }
  });
  await owner`
    insert into validations
    select (jsonb_populate_record(v, jsonb_build_object('id', uuid_v7_floor(now() - n * interval '1 second')))).*
    from validations v, generate_series(1, ${ROWS}) as n where v.id = ${record.id}`;
  await owner`
    insert into audit_entries (org_id, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, details)
    select ${orgId}, 'key', 'abcdefgh', 'CI', 'settings.updated', 'settings', ${orgId}, 'Settings', '{}'
    from generate_series(1, ${ROWS})`;
  await owner`
    insert into deliveries (org_id, id, webhook_id, event_id, event_kind, status, created_at)
    select ${orgId}, uuid_v7_floor(at), ${webhookId}, uuid_v7_floor(at), 'validation.completed', 'succeeded', at
    from generate_series(1, ${ROWS}) as n, lateral (select now() - n * interval '1 second' as at) as time`;
  await owner`
    insert into exceptions (org_id, id, decision, rule_id, file_name, fingerprint, location, severity, reason, expires_at,
                            requested_at, requested_by_kind, requested_by_id, requested_by_name, decided_at)
    select ${orgId}, uuid_v7_floor(now() - n * interval '1 second'), 'rejected', 'UIP-REL-001',
      case n % 2 when 0 then 'src/Main.xaml' else '*.xaml' end, n::text, 'Main', 'high', 'r', now() + interval '1 day',
      now(), 'key', 'abcdefgh', 'CI', now()
    from generate_series(1, ${3 * EXCEPTIONS_PER_FILE_MAX}) as n`;
  await owner`
    insert into workflows
    select ${orgId}, uuid_v7_floor(now() - n * interval '1 second'), 'uipath', 'uipath-workflow', 'src/' || n || '.xaml', null,
      null, null, null, true, uuid_v7_floor(now() - n * interval '1 second'), now(), true, 0, 50 + n % 50, 0, 0, 0, 0, 0,
      array[80], now()
    from generate_series(1, ${ROWS}) as n`;
  await owner`
    insert into open_findings
    select org_id, id, id, 'UIP-REL-00' || extract(epoch from validated_at)::bigint % 9, 'Empty catch block', platform, 3,
      'reliability', 'none', validated_at from workflows where org_id = ${orgId}`;
  await owner`
    update validations set is_alone = false, repository = 'moved' where id in (select id from validations order by id limit 5)`;
  await owner`insert into packed_results (org_id, reached_id) values (${orgId}, ${uuidV7()})`;
  await owner`analyze validations, audit_entries, deliveries, exceptions, workflows, open_findings`;
});

/** Runs a query with the statements that contain a word explained instead. Returns the most rows that a scan read. */
async function rowsRead(word: string, query: (sql: TenantTransaction) => Promise<unknown>): Promise<number> {
  let plan = '';
  await withOrganisation(app, orgId, async (sql) => {
    const explaining = new Proxy(sql, {
      apply(target, self, [strings, ...values]) {
        const call = (texts: readonly string[]) => Reflect.apply(target, self, [texts, ...values]);
        if (!strings.join('').includes(word)) return call(strings);
        const [first = '', ...others] = strings as string[];
        const texts = Object.assign([`explain (analyze) ${first}`, ...others], { raw: strings });
        return call(texts).then((rows: Record<string, string>[]) => {
          plan += rows.map((row) => `${Object.values(row)[0]}\n`).join('');
          return [];
        });
      },
    });
    await query(explaining);
  });
  const numbers = (pattern: RegExp) => [...plan.matchAll(pattern)].map(([, digits]) => Number(digits));
  const read = numbers(/(?:Index|Seq|Heap)[^\n]* Scan[^\n]* on [^\n]*actual [^\n]*rows=([\d.]+)/g);
  assert.ok(read.length > 0, plan);
  return Math.max(...read, ...numbers(/Rows Removed by Filter: (\d+)/g));
}

describe('a page of an organisation with many rows', () => {
  const log =
    (status: 'failed' | 'skipped' | 'pending' | 'sending' | 'succeeded' | null) => (sql: TenantTransaction) =>
      listDeliveries(sql, webhookId, { status, cursor: null, pageSize: PAGE });
  const feed = (filters: Parameters<typeof listValidations>[1]) => (sql: TenantTransaction) =>
    listValidations(sql, filters, null, PAGE);
  const runs = (filters: EntryFilters) => (sql: TenantTransaction) =>
    listFeed(sql, { kind: 'file', ...filters }, null, PAGE);
  const workflows = (order: WorkflowOrder) => (sql: TenantTransaction) =>
    listWorkflows(sql, ALL_WORKFLOWS, order, { cursor: null, pageSize: PAGE });
  const findings = (filters: Partial<FindingFilters>) => (sql: TenantTransaction) =>
    listOpenFindings(sql, { ...OPEN_FINDINGS, ...filters }, { cursor: null, pageSize: PAGE });
  const cases = {
    'the audit log': ['from audit_entries', (sql) => listAuditEntries(sql, ALL_ENTRIES, null, PAGE)],
    'the entries of a check of the log': ['from audit_entries', (sql) => listAuditRows(sql, 0, PAGE)],
    'all deliveries': ['as page', log(null)],
    'deliveries that failed': ['as page', log('failed')],
    'deliveries that were skipped': ['as page', log('skipped')],
    'deliveries that succeeded': ['as page', log('succeeded')],
    'deliveries that wait': ['as page', log('pending')],
    'deliveries that are being sent': ['as page', log('sending')],
    'the feed without a filter': ['found_id', runs({})],
    'the feed of a repository that none has': ['found_id', runs({ repository: 'none' })],
    'the feed of a repository whose runs have moved': ['found_id', runs({ repository: 'moved' })],
    'the feed of a branch that all have': ['found_id', runs({ branch: 'main' })],
    'the feed of a file that all are': ['found_id', runs({ filename: 'src/Main.xaml' })],
    'the feed of a label that none has': ['found_id', runs({ label: 'none' })],
    'moved runs of a repository that none has': [
      'as moved',
      (sql) => countMovedRuns(sql, sql`run.repository = 'none'`).catch(() => 0),
    ],
    'moved runs of a file that all are': [
      'as moved',
      (sql) => countMovedRuns(sql, sql`run.filename = 'src/Main.xaml'`).catch(() => 0),
    ],
    'blocked runs, of which there are none': ['found_id', runs({ passed: false })],
    'regressions, of which there are none': ['found_id', runs({ regression: true })],
    'failed runs, of which there are none': ['found_id', runs({ status: 'failed' })],
    'queued runs, of which there are none': ['found_id', runs({ status: 'queued' })],
    'passed runs of the feed, which all are': ['found_id', runs({ passed: true, source: 'cicd' })],
    'workflows, the worst first': ['from workflows', workflows('score')],
    'workflows, the newest first': ['from workflows', workflows('time')],
    'findings without a filter': ['as materialized', findings({})],
    'findings by a severity that none has': ['as materialized', findings({ severity: 'critical' })],
    'findings by a rule that none has': ['as materialized', findings({ ruleId: 'UIP-SEC-001' })],
    'validations without a filter': ['found_at', feed({})],
    'validations by a source that none has': ['found_at', feed({ source: 'none' })],
    'validations by a platform that none has': ['found_at', feed({ platform: 'blue-prism' })],
    'validations by a result that none has': ['found_at', feed({ passed: false })],
    'validations by a result that all have': ['found_at', feed({ passed: true })],
    'validations by a score that none has': ['found_at', feed({ maxScore: 20 })],
    'validations by any score': ['found_at', feed({ minScore: 1 })],
    'validations by a branch that all have': ['found_at', feed({ branch: 'main' })],
  } as const satisfies Record<string, readonly [string, (sql: TenantTransaction) => Promise<unknown>]>;
  for (const [name, [word, query]] of Object.entries(cases)) {
    it(`reads no more than the page: ${name}`, async () => {
      const read = await rowsRead(word, query);
      assert.ok(read <= PAGE + 1, `${read} rows`);
    });
  }

  it('of the exceptions of a file reads no more than a run looks at, however many were decided', async () => {
    const file = { scope: null, path: 'src/Main.xaml', formerName: 'Main.xaml' };
    const read = await rowsRead('as found', (sql) => listExceptionsOf(sql, [file], new Date()));
    assert.ok(read <= 2 * EXCEPTIONS_PER_FILE_MAX, `${read} rows`);
  });
});

describe('the gauges of deliveries', () => {
  it('count a long queue once a minute, a short one at every scrape', async () => {
    await owner`
      insert into delivery_queue (org_id, id, webhook_id, event_id, is_test, attempts, round_attempts, due_at, is_due)
      select ${orgId}, uuid_v7_floor(now() - n * interval '1 second'), ${webhookId}, ${webhookId}, false, 0, 0, now() - interval '1 second', true
      from generate_series(1, ${DELIVERIES_COUNTED_MAX + 1}) as n`;
    const registry = new Registry();
    let nowMs = 0;
    const gauges = createDeliveryGauges(registry, database.ownerSql, () => nowMs);
    const waiting = async () => {
      await gauges.refresh();
      return /^flowarden_deliveries_waiting (\d+)$/m.exec(await registry.metrics())?.[1];
    };
    assert.equal(await waiting(), String(DELIVERIES_COUNTED_MAX + 1));
    await owner`delete from delivery_queue where org_id = ${orgId}`;
    nowMs = DELIVERY_COUNT_MS_MIN - 1;
    assert.equal(await waiting(), String(DELIVERIES_COUNTED_MAX + 1));
    nowMs = DELIVERY_COUNT_MS_MIN;
    assert.equal(await waiting(), '0');
    await owner`
      insert into delivery_queue (org_id, id, webhook_id, event_id, is_test, attempts, round_attempts, due_at, is_due)
      values (${orgId}, ${webhookId}, ${webhookId}, ${webhookId}, false, 0, 0, now() - interval '1 second', true)`;
    assert.equal(await waiting(), '1');
  });
});
