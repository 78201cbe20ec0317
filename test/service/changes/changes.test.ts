/** Changes over REST: what belongs together, its verdict, its runs, what it brings and resolves. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { NO_DIFF } from '../../../src/analysis/model/diff.ts';
import { changeIdOf } from '../../../src/contract/change.ts';
import type { PipelineContext } from '../../../src/contract/ci-context.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { uuidV7 } from '../../../src/infra/database/uuid-v7.ts';
import { deleteChangesPastRetention } from '../../../src/service/changes/old-changes-store.ts';
import type { ValidationRecord } from '../../../src/service/validations/validation-record.ts';
import { insertValidation } from '../../../src/service/validations/validations-store.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { type Identity, testCore } from '../../support/service/core.ts';
import { finding, validationRecord } from '../../support/service/validation-record.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies as they come; other tests hold them against the schemas
type Body = any;

const core = await testCore();
const gateway = await startTestGateway({ corePort: core.server.port });
after(() => gateway.stop());
const { owner, app } = core.database;

const START = Date.now() - 3_600_000;
const COMMIT = '9fceb02d0ae598e95dc970b74767f19372d61af8';

async function call(path: string, who: Identity): Promise<{ readonly status: number; readonly body: Body }> {
  const headers = { Authorization: `ApiKey ${who.key}`, 'X-Org-Id': who.orgId };
  const response = await fetch(gateway.url + path, { headers });
  return { status: response.status, body: await response.json() };
}

async function changesOf(who: Identity, query = ''): Promise<Body[]> {
  const { status, body } = await call(`/api/v1/changes${query}`, who);
  assert.equal(status, 200, JSON.stringify(body));
  return body.changes;
}

const pipelineOf = (members: Partial<PipelineContext>): PipelineContext =>
  ({ repository: 'bank/robots', branch: 'main', commit: COMMIT, ...members }) as PipelineContext;

/** Stores a completed run, submitted `second` seconds after the first. */
async function store(
  who: Identity,
  second: number,
  members: Partial<ValidationRecord> = {},
): Promise<string> {
  const validatedAt = new Date(START + second * 1000);
  const record = validationRecord(who.orgId, {
    validatedAt,
    label: null,
    pipeline: pipelineOf({}),
    wouldBlockCount: 0,
    findings: [],
    ...members,
  });
  await withOrganisation(app, who.orgId, async (sql) => {
    await insertValidation(sql, record);
  });
  return record.id;
}

/** Stores a queued run over the owner's connection. */
async function queue(who: Identity, filename: string): Promise<string> {
  const id = uuidV7();
  const row = {
    org_id: who.orgId,
    id,
    status: 'queued',
    platform: 'uipath',
    filename,
    has_path: true,
    is_alone: true,
    lost_runs: 0,
    include_vendor: false,
    include_logic_apps: false,
    block_unanalysed: false,
    repository: 'bank/robots',
    branch: 'main',
    pipeline: { commit: COMMIT },
    enforcement_mode: 'blocking',
    blob_id: uuidV7(),
    content_sha256: '\\x00',
    content_bytes: 1,
    created_at: new Date(),
  };
  await owner`insert into validations select * from json_populate_record(null::validations, ${JSON.stringify(row)}::text::json)`;
  return id;
}

const BLOCKED = { passed: false, wouldBlockCount: 2, enforcementMode: 'blocking' } as const;

