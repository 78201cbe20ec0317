/** Scheduled pulls over the wire: sources that are due, turns between organisations, and tenants that throttle. */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectPulls, disconnect, inTransaction } from '../../../src/infra/database/database.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createSeal, deriveSourcesKey } from '../../../src/infra/sealing/seal.ts';
import { planPulls } from '../../../src/service/sources/pulling/plan-pulls.ts';
import {
  type ClaimedPull,
  claimPull,
  releaseClaim,
} from '../../../src/service/sources/pulling/pull-claims-store.ts';
import { type PullDeps, runPull } from '../../../src/service/sources/pulling/pull-run.ts';
import { countedStatements } from '../../support/database/counted-statements.ts';
import { json, startOrchestrator } from '../../support/remotes/orchestrator.ts';
import { nupkg, type ReplayTenant } from '../../support/remotes/orchestrator-tenant.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';
import { SECRETS_KEY } from '../../support/service/webhook.ts';

const service = await projectService();
const { core, gateway } = service;
const { owner } = core.database;
const pullsSql = connectPulls(core.database.url);
after(() => disconnect(pullsSql));

const deps: PullDeps = {
  sql: pullsSql,
  seal: createSeal(deriveSourcesKey(SECRETS_KEY)),
  networks: { allowsHttp: true, networks: [{ network: '127.0.0.0/8', orgId: null }] },
  log: createLogger('silent', 'test'),
  requestsPerSecond: 1_000,
};

