/** The feed over REST and gRPC: runs of every state in one list, its filters, its counts, and what needs attention. */

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { NO_DIFF } from '../../../src/analysis/model/diff.ts';
import type { PipelineContext } from '../../../src/contract/ci-context.ts';
import { FeedServiceService as Methods } from '../../../src/gen/flowarden/v1/feed.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { FACET_VALUES_MAX } from '../../../src/service/results/feed/feed-counts-store.ts';
import { FEED_LIMITS } from '../../../src/service/results/feed/limits.ts';
import type { ValidationRecord } from '../../../src/service/validations/validation-record.ts';
import { insertValidation } from '../../../src/service/validations/validations-store.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';
import { type Identity, testCore } from '../../support/service/core.ts';
import { finding, validationRecord } from '../../support/service/validation-record.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies as they come; other tests hold them against the schemas
type Body = any;

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const { owner, app } = core.database;
const XAML =
  '<Activity xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"><Sequence DisplayName="Main"/></Activity>';
const START = Date.now() - 60_000;

async function read(path: string, who: Identity): Promise<Body> {
  const headers = { Authorization: `ApiKey ${who.key}`, 'X-Org-Id': who.orgId };
  return (await fetch(gateway.url + path, { headers })).json();
}

/** Stores a completed run that was submitted `second` seconds after the first. */
async function store(
  orgId: string,
  second: number,
  filename: string,
  changes: Partial<ValidationRecord> = {},
): Promise<string> {
  const at = new Date(START + second * 1000);
  const record = validationRecord(orgId, { filename, validatedAt: at, label: null, ...changes });
  await withOrganisation(app, orgId, (sql) => insertValidation(sql, record));
  await owner`update validations set created_at = ${at} where id = ${record.id}`;
  return record.id;
}

const pipelineOf = (repository: string): PipelineContext => ({ repository }) as PipelineContext;

async function storeProject(orgId: string, second: number, status: 'completed' | 'failed'): Promise<string> {
  const id = uuidV7(new Date(START + second * 1000));
  const now = new Date();
  const result = {
    passed: true,
    would_block_count: 0,
    score: 90,
    critical_count: 0,
    high_count: 0,
    medium_count: 0,
    low_count: 0,
    total_count: 0,
    findings: [],
    rule_errors: [],
    diff: NO_DIFF,
    is_regression: false,
  };
  const row = {
    org_id: orgId,
    id,
    status,
    filename: 'robot.zip',
    repository: 'bank/b',
    pipeline: { repository: 'bank/b' },
    enforcement_mode: 'warning',
    ruleset: 'default',
    content_bytes: 10,
    content_sha256: '\\x00',
    file_count: 3,
    include_vendor: false,
    include_logic_apps: false,
    block_unanalysed: false,
    failed_count: 1,
    started_at: now,
    completed_at: now,
    created_at: new Date(START + second * 1000),
    ...(status === 'completed' ? result : { error: { code: 'archive_unsafe', message: 'It is.' } }),
  };
  await owner`
    insert into projects select * from json_populate_record(null::projects, ${JSON.stringify(row)}::text::json)`;
  return id;
}

let who: Identity;
let projectId = '';
/** Runs by a letter, the first submitted first: blocked, regression, file of a project, passed, failed project, project, queued. */
const ids: Record<string, string> = {};

before(async () => {
  who = await core.identity();
  const { orgId } = who;
  projectId = uuidV7(new Date(START));
  ids.b = await store(orgId, 1, 'src/Blocked.xaml', {
    passed: false,
    enforcementMode: 'blocking',
    score: 40,
    pipeline: pipelineOf('bank/a'),
    branch: 'refs/heads/main',
    label: 'nightly',
    environment: 'factory',
  });
  ids.r = await store(orgId, 2, 'src/Worse.xaml', {
    score: 60,
    diff: { ...NO_DIFF, isRegression: true, scoreDelta: -7, counts: { ...NO_DIFF.counts, new: 2 } },
  });
  ids.hidden = await store(orgId, 3, 'src/InArchive.xaml', { projectId });
  ids.p = await store(orgId, 4, 'src/Passed_100%.xaml', {
    platform: 'blue-prism',
    wouldBlockCount: 0,
    findings: [finding({ severity: 'low' })],
    score: 99,
  });
  ids.f = await storeProject(orgId, 5, 'failed');
  ids.c = await storeProject(orgId, 6, 'completed');
  const form = new FormData();
  form.set('platform', 'uipath');
  form.set('file', new Blob([XAML]), 'Waiting.xaml');
  const headers = { Authorization: `ApiKey ${who.key}`, 'X-Org-Id': orgId };
  const path = `${gateway.url}/api/v1/validate/async`;
  const queued = (await (await fetch(path, { method: 'POST', headers, body: form })).json()) as Body;
  ids.q = queued.validationId;
  // No jobs process of this test runs it.
  await owner`delete from graphile_worker._private_jobs where payload ->> 'validationId' is not null`;
});

const FEED = '/api/v1/feed';

