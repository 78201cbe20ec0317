/** Pulls over the wire: a replayed tenant, the loop of the process that pulls, jobs and a core. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { connectPulls, disconnect, withOrganisation } from '../../../src/infra/database/database.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { createSeal, deriveSourcesKey } from '../../../src/infra/sealing/seal.ts';
import { startPulls } from '../../../src/service/sources/pulling/start-pulls.ts';
import { zip } from '../../support/files/zip.ts';
import { until } from '../../support/processes.ts';
import { json, type ReplayOptions, startOrchestrator } from '../../support/remotes/orchestrator.ts';
import { nupkg, type ReplayTenant, workflowsIn } from '../../support/remotes/orchestrator-tenant.ts';
import { bySize, IN_FULL_RUN_ONLY } from '../../support/ring.ts';
import type { Identity } from '../../support/service/core.ts';
import { addLink } from '../../support/service/drift-rows.ts';
import { type Body, headers, projectService } from '../../support/service/project-service.ts';
import { SECRETS_KEY } from '../../support/service/webhook.ts';

const SAMPLES = join(import.meta.dirname, '../../../samples/uipath');
const WORKFLOW = Object.values(workflowsIn(SAMPLES))[0]!;

const service = await projectService();
const { core, gateway } = service;
const { url, owner } = core.database;

const pullsSql = connectPulls(url);
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

async function call(
  who: Identity,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: Body }> {
  const response = await fetch(gateway.url + path, {
    method,
    headers: { ...headers(who), 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

async function replay(tenant: ReplayTenant, options: ReplayOptions = {}) {
  const started = await startOrchestrator(tenant, options);
  after(() => started.close());
  return started;
}

let made = 0;

/** Adds a source with the credential of the replayed tenant. */
async function addSource(who: Identity, tenantUrl: string, secret = 'secret-1'): Promise<string> {
  made += 1;
  const source = { kind: 'uipath', name: `Source ${made}`, url: tenantUrl, onPremises: true };
  const added = await call(who, 'POST', '/api/v1/sources', source);
  assert.equal(added.status, 201, JSON.stringify(added.body));
  const path = `/api/v1/sources/${added.body.id}`;
  const set = await call(who, 'PUT', `${path}/credential`, { clientId: 'client-1', clientSecret: secret });
  assert.equal(set.status, 200, JSON.stringify(set.body));
  return path;
}

/** Runs a pull or test to its end. */
async function pulled(who: Identity, path: string, how: 'pulls' | 'test' = 'pulls'): Promise<Body> {
  const begun = await call(who, 'POST', `${path}/${how}`);
  assert.equal(begun.status, 202, JSON.stringify(begun.body));
  await service.work();
  return until('the pull has ended', async () => {
    const { body } = await call(who, 'GET', `${path}/pulls/${begun.body.id}`);
    return body.state === 'ended' ? body : null;
  });
}

const robots = (version: string, ids: readonly string[]): ReplayTenant => ({
  folders: [{ id: 1, path: 'Robots', runs: ids.map((id) => ({ id, version })) }],
  packages: ids.map((id) => ({ id, version, bytes: nupkg(id, version, { 'Main.xaml': WORKFLOW }) })),
});

/** Makes a tenant of three folders, of which the last package runs in a forbidden one; the second is compiled. */
function forbidden(count: number): ReplayTenant {
  const packages = Array.from({ length: count }, (_, index) => {
    const id = `Robot${index + 1}`;
    const bytes = nupkg(id, '1.0.0', index === 1 ? {} : { 'Main.xaml': WORKFLOW });
    return { id, version: '1.0.0', isCompiled: index === 1, bytes };
  });
  const half = Math.ceil(count / 2);
  return {
    folders: [
      { id: 11, path: 'Finance', runs: packages.slice(0, half) },
      { id: 12, path: 'Finance/Prod', parentId: 11, isForbidden: true, runs: packages.slice(-1) },
      { id: 13, path: 'Sales', runs: packages.slice(half - 1, -1) },
    ],
    packages,
  };
}

/** Packages of that tenant. */
const PACKAGES = bySize(5, 40);