async function call(who: Identity, method: string, path: string, body?: unknown) {
  const response = await fetch(gateway.url + path, {
    method,
    headers: { ...headers(who), 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body };
}

const NOWHERE = 'http://127.0.0.1:9/acme/production/orchestrator_';
let made = 0;

/** Adds a source with a credential. Returns its path. */
async function addSource(who: Identity, more: object = {}, url = NOWHERE): Promise<string> {
  made += 1;
  const source = { kind: 'uipath', name: `Source ${made}`, url, onPremises: true, ...more };
  const { status, body } = await call(who, 'POST', '/api/v1/sources', source);
  assert.equal(status, 201, JSON.stringify(body));
  const path = `/api/v1/sources/${body.id}`;
  await call(who, 'PUT', `${path}/credential`, { clientId: 'client-1', clientSecret: 'secret-1' });
  return path;
}

const pullsOf = async (who: Identity, path: string) =>
  (await call(who, 'GET', `${path}/pulls`)).body.pulls as Body[];

const plan = (at: Date) => inTransaction(pullsSql, (sql) => planPulls(sql, at));
const claim = () => inTransaction(pullsSql, (sql) => claimPull(sql, 'test'));
const release = (pull: ClaimedPull, pauseMs: number) =>
  inTransaction(pullsSql, (sql) => releaseClaim(sql, pull, pauseMs));

/** Ends all pulls of the tests before. */
const endAll = () =>
  owner`update source_pulls set state = 'ended', outcome = 'failed', ended_at = now(), leased_until = null where state <> 'ended'`;

/** Time behind every schedule of the tests. */
const inTwoDays = () => new Date(Date.now() + 2 * 86_400_000);

describe('a schedule', () => {
  it('is set, shown, changed and taken away', async () => {
    const who = await core.identity();
    const path = await addSource(who, { everyMinutes: 120 });
    const { body: source } = await call(who, 'GET', path);
    assert.deepEqual([source.everyMinutes, source.dailyAt], [120, null]);
    const waitMs = Date.parse(source.nextPullAt) - Date.now();
    assert.ok(waitMs > 0 && waitMs <= 120 * 60_000);
    const both = await call(who, 'PATCH', path, { dailyAt: '02:30' });
    assert.deepEqual([both.status, both.body.error.code], [400, 'invalid_field']);
    const daily = await call(who, 'PATCH', path, { dailyAt: '02:30', everyMinutes: null });
    assert.deepEqual([daily.body.everyMinutes, daily.body.dailyAt], [null, '02:30']);
    assert.match(daily.body.nextPullAt, /T02:(?:3\d|4[0-5])/);
    const paused = await call(who, 'PATCH', path, { state: 'paused' });
    assert.deepEqual([paused.body.dailyAt, paused.body.nextPullAt], ['02:30', null]);
    const none = await call(who, 'PATCH', path, { state: 'active', dailyAt: null });
    assert.deepEqual([none.body.dailyAt, none.body.nextPullAt], [null, null]);
    const { body: log } = await call(who, 'GET', '/api/v1/audit-log?action=source.updated');
    assert.match(JSON.stringify(log), /"field":"dailyAt","from":null,"to":"02:30"/);
  });

  for (const wrong of [
    { everyMinutes: 59 },
    { everyMinutes: 10_081 },
    { dailyAt: '24:00' },
    { dailyAt: '2:30' },
  ])
    it(`is no ${JSON.stringify(wrong)}`, async () => {
      const who = await core.identity();
      const source = { kind: 'uipath', name: 'Wrong', url: NOWHERE, onPremises: true, ...wrong };
      assert.equal((await call(who, 'POST', '/api/v1/sources', source)).status, 400);
    });
});

describe('sources that are due', () => {
  it('are started once, and not while they are paused, run already or have no credential', async () => {
    await endAll();
    const who = await core.identity();
    const due = await addSource(who, { everyMinutes: 60 });
    const running = await addSource(who, { everyMinutes: 60 });
    await call(who, 'POST', `${running}/pulls`);
    const paused = await addSource(who, { everyMinutes: 60 });
    await call(who, 'PATCH', paused, { state: 'paused' });
    const bare = await call(who, 'POST', '/api/v1/sources', {
      kind: 'uipath',
      name: 'Bare',
      url: NOWHERE,
      onPremises: true,
      everyMinutes: 60,
    });
    const byHand = await addSource(who);
    await owner`update sources set next_pull_at = null where org_id <> ${who.orgId}`;
    const at = inTwoDays();
    assert.equal(await plan(at), 1);
    assert.equal(await plan(at), 0, 'the next time has not come');
    const [started] = await pullsOf(who, due);
    assert.deepEqual([started.state, started.startedBy], ['waiting', null]);
    assert.equal((await pullsOf(who, running)).length, 1);
    for (const path of [paused, `/api/v1/sources/${bare.body.id}`, byHand])
      assert.deepEqual(await pullsOf(who, path), []);
    const { body: next } = await call(who, 'GET', due);
    const waitMs = Date.parse(next.nextPullAt) - at.getTime();
    assert.ok(waitMs > 0 && waitMs <= 3_600_000);
  });

  it('lose the rounds that ended long ago', async () => {
    await endAll();
    const who = await core.identity();
    const path = await addSource(who, { everyMinutes: 60 });
    await call(who, 'POST', `${path}/pulls`);
    await endAll();
    await plan(inTwoDays());
    assert.equal((await pullsOf(who, path)).length, 2);
    await endAll();
    await plan(new Date(Date.now() + 100 * 86_400_000));
    assert.equal((await pullsOf(who, path)).length, 1);
  });
});

describe('turns', () => {
  it('go to the organisation of which less runs, then to who has waited longest', async () => {
    await endAll();
    const many = await core.identity();
    const few = await core.identity();
    const sources = [
      await addSource(many),
      await addSource(many),
      await addSource(many),
      await addSource(few),
    ];
    for (const path of sources) {
      const who = path === sources[3] ? few : many;
      assert.equal((await call(who, 'POST', `${path}/pulls`)).status, 202);
    }
    await owner`update source_pulls set due_at = created_at - interval '1 hour' where state <> 'ended'`;
    const turns: ClaimedPull[] = [];
    for (let pull = await claim(); pull !== undefined; pull = await claim()) turns.push(pull);
    assert.deepEqual(
      turns.map(({ sourceId }) => sources.findIndex((path) => path.endsWith(sourceId))),
      [0, 3, 1],
      'of one organisation two run at once',
    );
    await release(turns[0]!, 0);
    assert.ok(sources[2]!.endsWith((await claim())!.sourceId), 'who had a turn waits behind the others');
  });
});

const tenantOf = (folders: number): ReplayTenant => {
  const packages = [
    { id: 'A', version: '1.0.0', bytes: nupkg('A', '1.0.0', { 'Main.xaml': Buffer.from('<a/>') }) },
  ];
  return {
    folders: Array.from({ length: folders }, (_, at) => ({
      id: at + 1,
      path: `Robots ${at}`,
      runs: at === 0 ? packages : [],
    })),
    packages,
  };
};

describe('a tenant that throttles', () => {
  it('gives its place to others until the time that it says, and goes on where it was', async () => {
    await endAll();
    const who = await core.identity();
    const tenant = await startOrchestrator(tenantOf(3), {
      faults: [
        {
          operation: 'releases',
          after: 1,
          answer: (response) => {
            response.setHeader('Retry-After', '600');
            json(response, 429, {});
          },
        },
      ],
    });
    after(() => tenant.close());
    const path = await addSource(who, {}, tenant.url);
    await call(who, 'POST', `${path}/pulls`);
    const pull = (await claim())!;
    const pauseMs = (await runPull(deps, pull, new AbortController().signal))!;
    assert.ok(pauseMs > 590_000 && pauseMs <= 600_000, String(pauseMs));
    await release(pull, pauseMs);
    const [shown] = await pullsOf(who, path);
    assert.equal(shown.state, 'listing');
    assert.ok(Date.parse(shown.throttledUntil) - Date.now() > 590_000);
    assert.equal(await claim(), undefined, 'it is not due');
    await owner`update source_pulls set due_at = now() where id = ${shown.id}`;
    const listed = tenant.count('releases');
    assert.equal(await runPull(deps, (await claim())!, new AbortController().signal), undefined);
    assert.equal(
      tenant.count('releases') - listed,
      2,
      'the folder before the throttled one is not listed again',
    );
    const [end] = await pullsOf(who, path);
    assert.deepEqual([end.state, end.throttledUntil, end.problems], ['judging', null, []]);
    assert.deepEqual(tenant.violations, []);
  });
});

describe('a pull that would never end', () => {
  const neverEnding = async (who: Identity) => {
    await endAll();
    const tenant = await startOrchestrator(tenantOf(1), {
      faults: [{ operation: 'folders', times: 100, answer: () => {} }],
    });
    after(() => tenant.close());
    const path = await addSource(who, {}, tenant.url);
    await call(who, 'POST', `${path}/pulls`);
    return { path, pull: (await claim())! };
  };

  it('ends while it runs, once it has taken 24 hours', async () => {
    const who = await core.identity();
    const { path, pull } = await neverEnding(who);
    const createdAt = new Date(Date.now() - 86_400_000 + 500);
    assert.equal(await runPull(deps, { ...pull, createdAt }, new AbortController().signal), undefined);
    const [end] = await pullsOf(who, path);
    assert.equal(end.outcome, 'failed');
    assert.match(end.problems[0], /longer than 24 h/);
  });

  it('ends when the operator no longer allows its network, and says so', async () => {
    const who = await core.identity();
    const { path, pull } = await neverEnding(who);
    const networks = { allowsHttp: true, networks: [] };
    assert.equal(await runPull({ ...deps, networks }, pull, new AbortController().signal), undefined);
    const [end] = await pullsOf(who, path);
    assert.equal(end.outcome, 'failed');
    assert.match(end.problems[0], /is not a public address\..+FLOWARDEN_SOURCE_NETWORKS/);
  });
});

describe('a source that has not changed', () => {
  it('costs at most 3 statements an hour when it is pulled once a day', async () => {
    await endAll();
    const who = await core.identity();
    const tenant = await startOrchestrator(tenantOf(5));
    after(() => tenant.close());
    const path = await addSource(who, {}, tenant.url);
    const { sql, statements } = countedStatements(core.database.url, 'flowarden_pulls');
    await call(who, 'POST', `${path}/test`);
    await runPull({ ...deps, sql }, (await claim())!, new AbortController().signal);
    await owner`update source_artefacts set reason = null, judged_marker = marker where org_id = ${who.orgId}`;
    await call(who, 'POST', `${path}/pulls`);
    const pull = (await claim())!;
    const before = statements.length;
    await runPull({ ...deps, sql }, pull, new AbortController().signal);
    const own = statements.slice(before);
    assert.ok(own.length <= 72, `${own.length} statements`);
  });
});
