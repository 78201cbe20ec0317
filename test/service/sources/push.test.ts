/** Pushed pulls: the command beside a replayed tenant, a gateway whose requests are recorded, a core and jobs. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request as sendOn } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { endSilentPushes } from '../../../src/service/sources/pushing/pushes-store.ts';
import { builtCommand } from '../../support/cli/built-command.ts';
import { READING, startDataverse } from '../../support/remotes/dataverse.ts';
import { type Fault, type ReplayOptions, startOrchestrator } from '../../support/remotes/orchestrator.ts';
import { nupkg, type ReplayTenant, workflowsIn } from '../../support/remotes/orchestrator-tenant.ts';
import { someOf } from '../../support/ring.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';

const SAMPLES = join(import.meta.dirname, '../../../samples/uipath');
const WORKFLOW = Object.values(workflowsIn(SAMPLES))[0]!;

const service = await projectService();
const { core, gateway } = service;
const { owner } = core.database;
await service.work();

/** Requests that the command has sent. */
const seen: { readonly path: string; readonly text: string }[] = [];
/** Called before a request is passed on. */
let before: (path: string) => void = () => {};

const recorder = createServer((request, response) => {
  void passOn(request).then(
    ({ status, answered, body }) => response.writeHead(status, answered).end(body),
    () => response.destroy(),
  );
});
recorder.listen(0, '127.0.0.1');
await once(recorder, 'listening');
const recorded = `http://127.0.0.1:${(recorder.address() as AddressInfo).port}`;
after(() => {
  recorder.close();
  recorder.closeAllConnections();
});

async function passOn(request: IncomingMessage) {
  const body = await buffer(request);
  const path = request.url!;
  seen.push({ path, text: `${path} ${JSON.stringify(request.headers)} ${body.toString('latin1')}` });
  before(path);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const onward = sendOn(gateway.url + path, { method: request.method!, headers: request.headers }, resolve);
  onward.on('error', reject);
  onward.end(body);
  const answer = await promise;
  return { status: answer.statusCode!, answered: answer.headers, body: await buffer(answer) };
}

