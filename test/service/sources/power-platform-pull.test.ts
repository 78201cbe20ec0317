/** Pulls of Power Platform environments over the wire: a replayed Dataverse, the loop of the process that pulls, jobs and a core. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { connectPulls, disconnect } from '../../../src/infra/database/database.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createSeal, deriveSourcesKey } from '../../../src/infra/sealing/seal.ts';
import { startPulls } from '../../../src/service/sources/pulling/start-pulls.ts';
import { until } from '../../support/processes.ts';
import {
  idOf,
  type ReplayEnvironment,
  type ReplayFlow,
  startDataverse,
} from '../../support/remotes/dataverse.ts';
import { bySize } from '../../support/ring.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';
import { SECRETS_KEY } from '../../support/service/webhook.ts';

const DEFINITION = readFileSync(
  join(import.meta.dirname, '../../../samples/power-automate/ApproveInvoice.json'),
  'utf8',
);

const service = await projectService();
const { core, gateway } = service;
const { owner } = core.database;
const pullsSql = connectPulls(core.database.url);
const stop = startPulls(
  {
    sql: pullsSql,
    seal: createSeal(deriveSourcesKey(SECRETS_KEY)),
    networks: { allowsHttp: true, networks: [{ network: '127.0.0.0/8', orgId: null }] },
    log: createLogger('silent', 'test'),
    requestsPerSecond: 1_000,
  },
  'test',
);
after(async () => {
  await stop();
  await disconnect(pullsSql);
});

async function call(who: Identity, method: string, path: string, body?: unknown) {
  const response = await fetch(gateway.url + path, {
    method,
    headers: { ...headers(who), 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body };
}

/** Adds a source of the replayed environments. Returns its path. */
async function addSource(who: Identity, environments: readonly ReplayEnvironment[]) {
  const replay = await startDataverse(environments);
  after(() => replay.close());
  const [url, ...moreUrls] = replay.urls;
  const source = { kind: 'power-platform', name: 'Power Platform', url, moreUrls, tenant: replay.tenant };
  const { status, body } = await call(who, 'POST', '/api/v1/sources', source);
  assert.equal(status, 201, JSON.stringify(body));
  const path = `/api/v1/sources/${body.id}`;
  assert.equal((await call(who, 'PUT', `${path}/credential`, { token: 'a-token' })).status, 400);
  const set = await call(who, 'PUT', `${path}/credential`, {
    clientId: 'client-1',
    clientSecret: 'secret-1',
  });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  return { replay, path };
}

async function pulled(who: Identity, path: string, how: 'pulls' | 'test' = 'pulls'): Promise<Body> {
  const begun = await call(who, 'POST', `${path}/${how}`);
  assert.equal(begun.status, 202, JSON.stringify(begun.body));
  await service.work();
  return until('the pull has ended', async () => {
    const { body } = await call(who, 'GET', `${path}/pulls/${begun.body.id}`);
    return body.state === 'ended' ? body : null;
  });
}

const flow = (at: number, more: Partial<ReplayFlow> = {}): ReplayFlow => ({
  id: idOf(at),
  name: `Flow ${at}`,
  clientdata: DEFINITION.replace('Approve', `Approve${at}`),
  ...more,
});

const SCRIPT = "SET Total TO 1\r\nDisplay.ShowMessageDialog.ShowMessage Title: $'''Sum''' Message: Total";

const AGENT = {
  id: idOf(900),
  name: 'Help desk',
  schemaname: 'acme_helpDesk',
  authenticationmode: 1,
  components: [
    {
      id: idOf(901),
      schemaname: 'acme_helpDesk.topic.Greeting',
      data: 'kind: AdaptiveDialog\nbeginDialog:\n  kind: OnRecognizedIntent\n  id: main\n  actions:\n    - kind: SendActivity\n      id: hello\n      activity: Hello\n',
    },
  ],
};

const FLOWS = bySize(6, 40);