describe('runs of a change', () => {
  it('are those of one repository and commit; the blocking count of the gate decides', async () => {
    const who = await core.identity();
    await store(who, 0, { filename: 'a.xaml', findings: [finding()], wouldBlockCount: 0 });
    const blocked = await store(who, 1, { filename: 'b.xaml', ...BLOCKED, findings: [finding(), finding()] });
    await store(who, 2, {
      filename: 'c.xaml',
      pipeline: pipelineOf({
        commit: COMMIT.toUpperCase(),
        prUrl: 'https://x.test/pr/7',
        author: 'amelia',
        agent: 'codex',
      }),
    });
    const [change, ...others] = await changesOf(who);
    assert.deepEqual(others, []);
    const { kind, status, passed, wouldBlock, runCount, fileCount, blockedCount, commit } = change;
    assert.deepEqual(
      { kind, status, passed, wouldBlock, runCount, fileCount, blockedCount, commit },
      {
        kind: 'commit',
        status: 'completed',
        passed: false,
        wouldBlock: 2,
        runCount: 3,
        fileCount: 3,
        blockedCount: 1,
        commit: COMMIT,
      },
    );
    assert.deepEqual(
      [change.prUrl, change.author, change.agent, change.filename],
      ['https://x.test/pr/7', 'amelia', 'codex', 'c.xaml'],
    );
    assert.equal('agent' in change.pipeline, false);
    assert.equal(change.summary.critical, 3);
    const { body } = await call(`/api/v1/changes/${change.id}/runs`, who);
    assert.deepEqual(
      body.runs.map(({ filename }: Body) => filename),
      ['b.xaml', 'a.xaml', 'c.xaml'],
    );
    assert.equal(body.runs[0].id, blocked);
    const workflowRunUrl = 'https://ci.test/runs/1';
    assert.equal(
      change.id,
      changeIdOf(who.orgId, { repository: 'bank/robots', commit: COMMIT, workflowRunUrl }),
    );
    assert.match(change.reportUrl, new RegExp(`/changes/${change.id}$`));
  });

  it('pass with critical findings that exceptions waive', async () => {
    const who = await core.identity();
    await store(who, 0, {
      enforcementMode: 'blocking',
      wouldBlockCount: 0,
      findings: [finding({ exceptionStatus: 'approved' })],
    });
    const [change] = await changesOf(who);
    assert.deepEqual([change.passed, change.wouldBlock, change.summary.critical], [true, 0, 1]);
  });

  it('are those of one pipeline run without a commit, else each is one by itself', async () => {
    const who = await core.identity();
    const workflowRunUrl = 'https://ci.test/runs/1';
    await store(who, 0, { filename: 'a.xaml', pipeline: pipelineOf({ commit: null, workflowRunUrl }) });
    await store(who, 1, { filename: 'b.xaml', pipeline: pipelineOf({ commit: null, workflowRunUrl }) });
    const alone = await store(who, 2, { filename: 'c.xaml', pipeline: null });
    const changes = await changesOf(who);
    assert.deepEqual(
      changes.map(({ kind, runCount }: Body) => [kind, runCount]),
      [
        ['file', 1],
        ['pipeline', 2],
      ],
    );
    assert.equal(changes[0].id, alone);
    assert.equal(
      changes[1].id,
      changeIdOf(who.orgId, { repository: 'bank/robots', commit: null, workflowRunUrl }),
    );
  });

  it('replace earlier ones of the same file, whose findings it goes on from', async () => {
    const who = await core.identity();
    const entry = (status: 'new' | 'resolved', findingId: string) =>
      ({
        status,
        findingId,
        ruleId: 'UIP-SEC-001',
        location: 'Main > Log in',
        currentSeverity: status === 'new' ? 'critical' : null,
        previousSeverity: status === 'new' ? null : 'critical',
      }) as const;
    const first = await store(who, 0, {
      ...BLOCKED,
      diff: {
        ...NO_DIFF,
        counts: { ...NO_DIFF.counts, new: 2, resolved: 1 },
        changes: [entry('new', 'n1'), entry('new', 'n2'), entry('resolved', 'r1')],
      },
    });
    assert.equal((await changesOf(who))[0].passed, false);
    const second = await store(who, 60, {
      enforcementMode: 'blocking',
      diff: {
        ...NO_DIFF,
        previousValidatedAt: new Date(START),
        counts: { ...NO_DIFF.counts, new: 1, resolved: 1 },
        changes: [entry('resolved', 'n1'), entry('new', 'n3')],
      },
    });
    const [change] = await changesOf(who);
    const { passed, runCount, fileCount, newFindingsCount, resolvedFindingsCount, id } = change;
    assert.deepEqual(
      { passed, runCount, fileCount, newFindingsCount, resolvedFindingsCount },
      { passed: true, runCount: 2, fileCount: 1, newFindingsCount: 2, resolvedFindingsCount: 1 },
    );
    const findings = (await call(`/api/v1/changes/${id}/findings`, who)).body.findings;
    assert.deepEqual(
      findings.map(({ status, findingId, fileName, severity, runId }: Body) => [
        status,
        findingId,
        fileName,
        severity,
        runId,
      ]),
      [
        ['new', 'n2', 'Main.xaml', 'critical', second],
        ['new', 'n3', 'Main.xaml', 'critical', second],
        ['resolved', 'r1', 'Main.xaml', 'critical', second],
      ],
    );
    const replaced = (await call(`/api/v1/changes/${id}/runs?replaced=true`, who)).body.runs;
    assert.deepEqual(
      replaced.map((run: Body) => run.id),
      [first],
    );
  });

  it('of a name without a folder replace only those with the same bytes', async () => {
    const who = await core.identity();
    const bare = { filename: 'Main.xaml' };
    await store(who, 0, { ...bare, contentSha256: '01'.repeat(32), ...BLOCKED });
    await store(who, 1, { ...bare, contentSha256: '02'.repeat(32) });
    const [both] = await changesOf(who);
    assert.deepEqual([both.passed, both.fileCount, both.blockedCount], [false, 2, 1]);
    await store(who, 2, { ...bare, contentSha256: '01'.repeat(32) });
    const [again] = await changesOf(who);
    assert.deepEqual([again.passed, again.fileCount, again.blockedCount], [true, 2, 0]);
  });

  it('with a proven repository are replaced by none without the proof', async () => {
    const who = await core.identity();
    await store(who, 0, { ...BLOCKED, pipeline: pipelineOf({ isProven: true }) });
    await store(who, 1, { enforcementMode: 'blocking' });
    assert.equal((await changesOf(who))[0].passed, false);
    await store(who, 2, { enforcementMode: 'blocking', pipeline: pipelineOf({ isProven: true }) });
    assert.equal((await changesOf(who))[0].passed, true);
  });

  it('wait: the change runs, fails with a run without a result, and goes on without a canceled one', async () => {
    const who = await core.identity();
    await store(who, 0, { filename: 'src/a.xaml', ...BLOCKED });
    const again = await queue(who, 'src/a.xaml');
    const other = await queue(who, 'src/b.xaml');
    const state = async () => {
      const [{ status, passed, openCount, failedCount, blockedCount, fileCount }] = await changesOf(who);
      return { status, passed, openCount, failedCount, blockedCount, fileCount };
    };
    const open = {
      status: 'running',
      passed: null,
      openCount: 2,
      failedCount: 0,
      blockedCount: 0,
      fileCount: 2,
    };
    assert.deepEqual(await state(), open);
    await owner`update validations set status = 'canceled', blob_id = null where id = ${again}`;
    assert.deepEqual(await state(), { ...open, passed: false, openCount: 1, blockedCount: 1 });
    await owner`
      update validations set status = 'failed', blob_id = null, error = '{"code":"parse_error","message":"It is."}'
      where id = ${other}`;
    assert.deepEqual(await state(), {
      status: 'completed',
      passed: false,
      openCount: 0,
      failedCount: 1,
      blockedCount: 1,
      fileCount: 2,
    });
  });

  it('of many files at once are all counted', async () => {
    const who = await core.identity();
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => store(who, index, { filename: `f${index}.xaml`, ...BLOCKED })),
    );
    const changes = await changesOf(who);
    assert.deepEqual(
      changes.map(({ fileCount, blockedCount, wouldBlock }: Body) => [fileCount, blockedCount, wouldBlock]),
      [[40, 40, 80]],
    );
  });
});