async function call(who: Identity, method: string, path: string, body?: unknown) {
  const response = await fetch(gateway.url + path, {
    method,
    headers: { ...headers(who), 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body };
}

async function replay(tenant: ReplayTenant, options: ReplayOptions = {}) {
  const started = await startOrchestrator(tenant, options);
  after(() => started.close());
  return started;
}

/** Organisation with an administrator, and a key that may only send. */
interface Sender {
  readonly admin: Identity;
  readonly sender: Identity;
  readonly keyId: string;
}

async function newSender(): Promise<Sender> {
  const admin = await core.identity();
  const made = await call(admin, 'POST', '/api/v1/api-keys', { name: 'Push', scopes: ['sources:send'] });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  return {
    admin,
    sender: { orgId: admin.orgId, key: made.body.secret },
    keyId: made.body.apiKey.id,
  };
}

let made = 0;

/** Adds a pushed source and returns its id. */
async function addSource({ admin, keyId }: Sender, tenant: object): Promise<string> {
  made += 1;
  const source = { kind: 'pushed', name: `Source ${made}`, senderKeyId: keyId, ...tenant };
  const added = await call(admin, 'POST', '/api/v1/sources', source);
  assert.equal(added.status, 201, JSON.stringify(added.body));
  return added.body.id;
}

const addOrchestrator = (who: Sender, url: string) =>
  addSource(who, { platform: 'uipath', url, onPremises: true });

function start(who: Sender, sourceId: string, argv: readonly string[]): ChildProcess {
  const args = [builtCommand(), 'pull', ...argv, '--server', recorded, '--source', sourceId, '--rate', '20'];
  return spawn(process.execPath, args, {
    env: {
      PATH: process.env.PATH,
      FLOWARDEN_PULL_CLIENT_ID: 'client-1',
      FLOWARDEN_PULL_CLIENT_SECRET: 'secret-1',
      FLOWARDEN_API_KEY: who.sender.key,
      FLOWARDEN_ORG_ID: who.sender.orgId,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function end(child: ChildProcess) {
  const [out, errors, [code]] = await Promise.all([
    child.stdout!.setEncoding('utf8').toArray(),
    child.stderr!.setEncoding('utf8').toArray(),
    once(child, 'exit'),
  ]);
  return { code, out: out.join(''), errors: errors.join('') };
}

const orchestrator = (url: string): readonly string[] => ['uipath', '--url', url, '--on-premises'];

/** Makes a tenant of three folders, one of them forbidden, with five packages: one is compiled, one runs only in that folder. */
function tenant(): ReplayTenant {
  const packages = ['A', 'B', 'C', 'D', 'E'].map((id) => {
    const isCompiled = id === 'B';
    const bytes = nupkg(id, '1.0.0', isCompiled ? {} : { 'Main.xaml': WORKFLOW });
    return { id, version: '1.0.0', isCompiled, bytes };
  });
  return {
    folders: [
      { id: 11, path: 'Finance', runs: packages.slice(0, 3) },
      { id: 12, path: 'Finance/Prod', parentId: 11, isForbidden: true, runs: packages.slice(4) },
      { id: 13, path: 'Sales', runs: packages.slice(3, 4) },
    ],
    packages,
  };
}

const COVERAGE = {
  known: 5,
  atLeast: true,
  judged: 3,
  reasons: [
    { reason: 'compiled', artefacts: 1 },
    { reason: 'not_running', artefacts: 1 },
  ],
};

/** Returns what a pull has left: the same for every way to the same end. */
async function outcomeOf({ admin }: Sender, sourceId: string) {
  const { body } = await call(admin, 'GET', `/api/v1/sources/${sourceId}`);
  const [counts] = await owner`
    select (select count(*)::int from projects where org_id = ${admin.orgId}) as projects,
      (select count(*)::int from blobs where org_id = ${admin.orgId} and state = 'kept') as blobs,
      (select count(*)::int from workflows where org_id = ${admin.orgId} and filename like '%Main.xaml') as workflows`;
  return { coverage: body.coverage, ...counts };
}

const WHOLE = { coverage: COVERAGE, projects: 3, blobs: 0, workflows: 3 };

describe('a pushed pull', () => {
  it('covers what a pull covers, and sends nothing of the unchanged tenant', async () => {
    const who = await newSender();
    const platform = await replay(tenant());
    const id = await addOrchestrator(who, platform.url);
    seen.length = 0;
    const first = await end(start(who, id, orchestrator(platform.url)));
    assert.equal(first.code, 2, first.errors);
    assert.match(
      first.out + first.errors,
      /^3 of at least 5 packages are judged, 4 of them sent now\.\n {2}1 compiled/,
    );
    assert.match(first.out, /"Finance\/Prod" cannot be read/);
    assert.deepEqual(await outcomeOf(who, id), WHOLE);
    const downloads = platform.count('download');
    const second = await end(start(who, id, orchestrator(platform.url)));
    assert.match(second.out, /^3 of at least 5 packages are judged, none of them sent now\./);
    assert.equal(platform.count('download'), downloads);
    assert.deepEqual(await outcomeOf(who, id), WHOLE);
    assert.deepEqual(platform.violations, []);
    const { body: log } = await call(who.admin, 'GET', '/api/v1/audit-log?action=source.pulled');
    assert.deepEqual(
      log.entries.map(({ actorKind, actorName, details }: Body) => [actorKind, actorName, details.pushed]),
      [
        ['key', 'Push', true],
        ['key', 'Push', true],
      ],
    );
  });

  it('leaves the credential of the tenant where it is', async () => {
    const sent = seen.map(({ text }) => text).join('\n');
    assert.ok(sent.includes('"part"') && sent.includes('PK'), 'a listing and an archive have been sent');
    assert.doesNotMatch(sent, /secret-1|client-1/);
    const tables = await owner<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'graphile_worker')`;
    const hex = `%${Buffer.from('secret-1').toString('hex')}%`;
    for (const { name } of tables) {
      const [row] = await owner.unsafe<{ found: number }[]>(
        `select count(*)::int as found from ${name} as row where row::text like '%secret-1%' or row::text like '${hex}'`,
      );
      assert.equal(row!.found, 0, name);
    }
  });

  it('takes the flows of an environment of the Power Platform', async () => {
    const who = await newSender();
    const flowId = '22222222-2222-4222-8222-222222222222';
    const definition = { definition: { triggers: {}, actions: {}, $schema: '', contentVersion: '1.0.0.0' } };
    const clientdata = JSON.stringify({ properties: definition, schemaVersion: '1.0.0.0' });
    const flows = [{ id: flowId, name: 'Invoice', clientdata }];
    const dataverse = await startDataverse([{ flows, agents: [], rights: READING }]);
    after(() => dataverse.close());
    const [url = ''] = dataverse.urls;
    const argv = ['power-platform', '--url', url, '--tenant', dataverse.tenant];
    const id = await addSource(who, { platform: 'power-platform', url, tenant: dataverse.tenant });
    const { code, out, errors } = await end(start(who, id, argv));
    assert.equal(code, 0, errors + out);
    assert.match(out, /^1 of 1 flows and agents are judged, 1 of them sent now\./);
    assert.deepEqual(dataverse.violations, []);
  });
});

describe('a command that is killed', () => {
  const cases: readonly (readonly [string, number])[] = [
    ['service /files', 2],
    ['releases', 1],
    ['download', 0],
    ['download', 2],
    ['service /files', 0],
    ['service /end', 0],
  ];
  for (const [operation, passing] of someOf(cases, 1))
    it(`at request ${passing + 1} of ${operation} is made up for by the next`, async () => {
      const who = await newSender();
      let child: ChildProcess;
      const kill = () => void child.kill('SIGKILL');
      const fault: Fault = { operation, after: passing, answer: kill };
      const platform = await replay(tenant(), { faults: [fault] });
      const id = await addOrchestrator(who, platform.url);
      let left = passing;
      before = (path) => {
        if (!operation.startsWith('service') || !path.endsWith(operation.slice('service '.length))) return;
        left -= 1;
        if (left < 0) kill();
      };
      child = start(who, id, orchestrator(platform.url));
      const [, signal] = await once(child, 'exit');
      assert.equal(signal, 'SIGKILL');
      before = () => {};
      let next = await end(start(who, id, orchestrator(platform.url)));
      // The pull that was killed at its end is being judged.
      while (next.errors.includes('is being judged'))
        next = await end(start(who, id, orchestrator(platform.url)));
      assert.equal(next.code, 2, next.errors);
      assert.deepEqual(await outcomeOf(who, id), WHOLE);
      const pulls = await call(who.admin, 'GET', `/api/v1/sources/${id}/pulls`);
      if (!operation.endsWith('/end')) assert.equal(pulls.body.pulls.length, 1, 'the second run goes on');
      assert.deepEqual(platform.violations, []);
    });

  it('leaves a pull that ends by itself after an hour', async () => {
    const who = await newSender();
    const platform = await replay(tenant());
    const id = await addOrchestrator(who, platform.url);
    const begin = { platform: 'uipath', urls: [platform.url], onPremises: true };
    const { body } = await call(who.sender, 'POST', `/api/v1/sources/${id}/pushes`, begin);
    await owner`update source_pulls set progress_at = now() - interval '61 minutes' where id = ${body.pull.id}`;
    await owner.begin((sql) => endSilentPushes(sql as never, new Date(Date.now() - 3_600_000)));
    const { body: pull } = await call(who.admin, 'GET', `/api/v1/sources/${id}/pulls/${body.pull.id}`);
    assert.deepEqual([pull.state, pull.outcome], ['ended', 'failed']);
    assert.match(pull.problems[0], /Run it again/);
  });
});

describe('the sender of a source', () => {
  it('is one key alone', async () => {
    const who = await newSender();
    const id = await addOrchestrator(who, 'https://orchestrator.acme.example/');
    const begin = { platform: 'uipath', urls: ['https://orchestrator.acme.example/'], onPremises: true };
    const path = `/api/v1/sources/${id}/pushes`;
    const other = await core.identity(['sources:send'], who.admin.orgId);
    const statuses = [];
    for (const caller of [other, who.admin, await core.identity(['sources:send']), who.sender])
      statuses.push((await call(caller, 'POST', path, begin)).status);
    assert.deepEqual(statuses, [404, 404, 404, 201]);
    // The key may do nothing else.
    assert.equal((await call(who.sender, 'GET', '/api/v1/sources')).status, 403);
    assert.equal(
      (await call(await core.identity(['sources:manage'], who.admin.orgId), 'POST', path, begin)).status,
      403,
    );
  });

  it('has to read the tenant of the source', async () => {
    const who = await newSender();
    const id = await addOrchestrator(who, 'https://orchestrator.acme.example/');
    const begin = { platform: 'uipath', urls: ['https://other.acme.example/'], onPremises: true };
    const { status, body } = await call(who.sender, 'POST', `/api/v1/sources/${id}/pushes`, begin);
    assert.equal(status, 409);
    assert.match(body.detail ?? body.error?.message, /other\.acme\.example/);
  });

  it('is an active key with the scope', async () => {
    const who = await newSender();
    const source = {
      kind: 'pushed',
      name: 'X',
      platform: 'uipath',
      url: 'https://o.example/',
      onPremises: true,
    };
    for (const senderKeyId of [undefined, 'unknown1']) {
      const { status } = await call(who.admin, 'POST', '/api/v1/sources', { ...source, senderKeyId });
      assert.equal(status, 400);
    }
  });

  it('loses its pull to a newer run, and sends only what is wanted', async () => {
    const who = await newSender();
    const id = await addOrchestrator(who, 'https://orchestrator.acme.example/');
    const begin = { platform: 'uipath', urls: ['https://orchestrator.acme.example/'], onPremises: true };
    const path = `/api/v1/sources/${id}/pushes`;
    const { body: first } = await call(who.sender, 'POST', path, begin);
    const { body: second } = await call(who.sender, 'POST', path, begin);
    assert.equal(second.pull.id, first.pull.id);
    const send = async (turn: string, content: string, artefactId?: string) => {
      const form = new FormData();
      form.set('turn', turn);
      if (artefactId !== undefined) form.set('artefactId', artefactId);
      form.set('file', new Blob([content]), 'listing');
      const url = `${gateway.url}${path}/${first.pull.id}/files`;
      const response = await fetch(url, { method: 'POST', headers: headers(who.sender), body: form });
      return { status: response.status, body: (await response.json()) as Body };
    };
    const row = { row: '1', name: 'A', version: '1.0.0', runsIn: 'Robots', place: { feedId: '' } };
    const feed = { key: 'feed:tenant', path: 'tenant', kind: 'feed', place: { feedId: '' }, state: 'ok' };
    const folder = { key: 'folder:1', path: 'Robots', kind: 'folder', place: { folderId: '1' }, state: 'ok' };
    const lines = [{ part: feed }, { part: folder }, row, { end: true }].map((line) => JSON.stringify(line));
    const listing = lines.join('\n');
    assert.equal((await send(first.turn, listing)).status, 409);
    assert.equal((await send(second.turn, lines.slice(0, -1).join('\n'))).status, 400, 'no end');
    assert.equal((await send(second.turn, `${listing}\n{}`)).status, 400, 'behind the end');
    assert.equal((await send(second.turn, '[]')).status, 400);
    const { body: source } = await call(who.admin, 'GET', `/api/v1/sources/${id}`);
    assert.equal(source.coverage.known, 0);
    assert.equal((await send(second.turn, listing)).body.pull.toFetch, 1);
    assert.equal((await send(second.turn, listing)).status, 200, 'a repetition');
    const { body: push } = await call(who.sender, 'GET', `${path}/${first.pull.id}`);
    assert.ok(push.wanted, JSON.stringify(push));
    assert.deepEqual(
      push.wanted.map(({ key, place }: Body) => [key, place]),
      [['tenant/A', { feedId: '' }]],
    );
    const [artefact] = push.wanted;
    const bytes = nupkg('A', '1.0.0', { 'Main.xaml': WORKFLOW });
    assert.equal((await send(second.turn, 'PK', first.pull.id)).status, 404, 'no artefact');
    assert.equal((await send(second.turn, '<html>', artefact.id)).body.pull.fetched, 1);
    assert.equal(
      (await send(second.turn, bytes.toString('latin1'), artefact.id)).body.pull.fetched,
      1,
      'taken',
    );
    const done = await call(who.sender, 'POST', `${path}/${first.pull.id}/end`, { turn: second.turn });
    assert.equal(done.status, 200);
    const [stored] = await withOrganisation(
      core.database.app,
      who.admin.orgId,
      (sql) => sql<{ reason: string }[]>`select reason from source_artefacts where source_id = ${id}`,
    );
    assert.equal(stored!.reason, 'unreadable');
  });

  it('is the only way into a pushed source', async () => {
    const who = await newSender();
    const id = await addOrchestrator(who, 'https://orchestrator.acme.example/');
    const path = `/api/v1/sources/${id}`;
    assert.equal((await call(who.admin, 'POST', `${path}/pulls`)).status, 409);
    assert.equal((await call(who.admin, 'PUT', `${path}/credential`, { token: 'x' })).status, 409);
    assert.equal((await call(who.admin, 'PATCH', path, { dailyAt: '02:30' })).status, 400);
  });
});
