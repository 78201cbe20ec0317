/** The roles as the compose file runs them: from the files of the image, with its settings, secrets and accounts. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import postgres from 'postgres';
import { freePort } from '../../src/processes/supervisor/ports.ts';
import { ownPostgres } from '../support/database/database.ts';
import { COMPOSE, DEPLOY_FOLDER } from '../support/database/deployment.ts';
import { buildStage } from '../support/image.ts';
import { startScript, type TestProcess, until } from '../support/processes.ts';
import { startOrchestrator } from '../support/remotes/orchestrator.ts';
import { nupkg } from '../support/remotes/orchestrator-tenant.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const app = join(buildStage('service'), 'app');
const filesBefore = files();
const folder = temporaryFolder();
const database = await ownPostgres();
const { port: databasePort } = new URL(database.url);
const PORTS = {
  FLOWARDEN_HTTP_PORT: await freePort('127.0.0.1', 0, ''),
  FLOWARDEN_GRPC_PORT: await freePort('127.0.0.1', 0, ''),
  FLOWARDEN_CORE_METRICS_PORT: await freePort('127.0.0.1', 0, ''),
  FLOWARDEN_JOBS_METRICS_PORT: await freePort('127.0.0.1', 0, ''),
  FLOWARDEN_DELIVERIES_METRICS_PORT: await freePort('127.0.0.1', 0, ''),
  FLOWARDEN_PULLS_METRICS_PORT: await freePort('127.0.0.1', 0, ''),
};

/** Lists the files of the program's folder. Node's compile cache could not be written in a container. */
function files(): readonly string[] {
  return readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((path) => !path.startsWith('node_modules'))
    .sort();
}

function secret(name: string): string {
  return readFileSync(join(folder, 'secrets', name), 'utf8').trim();
}

/** Starts a service as its container does, with its secrets and neighbours where they are here. */
function start(service: string, argv = COMPOSE.services[service]!.command!): TestProcess {
  const settings = Object.entries(COMPOSE.services[service]!.environment).map(([name, value]) => [
    name,
    value
      .replace(/\$\{\w+:-(.*)\}/, '$1')
      .replace('/run/secrets/', `${folder}/secrets/`)
      .replace('core:50051', `127.0.0.1:${PORTS.FLOWARDEN_GRPC_PORT}`),
  ]);
  const ports = Object.entries(PORTS).map(([name, port]) => [name, String(port)]);
  const environment = Object.fromEntries([...settings, ...ports]);
  // A tenant of this machine, as an operator allows a private network.
  if (service === 'core' || service === 'pulls')
    Object.assign(environment, {
      FLOWARDEN_SOURCE_NETWORKS: '127.0.0.0/8',
      FLOWARDEN_SOURCE_ALLOW_HTTP: 'true',
    });
  return startScript(join(app, 'bin/flowarden.mjs'), argv, environment);
}

/** Returns the output of a service that ends by itself. */
async function outputOf(service: string, argv?: readonly string[], code = 0): Promise<string> {
  const process = start(service, argv);
  assert.equal(await process.ended, code, process.output());
  return process.output();
}