/** The letters of the runs that a query shows, in their order. */
async function lettersBy(query: string): Promise<string> {
  const { runs, error } = await read(`${FEED}?${query}`, who);
  assert.equal(error, undefined, JSON.stringify(error));
  const letter = (id: string) => Object.keys(ids).find((name) => ids[name] === id) ?? id;
  return runs.map(({ id }: Body) => letter(id)).join('');
}

describe('the feed', () => {
  it('shows runs of every state, newest submission first, projects as one and their files not', async () => {
    assert.equal(await lettersBy(''), 'qcfprb');
    const { runs, nextCursor } = await read(FEED, who);
    assert.equal(nextCursor, null);
    const shown = runs.map(({ kind, status, passed, fileCount, error }: Body) => [
      kind,
      status,
      passed,
      fileCount,
      error?.code ?? null,
    ]);
    assert.deepEqual(shown.slice(0, 4), [
      ['file', 'queued', null, null, null],
      ['project', 'completed', true, 3, null],
      ['project', 'failed', false, 3, 'archive_unsafe'],
      ['file', 'completed', true, null, null],
    ]);
    const { score, scoreDelta, isRegression, newFindingsCount, wouldBlock, summary } = runs[4];
    assert.deepEqual(
      { score, scoreDelta, isRegression, newFindingsCount, wouldBlock, critical: summary.critical },
      { score: 60, scoreDelta: -7, isRegression: true, newFindingsCount: 2, wouldBlock: 1, critical: 1 },
    );
    assert.equal(runs[5].queuedAt, new Date(START + 1000).toISOString());
    assert.match(runs[1].reportUrl, /\/projects\/[-0-9a-f]+$/);
    assert.deepEqual([runs[1].processedCount, runs[1].failedCount], [3, 1]);
  });

  it('is narrowed by every filter, and by several together', async () => {
    for (const [query, expected] of [
      ['q=BLOCKED', 'b'],
      ['q=_100%25', 'p'],
      ['q=%25nothing', ''],
      ['filename=robot.zip', 'cf'],
      ['repository=bank/a', 'b'],
      ['repository=bank/b', 'cf'],
      ['branch=main', 'prb'],
      ['environment=factory', 'b'],
      ['source=cicd', 'prb'],
      ['label=nightly', 'b'],
      ['platform=blue_prism', 'p'],
      ['kind=project', 'cf'],
      ['kind=file', 'qprb'],
      ['status=queued', 'q'],
      ['status=failed', 'f'],
      ['status=canceled', ''],
      ['passed=true', 'cpr'],
      ['passed=false', 'fb'],
      ['wouldBlock=true', 'rb'],
      ['would_block=false', 'cp'],
      ['regression=true', 'r'],
      ['minScore=61', 'cp'],
      ['maxScore=60', 'rb'],
      [`queuedAfter=${new Date(START + 4000).toISOString()}`, 'qcfp'],
      [`queuedBefore=${new Date(START + 4000).toISOString()}`, 'rb'],
      ['branch=main&passed=true&maxScore=70', 'r'],
      ['kind=project&status=completed&repository=bank/b', 'c'],
    ] as const)
      assert.equal(await lettersBy(query), expected, query);
  });

  it('is read page by page, files and projects merged', async () => {
    let cursor = '';
    let read_ = '';
    for (let page = 0; page < 4; page += 1) {
      const body = await read(`${FEED}?pageSize=2&cursor=${cursor}`, who);
      read_ += body.runs.map(({ id }: Body) => Object.keys(ids).find((name) => ids[name] === id)).join('');
      cursor = body.nextCursor ?? '';
      if (cursor === '') break;
    }
    assert.equal(read_, 'qcfprb');
  });

  it('shows only the newest run of a file on request', async () => {
    const one = await core.identity();
    for (const second of [1, 2])
      await store(one.orgId, second, 'Again.xaml', { passed: second === 2, enforcementMode: 'blocking' });
    const passed = async (query: string) =>
      (await read(`${FEED}?${query}`, one)).runs.map((run: Body) => run.passed);
    assert.deepEqual(await passed(''), [true, false]);
    assert.deepEqual(await passed('latest=true'), [true]);
    assert.deepEqual(await passed('latest=true&passed=false'), []);
  });

  it('goes on behind the runs that it has looked through when few of them match', {
    skip: IN_FULL_RUN_ONLY,
  }, async () => {
    const one = await core.identity();
    const id = await store(one.orgId, 0, 'src/Needle.xaml');
    const hay = await store(one.orgId, 1, 'src/Hay.xaml');
    await owner`
      insert into validations
      select (jsonb_populate_record(v, jsonb_build_object('id', uuid_v7_floor(now() + n * interval '1 second')))).*
      from validations v, generate_series(1, ${FEED_LIMITS.feedRunsScannedMax}) as n where v.id = ${hay}`;
    const first = await read(`${FEED}?q=needle`, one);
    assert.deepEqual(first.runs, []);
    const second = await read(`${FEED}?q=needle&cursor=${first.nextCursor}`, one);
    assert.deepEqual([second.runs[0]?.id, second.nextCursor], [id, null]);
    const counts = await read(`${FEED}/counts?q=needle`, one);
    assert.deepEqual([counts.total, counts.counted, counts.isComplete], [0, 10_000, false]);
  });

  it('rejects filters without a meaning, over gRPC too', async () => {
    for (const query of [
      'status=done',
      'kind=folder',
      'passed=maybe',
      'minScore=0',
      'queuedAfter=yesterday',
    ]) {
      const { error } = await read(`${FEED}?${query}`, who);
      assert.equal(error?.code, 'invalid_field', query);
    }
    assert.equal((await read(`${FEED}?platform=basic`, who)).error.code, 'unknown_platform');
    assert.equal((await read(`${FEED}?cursor=x`, who)).error.code, 'invalid_cursor');
    const filters = { latest: false, queuedAfter: undefined, queuedBefore: undefined, status: 'done' };
    const rejected = await core.rejection(Methods.listFeed, { pageSize: 0, cursor: '', filters }, who);
    assert.equal(rejected.reason, 'INVALID_FIELD');
  });

  it('is for who may read everything of the organisation', async () => {
    const writer = await core.identity(['analysis:write'], who.orgId);
    for (const path of [FEED, `${FEED}/counts`, `${FEED}/summary`])
      assert.equal((await read(path, writer)).error.code, 'insufficient_scope', path);
    assert.deepEqual((await read(FEED, await core.identity())).runs, []);
  });
});