describe('changes of before their migration', () => {
  it('are the same as those of the trigger', async () => {
    const who = await core.identity();
    await store(who, 0, { filename: 'a.xaml', ...BLOCKED, findings: [finding()] });
    await store(who, 1, { filename: 'a.xaml', enforcementMode: 'blocking' });
    await store(who, 2, { filename: 'b.xaml', ...BLOCKED, pipeline: pipelineOf({ isProven: true }) });
    await store(who, 3, { filename: 'b.xaml' });
    await store(who, 4, { pipeline: null });
    await store(who, 5, { pipeline: pipelineOf({ commit: null, workflowRunUrl: 'https://ci.test/2' }) });
    await queue(who, 'c.xaml');
    const rows = () => owner`
      select to_jsonb(changes) - 'active_at' as change, (
        select jsonb_agg(to_jsonb(member) order by run_id) from change_runs as member
        where member.org_id = changes.org_id and member.change_id = changes.id
      ) as runs
      from changes where org_id = ${who.orgId} order by id`;
    const tracked = await rows();
    assert.equal(tracked.length, 3);
    await owner`delete from changes where org_id = ${who.orgId}`;
    const migration = readFileSync(
      new URL('../../../sql/0073_changes_of_before.sql', import.meta.url),
      'utf8',
    );
    await owner.begin((sql) => sql.unsafe(migration));
    assert.deepEqual(await rows(), tracked);
  });

  it('have also the runs of before of a change that the trigger has begun', async () => {
    const who = await core.identity();
    await store(who, 0, { filename: 'a.xaml', ...BLOCKED });
    await store(who, 1, { filename: 'b.xaml' });
    await store(who, 2, { filename: 'c.xaml' });
    await owner`delete from changes where org_id = ${who.orgId}`;
    // The migration of the trigger has run, that of the runs before it not yet.
    await store(who, 3, { filename: 'b.xaml', ...BLOCKED });
    await store(who, 4, { filename: 'b.xaml' });
    const migration = readFileSync(
      new URL('../../../sql/0073_changes_of_before.sql', import.meta.url),
      'utf8',
    );
    await owner.begin((sql) => sql.unsafe(migration));
    const [change] = await changesOf(who);
    const { passed, runCount, countedRuns, fileCount, blockedCount, wouldBlock } = change;
    assert.deepEqual(
      { passed, runCount, countedRuns, fileCount, blockedCount, wouldBlock },
      { passed: false, runCount: 5, countedRuns: 3, fileCount: 3, blockedCount: 1, wouldBlock: 2 },
    );
    const { runs } = (await call(`/api/v1/changes/${change.id}/runs`, who)).body;
    assert.equal(runs.length, 3);
  });
});