describe('a pull of environments', () => {
  it('judges flows, desktop flows and agents, and then what has changed alone', async () => {
    const who = await core.identity();
    const flows = Array.from({ length: FLOWS }, (_, at) => flow(at + 1));
    const first = {
      flows: [
        ...flows,
        flow(700, { category: 6, clientdata: '{}', definition: SCRIPT }),
        flow(701, { statecode: 0 }),
      ],
      agents: [AGENT],
    };
    const second = { flows: [flow(1)], agents: null };
    const { replay, path } = await addSource(who, [first, second]);
    const full = await pulled(who, path);
    assert.deepEqual([full.problems, full.outcome], [[], 'complete']);
    assert.deepEqual([full.toFetch, full.fetched, full.judged], [FLOWS + 3, FLOWS + 3, FLOWS + 3]);
    const { body: source } = await call(who, 'GET', path);
    assert.deepEqual(source.coverage, {
      known: FLOWS + 4,
      atLeast: false,
      judged: FLOWS + 3,
      reasons: [{ reason: 'not_running', artefacts: 1 }],
    });
    const kinds = await owner`
      select kind, count(*)::int as runs from validations where org_id = ${who.orgId} group by kind order by kind`;
    assert.deepEqual(
      kinds.map(({ kind, runs }) => [kind, runs]),
      [
        ['copilot-studio-part', 2],
        ['power-automate-desktop-flow', 1],
        ['power-automate-flow', FLOWS + 1],
      ],
    );
    const count = async () => {
      const [row] = await owner`
        select (select count(*)::int from validations where org_id = ${who.orgId}) as validations,
          (select count(*)::int from projects where org_id = ${who.orgId}) as projects,
          (select count(*)::int from source_artefacts where org_id = ${who.orgId}) as artefacts`;
      return { ...row } as { validations: number; projects: number; artefacts: number };
    };
    const before = await count();
    assert.equal((await pulled(who, path)).toFetch, 0);
    assert.deepEqual(await count(), before);
    const changed = flows.map((one, at) =>
      at < 3 ? { ...one, version: 2, clientdata: DEFINITION.replace('Approve', `Changed${at}`) } : one,
    );
    replay.environments = [{ ...first, flows: [...changed, ...first.flows.slice(FLOWS)] }, second];
    const next = await pulled(who, path);
    assert.deepEqual([next.toFetch, next.judged], [3, 3]);
    assert.deepEqual(await count(), {
      validations: before.validations + 3,
      projects: before.projects + 3,
      artefacts: before.artefacts,
    });
    assert.deepEqual(replay.violations, []);
  });

  it('says what became of flows: turned off, renamed, deleted, forbidden', async () => {
    const who = await core.identity();
    const two = { flows: [flow(9)], agents: null };
    const { replay, path } = await addSource(who, [
      { flows: [flow(1), flow(2), flow(3)], agents: null },
      two,
    ]);
    await pulled(who, path);
    const shown = async () =>
      Object.fromEntries(
        (await call(who, 'GET', `${path}/artefacts`)).body.artefacts.map((one: Body) => [
          one.name,
          one.presence === 'present' ? one.reason : one.presence,
        ]),
      );
    assert.deepEqual(await shown(), { 'Flow 1': null, 'Flow 2': null, 'Flow 3': null, 'Flow 9': null });
    const changed = {
      flows: [flow(1, { name: 'Renamed', version: 2 }), flow(2, { statecode: 0 })],
      agents: null,
    };
    replay.environments = [changed, { ...two, isStranger: true }];
    const end = await pulled(who, path);
    assert.equal(end.outcome, 'incomplete');
    assert.match(end.problems.join('\n'), /Add it as an application user/);
    assert.deepEqual(await shown(), {
      Renamed: null,
      'Flow 2': 'not_running',
      'Flow 3': 'missing',
      'Flow 9': 'no_access',
    });
    replay.environments = [changed, two];
    await pulled(who, path);
    assert.deepEqual(await shown(), {
      Renamed: null,
      'Flow 2': 'not_running',
      'Flow 3': 'gone',
      'Flow 9': null,
    });
    assert.deepEqual(replay.violations, []);
  });
});

describe('a test of environments', () => {
  it('says what the role may do too much', async () => {
    const who = await core.identity();
    const rights = { prvReadWorkflow: 'Global', prvReadUser: 'Global', prvWriteWorkflow: 'Global' };
    const { path } = await addSource(who, [{ flows: [flow(1)], agents: null, rights }]);
    const probe = await pulled(who, path, 'test');
    assert.match(probe.warnings[0], /prvwriteworkflow/);
    assert.equal(probe.outcome, 'complete');
  });
});

describe('a source of environments', () => {
  for (const [title, wrong] of [
    ['another host', { url: 'https://evil.example' }],
    ['an inner address', { url: 'https://10.1.2.3' }],
    ['no tenant', { tenant: null }],
    ['a host of its own', { onPremises: true }],
    ['further environments of another cloud', { moreUrls: ['https://acme.crm.dynamics.cn'] }],
  ] as const)
    it(`is rejected with ${title}`, async () => {
      const who = await core.identity();
      const source = {
        kind: 'power-platform',
        name: 'Wrong',
        url: 'https://acme.crm4.dynamics.com',
        tenant: 'acme.onmicrosoft.com',
        ...wrong,
      };
      const { status, body } = await call(who, 'POST', '/api/v1/sources', source);
      assert.deepEqual([status, body.error.code], [400, 'invalid_field']);
    });
});