describe('a pull of a tenant with a forbidden folder', () => {
  it('judges what it sees, says what it does not, and makes nothing of the unchanged tenant', async () => {
    const who = await core.identity();
    const tenant = await replay(forbidden(PACKAGES));
    const path = await addSource(who, tenant.url);
    const first = await pulled(who, path);
    assert.equal(first.outcome, 'incomplete');
    assert.equal(first.fetched, PACKAGES - 1);
    assert.match(first.problems.join('\n'), /"Finance\/Prod" cannot be read/);
    const { body: source } = await call(who, 'GET', path);
    assert.deepEqual(source.coverage, {
      known: PACKAGES,
      atLeast: true,
      judged: PACKAGES - 2,
      reasons: [
        { reason: 'compiled', artefacts: 1 },
        { reason: 'not_running', artefacts: 1 },
      ],
    });
    const counts = () => owner`
      select (select count(*)::int from projects where org_id = ${who.orgId}) as projects,
        (select count(*)::int from blobs where org_id = ${who.orgId} and state = 'kept') as blobs,
        (select count(*)::int from deliveries where org_id = ${who.orgId}) as deliveries`;
    const before = await counts();
    assert.deepEqual({ ...before[0] }, { projects: PACKAGES - 2, blobs: 0, deliveries: 0 });
    const downloads = tenant.count('download');
    const second = await pulled(who, path);
    assert.equal(second.toFetch, 0);
    assert.equal(tenant.count('download'), downloads);
    assert.deepEqual(await counts(), before);
    assert.deepEqual(tenant.violations, []);
  });
});