describe('the counts of the feed', () => {
  const facetsBy = async (query: string) => {
    const body = await read(`${FEED}/counts?${query}`, who);
    const facets = body.facets.map(({ name, values }: Body) => [
      name,
      Object.fromEntries(values.map(({ value, count }: Body) => [value, count])),
    ]);
    return { ...body, facets: Object.fromEntries(facets) };
  };

  it('say how many runs each value would show', async () => {
    const { total, counted, isComplete, facets } = await facetsBy('');
    assert.deepEqual([total, counted, isComplete], [6, 6, true]);
    assert.deepEqual(facets.status, { completed: 4, failed: 1, queued: 1 });
    assert.deepEqual(facets.kind, { file: 4, project: 2 });
    assert.deepEqual(facets.passed, { true: 3, false: 2 });
    assert.deepEqual(facets.platform, { platform_1: 3, platform_4: 1 });
    assert.deepEqual(facets.branch, { main: 3 });
    assert.deepEqual(facets.repository, { 'bank/a': 1, 'bank/b': 2 });
    assert.deepEqual(facets.regression, { true: 1, false: 3 });
  });

  it('ignore the filter of the facet itself, and no other', async () => {
    const { total, facets } = await facetsBy('status=completed&kind=project');
    assert.equal(total, 1);
    assert.deepEqual(facets.status, { completed: 1, failed: 1 });
    assert.deepEqual(facets.kind, { file: 3, project: 1 });
    assert.deepEqual(facets.repository, { 'bank/b': 1 });
  });

  it('list at most twenty values, and count the others together', async () => {
    const one = await core.identity();
    for (let n = 0; n < 22; n += 1) await store(one.orgId, n, 'A.xaml', { label: `label-${n}` });
    await store(one.orgId, 30, 'A.xaml', { label: 'label-21' });
    const { facets } = await read(`${FEED}/counts`, one);
    const label = facets.find(({ name }: Body) => name === 'label');
    assert.deepEqual(label.values[0], { value: 'label-21', count: 2, label: null });
    assert.deepEqual([label.values.length, label.othersCount], [FACET_VALUES_MAX, 2]);
  });
});

describe('the summary of the feed', () => {
  it('counts what needs attention, each file once', async () => {
    const { orgId } = who;
    const summary = await read(`${FEED}/summary`, who);
    assert.deepEqual(
      { ...summary, since: null },
      {
        since: null,
        blocked: { count: 2, isExact: true },
        regressions: { count: 1, isExact: true },
        queued: 1,
        running: 0,
        exceptionsPending: 0,
        exceptionsToDecide: 0,
      },
    );
    const reader = await core.identity(['analysis:read'], orgId);
    const { exceptionsPending, exceptionsToDecide } = await read(`${FEED}/summary`, reader);
    assert.deepEqual([exceptionsPending, exceptionsToDecide], [null, null]);
  });

  it('counts for an approver the exceptions that others have requested', async () => {
    const one = await core.identity();
    const request = async (identity: Identity, fileName: string) => {
      const response = await fetch(`${gateway.url}/api/v1/exceptions`, {
        method: 'POST',
        headers: {
          Authorization: `ApiKey ${identity.key}`,
          'X-Org-Id': identity.orgId,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({
          ruleId: 'UIP-MNT-001',
          fileName,
          location: '*',
          reason: 'r',
          expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
        }),
      });
      assert.equal(response.status, 201, await response.text());
    };
    await request(one, 'own.xaml');
    const other = await core.identity(['exceptions:request'], one.orgId);
    await request(other, 'first.xaml');
    await request(other, 'second.xaml');
    const summary = await read(`${FEED}/summary`, one);
    assert.deepEqual([summary.exceptionsPending, summary.exceptionsToDecide], [3, 2]);
  });
});