/** Does in a new database what the container of Postgres does at its first start. */
async function makeDatabase(): Promise<void> {
  cpSync(join(DEPLOY_FOLDER, 'make-secrets.sh'), join(folder, 'make-secrets.sh'));
  execFileSync('sh', [join(folder, 'make-secrets.sh')]);
  for (const name of ['owner_url', 'core_url', 'deliveries_url', 'pulls_url']) {
    const here = secret(name).replace('@postgres:5432/', `@127.0.0.1:${databasePort}/`);
    rmSync(join(folder, 'secrets', name));
    writeFileSync(join(folder, 'secrets', name), here);
  }
  await database.owner`create database flowarden`;
  const administrator = postgres(database.url.replace(/\/\w+$/, '/flowarden'), { max: 1 });
  const script = readFileSync(join(DEPLOY_FOLDER, 'postgres-roles.sh'), 'utf8');
  const [, sql = ''] = /<<'SQL'\n([\s\S]*\n)SQL\n/.exec(script) ?? [];
  const names: Readonly<Record<string, string>> = { DBNAME: 'flowarden' };
  const nameOf = (variable: string) => names[variable] ?? `flowarden_${variable}`;
  const text = sql
    .replace(/^\\set .*\n/gm, '')
    .replace(/:'(\w+_password)'/g, (_, name) => `'${secret(name)}'`)
    .replace(/:'(\w+)'/g, (_, name) => `'${nameOf(name)}'`)
    .replace(/:"(\w+)"/g, (_, name) => nameOf(name));
  for (const [, statement = '', end] of text.matchAll(/([\s\S]+?)(;| \\gexec)\n/g)) {
    const rows = await administrator.unsafe(statement);
    if (end !== ';') for (const { format } of rows) await administrator.unsafe(format);
  }
  await administrator.end();
}

await makeDatabase();
const migrations = [await outputOf('migrate'), await outputOf('migrate')];
const healthBefore = await outputOf('core', ['health', 'core'], 1);
const ROLES = ['core', 'gateway', 'jobs', 'deliveries', 'pulls'];
const roles = ROLES.map((name) => start(name));