describe('a pull', () => {
  it('fetches only what has another version, and judges it against its own history', async () => {
    const who = await core.identity();
    const tenant = await replay(robots('1.0.0', ['A', 'B', 'C']));
    const path = await addSource(who, tenant.url);
    assert.equal((await pulled(who, path)).outcome, 'complete');
    tenant.tenant = { ...robots('1.0.0', ['A', 'B', 'C']) };
    const newer = robots('2.0.0', ['B']);
    tenant.tenant = {
      folders: [
        {
          id: 1,
          path: 'Robots',
          runs: [...tenant.tenant.folders[0]!.runs.filter(({ id }) => id !== 'B'), ...newer.folders[0]!.runs],
        },
      ],
      packages: [...tenant.tenant.packages, ...newer.packages],
    };
    const next = await pulled(who, path);
    assert.deepEqual([next.toFetch, next.judged, next.outcome], [1, 1, 'complete']);
    const rows =
      await owner`select id from workflows where org_id = ${who.orgId} and filename like '%Main.xaml'`;
    assert.equal(rows.length, 3, 'each package is a workflow of its own, and a new version is none');
  });

  for (const folder of ['content/', 'lib/net45/'])
    it(`has of two files with one path the one that was packed in ${folder}`, async () => {
      const who = await core.identity();
      const [packed] = robots('1.0.0', ['A']).packages;
      const decoy = WORKFLOW.toString().replace(/<\/Activity>\s*$/, '<!-- decoy --></Activity>');
      const bytes = zip([
        {
          name: 'A.nuspec',
          content:
            '<package><metadata><id>A</id><version>1.0.0</version><tags>UiPath</tags></metadata></package>',
        },
        { name: 'Main.xaml', content: decoy },
        {
          name: `${folder}project.json`,
          content: '{"name":"A","main":"Main.xaml","schemaVersion":"4.0"}',
        },
        { name: `${folder}Main.xaml`, content: WORKFLOW },
      ]);
      const tenant = await replay({ ...robots('1.0.0', ['A']), packages: [{ ...packed!, bytes }] });
      await pulled(who, await addSource(who, tenant.url));
      const rows = await owner<{ path: string; packed: boolean }[]>`
        select path, content_sha256 = ${createHash('sha256').update(WORKFLOW).digest()} as packed
        from source_files where org_id = ${who.orgId}`;
      assert.deepEqual(
        [...rows].map((row) => ({ ...row })),
        [{ path: 'Main.xaml', packed: true }],
      );
    });

  it('is found by its source in every list, and what only says so is not', async () => {
    const who = await core.identity();
    const tenant = await replay(robots('1.0.0', ['A']));
    const path = await addSource(who, tenant.url);
    const sourceId = path.slice(path.lastIndexOf('/') + 1);
    await pulled(who, path);
    const form = new FormData();
    form.append('platform', 'uipath');
    form.append('source', 'tenant');
    form.append('file', new Blob([new Uint8Array(WORKFLOW)]), 'Sent.xaml');
    const url = `${gateway.url}/api/v1/validate`;
    const sent = await fetch(url, { method: 'POST', headers: headers(who), body: form });
    assert.equal(sent.status, 200, await sent.clone().text());
    const list = async (name: string, id: string) => {
      const { status, body } = await call(who, 'GET', `/api/v1/${name}sourceId=${id}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body.items ?? body.validations ?? body.projects;
    };
    const names = async (name: string) =>
      new Set((await list(name, sourceId)).map((one: Body) => one.filename ?? one.fileName));
    assert.deepEqual(
      [...(await names('validations?'))].filter((name) => /Sent/.test(String(name))),
      [],
    );
    for (const name of ['validations?', 'workflows?', 'findings?status=all&', 'projects?']) {
      assert.ok((await names(name)).size > 0, name);
      assert.ok(!(await names(name)).has('Sent.xaml'), name);
      assert.equal((await list(name, randomUUID())).length, 0, name);
      assert.equal((await call(who, 'GET', `/api/v1/${name}sourceId=x`)).status, 400, name);
    }
  });

  it('judges each package by the policy of the environment of its folder', {
    skip: IN_FULL_RUN_ONLY,
  }, async () => {
    const who = await core.identity();
    const packages = robots('1.0.0', ['A']).packages;
    const tenant = await replay({
      folders: [
        { id: 1, path: 'Prod/Finance', runs: [{ id: 'A', version: '1.0.0' }] },
        { id: 2, path: 'Dev', runs: [{ id: 'A', version: '1.0.0' }] },
      ],
      packages,
    });
    const path = await addSource(who, tenant.url);
    const environments = [{ part: 'Prod/*', environment: 'production' }];
    assert.equal(
      (await call(who, 'PATCH', path, { environments: [{ part: '*', environment: 'nowhere' }] })).status,
      400,
    );
    assert.equal((await call(who, 'PATCH', path, { environments })).status, 200);
    await pulled(who, path);
    const { body } = await call(who, 'GET', `${path}/artefacts?reason=judged`);
    assert.deepEqual(body.artefacts.map((one: Body) => String(one.environment)).sort(), [
      'null',
      'production',
    ]);
    const projects =
      await owner`select environment from projects where org_id = ${who.orgId} order by environment`;
    assert.deepEqual(
      projects.map(({ environment }) => environment),
      ['production', null],
    );
  });

  it('leaves forms by which drift compares the workflows of a package, without what no repository has sent', async () => {
    const who = await core.identity();
    const tenant = await replay(robots('1.0.0', ['A']));
    await pulled(who, await addSource(who, tenant.url));
    const states = async () => {
      const { body } = await call(who, 'GET', '/api/v1/drift');
      return body.items.map((one: Body) => [
        one.state,
        one.files.map(({ path, state }: Body) => [path, state]),
      ]);
    };
    assert.deepEqual(await states(), [['tenant_only', [['Main.xaml', 'tenant_only']]]]);
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(WORKFLOW)]), 'bots/a/Main.xaml');
    form.set('platform', 'uipath');
    form.set('metadata', JSON.stringify({ pipeline: { repository: 'bank/robots', branch: 'main' } }));
    await fetch(`${gateway.url}/api/v1/validate`, { method: 'POST', headers: headers(who), body: form });
    // The sample has findings that would block.
    const known = [['blocked', [['Main.xaml', 'blocked']]]];
    assert.deepEqual(await states(), known);
    const [source] = (await call(who, 'GET', '/api/v1/sources')).body.sources;
    const [artefact] = (await call(who, 'GET', `/api/v1/sources/${source.id}/artefacts`)).body.artefacts;
    await addLink(owner, who.orgId, { sourceId: source.id, artefactId: artefact.id, folder: 'bots/a/' });
    assert.deepEqual(await states(), known);
  });

  it('takes the absence of a package for a deletion only after two complete listings', async () => {
    const who = await core.identity();
    const tenant = await replay(robots('1.0.0', ['A', 'B']));
    const path = await addSource(who, tenant.url);
    const presences = async () =>
      Object.fromEntries(
        (await call(who, 'GET', `${path}/artefacts`)).body.artefacts.map((one: Body) => [
          one.name,
          one.presence,
        ]),
      );
    await pulled(who, path, 'test');
    assert.deepEqual(await presences(), { A: 'present', B: 'present' });
    tenant.tenant = robots('1.0.0', ['A']);
    await pulled(who, path, 'test');
    assert.deepEqual(await presences(), { A: 'present', B: 'missing' });
    tenant.tenant = {
      ...tenant.tenant,
      folders: [{ ...tenant.tenant.folders[0]!, isForbidden: true }],
      hidesPackages: true,
    };
    await pulled(who, path, 'test');
    assert.deepEqual(
      await presences(),
      { A: 'no_access', B: 'missing' },
      'an unreadable part says nothing of what was in it',
    );
    tenant.tenant = robots('1.0.0', ['A']);
    await pulled(who, path, 'test');
    assert.deepEqual(await presences(), { A: 'present', B: 'gone' });
  });

  it('counts a listing once whose process ends behind it', async () => {
    const who = await core.identity();
    const tenant = await replay(robots('1.0.0', ['A', 'B']));
    const path = await addSource(who, tenant.url);
    await pulled(who, path, 'test');
    tenant.tenant = robots('1.0.0', ['A']);
    // The pull fails at the step behind the listing, as if its process had been killed there.
    await owner.unsafe(`
      create function cut_fetching() returns trigger language plpgsql as $$ begin raise 'cut'; end $$;
      create trigger cut_fetching before update on source_pulls for each row
        when (new.state = 'fetching' and new.org_id = '${who.orgId}') execute function cut_fetching()`);
    const { body } = await call(who, 'POST', `${path}/pulls`);
    await until('the pull has been given back', async () => {
      const [pull] = await owner`select due_at > now() as is_later from source_pulls where id = ${body.id}`;
      return pull!.isLater === true ? pull : null;
    });
    await owner.unsafe('drop function cut_fetching cascade');
    await owner`update source_pulls set due_at = now() where id = ${body.id}`;
    await until('the pull has ended', async () => {
      await service.work();
      const { body: shown } = await call(who, 'GET', `${path}/pulls/${body.id}`);
      return shown.state === 'ended' ? shown : null;
    });
    const { body: known } = await call(who, 'GET', `${path}/artefacts`);
    const presences = known.artefacts.map((one: Body) => [one.name, one.presence]);
    assert.deepEqual(Object.fromEntries(presences), { A: 'present', B: 'missing' });
  });

  it('goes on where the platform failed', async () => {
    const who = await core.identity();
    const cut = (response: { destroy(): void }) => response.destroy();
    const tenant = await replay(robots('1.0.0', ['A', 'B']), {
      faults: [
        { operation: 'download', where: 'B:1.0.0', answer: (response) => json(response, 404, {}) },
        { operation: 'releases', answer: cut },
      ],
    });
    const path = await addSource(who, tenant.url);
    const first = await pulled(who, path);
    assert.equal(first.outcome, 'incomplete');
    assert.match(first.problems[0], /"B 1\.0\.0" cannot be downloaded/);
    const second = await pulled(who, path);
    assert.deepEqual([second.toFetch, second.outcome, second.problems], [1, 'complete', []]);
  });
});

describe('a pull that another process has taken', () => {
  it('writes nothing more in the process that held it', async () => {
    const who = await core.identity();
    const { promise: downloading, resolve } = Promise.withResolvers<{ lost: () => void }>();
    const tenant = await replay(robots('1.0.0', ['A']), {
      faults: [
        {
          operation: 'download',
          times: 1,
          answer: (response) => resolve({ lost: () => json(response, 404, {}) }),
        },
      ],
    });
    const path = await addSource(who, tenant.url);
    const { body } = await call(who, 'POST', `${path}/pulls`);
    const { lost } = await downloading;
    await owner`
      update source_pulls set holder = 'another', leased_until = now() + interval '1 hour' where id = ${body.id}`;
    const attempts = tenant.count('download');
    lost();
    // The process that lost it takes the next one: by then it has ended its work at this one.
    const next = await replay(robots('1.0.0', ['B']));
    await pulled(who, await addSource(who, next.url));
    assert.equal(tenant.count('download'), attempts);
    const [pull] = await owner`select state, holder from source_pulls where id = ${body.id}`;
    assert.deepEqual({ ...pull }, { state: 'fetching', holder: 'another' });
    const [artefact] =
      await owner`select reason from source_artefacts where org_id = ${who.orgId} and name = 'A'`;
    assert.equal(artefact!.reason, 'not_yet');
    await owner`update source_pulls set leased_until = null where id = ${body.id}`;
    const end = await until('the pull has ended', async () => {
      const { body: shown } = await call(who, 'GET', `${path}/pulls/${body.id}`);
      await service.work();
      return shown.state === 'ended' ? shown : null;
    });
    assert.equal(end.outcome, 'complete');
  });
});

describe('a test of a source', () => {
  it('says what the credential may do too much, and fetches nothing', async () => {
    const who = await core.identity();
    const scopes = ['OR.Folders.Read', 'OR.Execution.Read', 'OR.Execution'];
    const tenant = await replay(robots('1.0.0', ['A']), { scopes });
    const path = await addSource(who, tenant.url);
    const probe = await pulled(who, path, 'test');
    assert.equal(probe.test, true);
    assert.equal(probe.outcome, 'complete');
    assert.match(probe.warnings[0], /Take these scopes away from it: OR\.Execution\./);
    assert.equal(tenant.count('download'), 0);
    const { body } = await call(who, 'GET', `${path}/parts`);
    assert.deepEqual(
      body.parts.map((part: Body) => [part.path, part.state]),
      [
        ['tenant', 'ok'],
        ['Robots', 'ok'],
      ],
    );
  });

  it('holds on to the credential that works when the next one does not', {
    skip: IN_FULL_RUN_ONLY,
  }, async () => {
    const who = await core.identity();
    const tenant = await replay(robots('1.0.0', ['A']));
    const path = await addSource(who, tenant.url);
    await pulled(who, path, 'test');
    await call(who, 'PUT', `${path}/credential`, { clientId: 'client-2', clientSecret: 'wrong' });
    const probe = await pulled(who, path, 'test');
    assert.match(probe.problems[0], /The new credential does not work/);
    assert.equal(probe.outcome, 'complete');
    const { body } = await call(who, 'GET', path);
    assert.deepEqual(
      body.credentials.map((one: Body) => [one.state, one.preview]),
      [
        ['current', 'client clie…'],
        ['next', 'client clie…'],
      ],
    );
  });

  it('fails with a remedy when the platform rejects the only credential', {
    skip: IN_FULL_RUN_ONLY,
  }, async () => {
    const who = await core.identity();
    const tenant = await replay(robots('1.0.0', ['A']));
    const path = await addSource(who, tenant.url, 'wrong');
    const probe = await pulled(who, path, 'test');
    assert.equal(probe.outcome, 'failed');
    assert.match(probe.problems[0], /rejected the client id or secret/);
    const { body } = await call(who, 'GET', path);
    assert.deepEqual(
      [body.coverage.known, body.coverage.atLeast],
      [0, true],
      'nothing seen is not nothing there',
    );
  });
});

describe('the credential of a source', () => {
  it('is in no answer, no row and no message', async () => {
    const who = await core.identity();
    const secret = 'a-secret-of-the-test-3f2a1b4c';
    const tenant = await replay(robots('1.0.0', ['A']), { clientSecret: secret });
    const path = await addSource(who, tenant.url, secret);
    await pulled(who, path);
    const answers = await Promise.all(
      ['', '/pulls', '/parts', '/artefacts'].map(async (rest) =>
        JSON.stringify((await call(who, 'GET', path + rest)).body),
      ),
    );
    const audit = JSON.stringify((await call(who, 'GET', '/api/v1/audit-log')).body);
    for (const text of [...answers, audit]) assert.ok(!text.includes(secret));
    const tables = await owner<{ name: string }[]>`
      select quote_ident(nspname) || '.' || quote_ident(relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p') and nspname in ('public', 'graphile_worker')`;
    for (const { name } of tables) {
      const [row] = await owner.unsafe(`select 1 from ${name} as t where t::text like '%${secret}%' limit 1`);
      assert.equal(row, undefined, name);
    }
    await assert.rejects(
      withOrganisation(core.database.app, who.orgId, (sql) => sql`select sealed from source_credentials`),
      /permission denied/,
    );
  });

  it('is lost when the row moves to another source: it was sealed for the address of this one', async () => {
    const who = await core.identity();
    const one = await replay(robots('1.0.0', ['A']));
    const other = await replay(robots('1.0.0', ['A']));
    const path = await addSource(who, one.url);
    await owner`
      update sources set settings = jsonb_set(settings, '{url}', to_jsonb(${other.url}::text)) where id = ${path.split('/').at(-1)!}`;
    const probe = await pulled(who, path, 'test');
    assert.equal(probe.outcome, 'failed');
    assert.match(probe.problems[0], /cannot be opened/);
    assert.equal(other.requests.length, 0);
  });
});

describe('sources', () => {
  it('are those of one organisation', async () => {
    const who = await core.identity();
    const stranger = await core.identity();
    const path = await addSource(who, 'http://127.0.0.1:9/acme/production/orchestrator_');
    for (const [method, rest] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['PUT', '/credential'],
      ['POST', '/test'],
      ['POST', '/pulls'],
      ['GET', '/pulls'],
      ['GET', '/parts'],
      ['GET', '/artefacts'],
    ] as const) {
      const body = { PATCH: { name: 'x' }, PUT: { token: 'x' } }[method as 'PUT'];
      assert.equal((await call(stranger, method, path + rest, body)).status, 404, `${method} ${rest}`);
    }
    assert.deepEqual((await call(stranger, 'GET', '/api/v1/sources')).body.sources, []);
  });

  it('are changed only with their scope, and read with that of results', async () => {
    const admin = await core.identity();
    const reader = await core.identity(['analysis:read'], admin.orgId);
    const path = await addSource(admin, 'http://127.0.0.1:9/acme/production/orchestrator_');
    assert.equal((await call(reader, 'GET', path)).status, 200);
    for (const [method, rest] of [
      ['PATCH', ''],
      ['DELETE', ''],
      ['PUT', '/credential'],
      ['POST', '/test'],
      ['POST', '/pulls'],
    ] as const)
      assert.equal((await call(reader, method, path + rest, {})).status, 403, `${method} ${rest}`);
  });

  it('reject addresses that the service must not call', async () => {
    const who = await core.identity();
    for (const [address, onPremises] of [
      ['https://10.1.2.3/acme/production/orchestrator_', true],
      ['https://169.254.169.254/acme/production/orchestrator_', true],
      ['https://[::1]/acme/production/orchestrator_', true],
      ['http://orchestrator.example.com/acme/production/orchestrator_', true],
      ['https://orchestrator.example.com/acme/production/orchestrator_', false],
      ['https://user:secret@cloud.uipath.com/acme/production/orchestrator_', false],
      ['ftp://cloud.uipath.com/acme/production/orchestrator_', false],
    ] as const) {
      const { status, body } = await call(who, 'POST', '/api/v1/sources', {
        kind: 'uipath',
        name: 'x',
        url: address,
        onPremises,
      });
      assert.equal(status, 400, address);
      assert.equal(body.error.code, 'invalid_field', address);
    }
  });

  it('leave no archive behind when they are deleted', { skip: IN_FULL_RUN_ONLY }, async () => {
    const who = await core.identity();
    const path = await addSource(who, 'http://127.0.0.1:9/acme/production/orchestrator_');
    const sourceId = path.split('/').at(-1)!;
    const blobId = '0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e';
    await owner`
      insert into blobs (org_id, id, place, state, bytes, sha256) values (${who.orgId}, ${blobId}, 'postgres', 'kept', 1, sha256(''))`;
    await owner`
      insert into source_artefacts (org_id, id, source_id, place, key, name, path, kind, marker, version, presence, first_seen, last_seen, blob_id)
      values (${who.orgId}, ${blobId}, ${sourceId}, '', 'A', 'A', '', 'package', '1', '1', 'present', now(), now(), ${blobId})`;
    assert.equal((await call(who, 'DELETE', path)).status, 204);
    const [blob] = await owner`select state from blobs where id = ${blobId}`;
    assert.equal(blob?.state, 'released');
  });

  it('have one pull at a time, and need a credential', async () => {
    const who = await core.identity();
    const slow = await replay(robots('1.0.0', ['A']), {
      faults: [{ operation: 'token', times: 1, answer: () => {} }],
    });
    const source = { kind: 'uipath', name: 'Bare', url: slow.url, onPremises: true };
    const { body } = await call(who, 'POST', '/api/v1/sources', source);
    assert.equal((await call(who, 'POST', `/api/v1/sources/${body.id}/pulls`)).status, 409);
    const path = await addSource(who, slow.url);
    assert.equal((await call(who, 'POST', `${path}/pulls`)).status, 202);
    assert.equal((await call(who, 'POST', `${path}/pulls`)).status, 409);
    assert.equal((await call(who, 'DELETE', path)).status, 204);
    assert.equal((await call(who, 'GET', path)).status, 404);
  });
});