describe('the list of changes', () => {
  let who: Identity;
  const commitOf = (number: number) => `${number}`.padStart(40, '0');

  before(async () => {
    who = await core.identity();
    for (let number = 0; number < 7; number += 1)
      await store(who, number * 700, {
        branch: number % 2 === 0 ? 'refs/heads/main' : 'feature/x',
        pipeline: pipelineOf({ commit: commitOf(number), repository: number < 4 ? 'bank/a' : 'bank/b' }),
        ...(number === 5 ? BLOCKED : {}),
      });
  });

  it('is read in pages, newest first, each change once', async () => {
    const found: string[] = [];
    let cursor = '';
    do {
      const { body } = await call(`/api/v1/changes?pageSize=3${cursor && `&cursor=${cursor}`}`, who);
      found.push(...body.changes.map(({ commit }: Body) => commit));
      cursor = body.nextCursor ?? '';
    } while (cursor !== '');
    assert.deepEqual(found, [6, 5, 4, 3, 2, 1, 0].map(commitOf));
  });

  const cases: readonly (readonly [query: string, expected: readonly number[]])[] = [
    ['?repository=bank/a', [3, 2, 1, 0]],
    ['?branch=main', [6, 4, 2, 0]],
    ['?repository=bank/a&branch=feature/x', [3, 1]],
    [`?commit=${'0'.repeat(39)}3`, [3]],
    ['?passed=false', [5]],
    ['?wouldBlock=true', [5]],
    ['?status=running', []],
    ['?passed=true&repository=bank/b', [6, 4]],
    ['?environment=production', []],
  ];
  for (const [query, expected] of cases)
    it(`filters by ${query}`, async () => {
      const found = await changesOf(who, query);
      assert.deepEqual(
        found.map(({ commit }) => Number(commit)),
        expected,
      );
    });

  it('finds the change of a run, and the one before it on its branch', async () => {
    const [run] = (await call('/api/v1/feed?repository=bank/b&branch=main', who)).body.runs;
    const [change] = await changesOf(who, `?runId=${run.id}`);
    assert.equal(Number(change.commit), 6);
    const { body } = await call(`/api/v1/changes/${change.id}`, who);
    const before = await call(`/api/v1/changes/${body.previousChangeId}`, who);
    assert.equal(Number(before.body.commit), 4);
  });

  for (const [path, status, code] of [
    ['/api/v1/changes?cursor=nonsense', 400, 'invalid_cursor'],
    ['/api/v1/changes?status=odd', 400, 'invalid_field'],
    ['/api/v1/changes?pageSize=500', 400, 'invalid_field'],
    ['/api/v1/changes?runId=1', 400, 'invalid_field'],
    ['/api/v1/changes/not-an-id', 400, 'invalid_field'],
    [`/api/v1/changes/${uuidV7()}`, 404, 'not_found'],
    [`/api/v1/changes/${uuidV7()}/runs`, 404, 'not_found'],
    [`/api/v1/changes/${uuidV7()}/findings`, 404, 'not_found'],
  ] as const)
    it(`answers ${status} to ${path.replace(/[0-9a-f-]{36}/, 'an unknown id')}`, async () => {
      const answer = await call(path, who);
      assert.deepEqual([answer.status, answer.body.error?.code], [status, code], JSON.stringify(answer.body));
    });

  it('shows nothing of another organisation, and nothing without the scope', async () => {
    const stranger = await core.identity();
    assert.deepEqual(await changesOf(stranger), []);
    const [change] = await changesOf(who);
    for (const rest of ['', '/runs', '/findings'])
      assert.equal((await call(`/api/v1/changes/${change.id}${rest}`, stranger)).status, 404);
    const writer = await core.identity(['analysis:write'], who.orgId);
    assert.equal((await call('/api/v1/changes', writer)).status, 403);
  });

  it('loses changes past the retention with what it stores of their runs', async () => {
    const old = await core.identity();
    await store(old, 0, {});
    // A run that never ended, and is deleted, would leave its change running for ever.
    await queue(old, 'lost.xaml');
    await owner`delete from validations where org_id = ${old.orgId} and status = 'queued'`;
    await owner`update changes set active_at = now() - interval '4000 days' where org_id = ${old.orgId}`;
    assert.equal(
      await owner.begin((sql) => deleteChangesPastRetention(sql as never, new Date(), 3650, 100)),
      1,
    );
    const left = await owner`select from change_runs where org_id = ${old.orgId}`;
    assert.equal(left.count, 0);
  });
});