describe('the roles of the compose file', () => {
  const rest = `http://127.0.0.1:${PORTS.FLOWARDEN_HTTP_PORT}/api/v1`;
  let headers: Record<string, string>;

  const upload = (path: string) => {
    const body = new FormData();
    body.append('platform', 'uipath');
    body.append('file', new Blob([readFileSync(join(app, 'samples/uipath/Main.xaml'))]), 'Main.xaml');
    return fetch(`${rest}${path}`, { method: 'POST', body, headers });
  };

  it('find a database that the account of its owner has migrated, once', () => {
    assert.match(migrations[0]!, /Applied: 1, 2/);
    assert.match(migrations[1]!, /Nothing to do/);
  });

  it('serve, and their health checks say since when', async () => {
    assert.match(healthBefore, /The core does not serve: .*ECONNREFUSED/);
    for (const [index, name] of ROLES.entries()) {
      await until(`${name} is healthy`, async () => {
        assert.equal(roles[index]!.child.exitCode, null, roles[index]!.output());
        return (await start(name, ['health', name]).ended) === 0;
      });
    }
  });

  it('validate a file, at once and later', async () => {
    const made = await outputOf('operator', ['keys', 'create', '--name', 'first']);
    const value = (name: string) => new RegExp(`^${name} {2,}(.+)$`, 'm').exec(made)?.[1] ?? '';
    headers = { authorization: `ApiKey ${value('Key')}`, 'x-org-id': value('Organisation') };
    const answer = await upload('/validate');
    assert.equal(answer.status, 200, await answer.clone().text());
    const queued = (await (await upload('/validate/async')).json()) as { validationId: string };
    const result = await fetch(`${rest}/results/${queued.validationId}?wait=30`, { headers });
    const scores = [await answer.json(), await result.json()].map(
      (report) => (report as { score: number }).score,
    );
    assert.equal(result.status, 200);
    assert.equal(scores[0], scores[1]);
  });

  it('let the core do with its account what a request needs, and nothing else', async () => {
    const core = postgres(secret('core_url'), { max: 1, onnotice: () => {} });
    after(() => core.end());
    const [account] = await core`
      select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as mighty from pg_roles where rolname = session_user`;
    assert.deepEqual(account, { mighty: false });
    for (const statement of [
      'set role flowarden_owner',
      'create table mine (id int)',
      'drop table validations',
      'select * from api_keys',
      'set role flowarden_app; create table mine (id int)',
      'set role flowarden_app; alter table api_keys disable row level security',
      'set role flowarden_app; update audit_entries set action = action',
      'set role flowarden_app; delete from schema_migrations',
    ]) {
      await assert.rejects(core.unsafe(statement), /permission denied|must be owner/, statement);
      await core`reset role`;
    }
    await core.unsafe('set role flowarden_app');
    assert.deepEqual([...(await core`select id from validations`)], []);
  });

  it('let the deliveries do with their account what sending needs, and nothing else', async () => {
    const deliveries = postgres(secret('deliveries_url'), { max: 1, onnotice: () => {} });
    after(() => deliveries.end());
    for (const statement of [
      'set role flowarden_owner',
      'set role flowarden_app',
      'create table mine (id int)',
      'select from validations',
      'select from api_keys',
      'select from organisation_members',
      'update audit_entries set action = action',
      'delete from audit_entries',
      'update audit_targets set url = url',
      'update ticket_targets set url = url',
      'update tickets set wanted = wanted',
      "update webhooks set url = 'https://elsewhere.example'",
      'update webhooks set secret = secret',
      'delete from deliveries',
      'insert into events default values',
    ])
      await assert.rejects(deliveries.unsafe(statement), /permission denied/, statement);
    assert.deepEqual([...(await deliveries`select id from delivery_queue`)], []);
  });

  it('let the pulls do with their account what pulling needs, and nothing else', async () => {
    const pulls = postgres(secret('pulls_url'), { max: 1, onnotice: () => {} });
    after(() => pulls.end());
    for (const statement of [
      'set role flowarden_owner',
      'set role flowarden_app',
      'create table mine (id int)',
      'select from validations',
      'select from api_keys',
      'select from webhooks',
      'select from audit_entries',
      "update sources set name = 'mine'",
      'update source_credentials set sealed = sealed',
      'delete from sources',
      'insert into projects default values',
    ])
      await assert.rejects(pulls.unsafe(statement), /permission denied/, statement);
    assert.deepEqual([...(await pulls`select id from sources`)], []);
    const beating = await pulls`select kind from job_processes where kind = 'pulls'`;
    assert.deepEqual([...beating], [{ kind: 'pulls' }]);
  });

  it('pull a source with the key that sealed its credential, and judge what was fetched', async () => {
    const main = readFileSync(join(app, 'samples/uipath/Main.xaml'), 'utf8');
    const tenant = await startOrchestrator({
      folders: [{ id: 1, path: 'Robots', runs: [{ id: 'Robot', version: '1.0.0' }] }],
      packages: [{ id: 'Robot', version: '1.0.0', bytes: nupkg('Robot', '1.0.0', { 'Main.xaml': main }) }],
    });
    after(() => tenant.close());
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${rest}/sources${path}`, {
        method,
        headers: { ...headers, 'content-type': 'application/json', 'x-service-case': 'camel' },
        ...(body && { body: JSON.stringify(body) }),
      });
      assert.ok(answer.ok, await answer.clone().text());
      return (await answer.json()) as { id: string; state: string; outcome: string; coverage: object };
    };
    const source = { kind: 'uipath', name: 'Production', url: tenant.url, onPremises: true };
    const { id } = await call('POST', '', source);
    await call('PUT', `/${id}/credential`, { clientId: 'client-1', clientSecret: 'secret-1' });
    const pull = await call('POST', `/${id}/pulls`);
    const ended = await until('the pull has ended', async () => {
      const now = await call('GET', `/${id}/pulls/${pull.id}`);
      return now.state === 'ended' ? now : null;
    });
    assert.equal(ended.outcome, 'complete', JSON.stringify(ended));
    const { coverage } = await call('GET', `/${id}`);
    assert.deepEqual(coverage, { known: 1, atLeast: false, judged: 1, reasons: [] });
  });

  it('stop in order, and have written nothing beside the program', async () => {
    for (const { child } of roles) child.kill('SIGTERM');
    for (const { ended, output } of roles) assert.equal(await ended, 0, output());
    assert.deepEqual(files(), filesBefore);
  });
});
