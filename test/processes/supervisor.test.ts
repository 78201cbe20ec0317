import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { keysCommand } from '../../src/cli/admin/keys-command.ts';
import { connectApplication, disconnect } from '../../src/infra/database/database.ts';
import { startPostgres } from '../../src/infra/embedded-postgres/embedded-postgres.ts';
import { processStart } from '../../src/infra/process/process-identity.ts';
import { loadConfig } from '../../src/infra/settings/config.ts';
import { freePort, PORT_WAIT_MS_MAX } from '../../src/processes/supervisor/ports.ts';
import { createAuthenticate } from '../../src/service/access/authenticate.ts';
import type { FirstRun } from '../../src/service/access/first-run.ts';
import { SCOPES } from '../../src/service/access/scopes.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { ownPostgres } from '../support/database/database.ts';
import { template } from '../support/database/template.ts';
import { startScript, type TestProcess, THROUGH_SHELL, until } from '../support/processes.ts';
import { processTreeMs } from '../support/processor-time.ts';
import { IN_FULL_RUN_ONLY, someOf } from '../support/ring.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const script = fileURLToPath(new URL('../support/service/serve-fixtures.ts', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../bin/flowarden.mjs', import.meta.url));
const folder = temporaryFolder();
const prepared = await template();

interface Installation {
  readonly dataDir: string;
  /** Returns the lines that the fixture roles have written: `started core 123`. */
  journal(): readonly string[];
  /** Process id of the newest life of a role. */
  pidOf(role: string): number;
  serve(environment?: Record<string, string>, command?: readonly [string, ...string[]]): TestProcess;
}

let installations = 0;
function installation(from?: string): Installation {
  installations += 1;
  const dataDir = join(folder, `data-${installations}`);
  const journalPath = join(folder, `journal-${installations}`);
  writeFileSync(journalPath, '');
  if (from !== undefined) execFileSync('cp', ['-a', from, dataDir]);
  const journal = () => readFileSync(journalPath, 'utf8').split('\n').filter(Boolean);
  return {
    dataDir,
    journal,
    pidOf: (role) =>
      Number(
        journal()
          .findLast((line) => line.startsWith(`started ${role} `))
          ?.split(' ')[2],
      ),
    serve: (environment = {}, command) =>
      startScript(
        script,
        [journalPath],
        {
          FLOWARDEN_DATA_DIR: dataDir,
          FLOWARDEN_HTTP_PORT: '0',
          FLOWARDEN_GRPC_PORT: '0',
          ...environment,
        },
        command,
      ),
  };
}

async function ready(serve: TestProcess): Promise<void> {
  await until('the banner', () => {
    assert.equal(serve.child.exitCode, null, serve.output());
    return serve.output().includes('curl ');
  });
}

/** The jobs start after the others serve, and the tests that name them wait for them. */
async function allRolesRun(serve: TestProcess, journal: () => readonly string[]): Promise<void> {
  await ready(serve);
  await until('the jobs', () => journal().some((line) => line.startsWith('started jobs ')));
}

async function stopped(serve: TestProcess, signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
  serve.child.kill(signal);
  assert.equal(await serve.ended, 0, serve.output());
}

const postmasterPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
const firstRun = (dataDir: string) =>
  JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8')) as FirstRun;
const lives = (pid: number) => processStart(pid) !== null;

test('the first start creates an organisation and a key that only its user can read, and later starts use them', async () => {
  const { dataDir, serve } = installation();
  const first = serve();
  await ready(first);
  const made = firstRun(dataDir);
  assert.ok(first.output().includes(made.restUrl) && first.output().includes(made.grpcAddress));
  assert.doesNotMatch(first.output(), /fwd_live_/, 'the key is shown nowhere but in its file');
  assert.match(made.signInUrl ?? '', /\/sign-in#t=/);
  assert.doesNotMatch(
    first.output(),
    /sign-in#/,
    'output that is collected shows no link that lets its reader in',
  );
  assert.match(first.output(), /your link to sign in, once: signInUrl in .*first-run\.json/);
  for (const name of ['first-run.json', 'curl.conf', 'key-pepper', 'postgres-password']) {
    assert.equal(statSync(join(dataDir, name)).mode & 0o777, 0o600, name);
  }
  await stopped(first);

  const second = serve();
  await ready(second);
  const later = firstRun(dataDir);
  assert.equal(later.apiKey, made.apiKey);
  assert.equal(later.orgId, made.orgId);
  assert.ok(second.output().includes(later.restUrl), 'the addresses are those of this start');
  const restUrl = later.restUrl;
  assert.match(
    second.output(),
    new RegExp(`curl -sS -K \\S+/curl.conf -F platform=uipath .* ${restUrl}/api/v1/validate`),
  );
  await stopped(second);
  assert.ok(!existsSync(join(dataDir, 'supervisor.lock')));
});

test("the operator's commands find the database of the serve that runs on the data folder, and its pepper", async () => {
  const { dataDir, serve } = installation(prepared);
  const keys = async (...words: readonly string[]) => {
    let text = '';
    const config = loadConfig({ FLOWARDEN_DATA_DIR: dataDir }, 'commands');
    await keysCommand(words, config, (part) => {
      text += part;
    });
    return text;
  };
  const absent = { name: 'StartError', message: /^DATABASE_URL is not set, and no `flowarden serve`/ };
  await assert.rejects(keys('create', '--name', 'second'), absent);
  const process = serve();
  await ready(process);
  const { orgId } = firstRun(dataDir);
  assert.match(await keys('create', '--name', 'second'), new RegExp(`^Organisation {2}${orgId}$`, 'm'));
  assert.match(await keys('list'), /second/);
  await stopped(process);
  await assert.rejects(keys('list'), absent);
});

test('the key of the first start works, with every scope', { skip: IN_FULL_RUN_ONLY }, async () => {
  const { dataDir, serve } = installation(prepared);
  const database = await ownPostgres();
  const pepper = 'p'.repeat(32);
  const process = serve({ DATABASE_URL: database.url, FLOWARDEN_KEY_PEPPER: pepper });
  await ready(process);
  assert.ok(
    !existsSync(join(dataDir, 'postgres', 'postmaster.pid')),
    'no Postgres of our own beside DATABASE_URL',
  );
  const { apiKey, orgId } = firstRun(dataDir);
  const app = connectApplication(database.url, 1);
  const caller = await createAuthenticate(
    app,
    pepper,
  )({ authorization: [`ApiKey ${apiKey}`], orgId: [orgId] });
  assert.deepEqual(new Set(caller.scopes), new Set(SCOPES));
  await disconnect(app);
  await stopped(process);

  const other = serve({ DATABASE_URL: database.url, FLOWARDEN_KEY_PEPPER: 'q'.repeat(32) });
  assert.equal(await other.ended, 2);
  assert.match(other.output(), /another pepper.*FLOWARDEN_KEY_PEPPER/s);
});

test('Ctrl-C stops gateway, core, jobs and Postgres in this order, and leaves nothing', async () => {
  const { dataDir, journal, serve } = installation(prepared);
  const process = serve();
  await allRolesRun(process, journal);
  const postgres = postmasterPid(dataDir);
  const pids = journal().map((line) => Number(line.split(' ')[2]));
  await stopped(process);
  assert.deepEqual(
    journal()
      .filter((line) => line.startsWith('stopped'))
      .map((line) => line.split(' ')[1]),
    ['gateway', 'core', 'jobs'],
  );
  assert.deepEqual([postgres, ...pids].filter(lives), []);
  assert.deepEqual(
    readdirSync(dataDir).filter((name) => /lock|\.new|\.stale|initdb/.test(name)),
    [],
  );
});

test('SIGTERM to npm, whose shell dies of it alone, stops everything', {
  skip: IN_FULL_RUN_ONLY,
}, async () => {
  const { dataDir, journal, serve } = installation(prepared);
  const shell = serve({ npm_lifecycle_event: 'start' }, THROUGH_SHELL);
  await allRolesRun(shell, journal);
  shell.child.kill('SIGTERM');
  await until('the end', () => !existsSync(join(dataDir, 'supervisor.lock')));
  assert.equal(journal().filter((line) => line.startsWith('stopped')).length, 3);
});

for (const role of someOf(['core', 'gateway', 'jobs'], 1)) {
  test(`a ${role} that is killed is started again, the others live on`, async () => {
    const { journal, pidOf, serve } = installation(prepared);
    const supervisor = serve();
    await allRolesRun(supervisor, journal);
    const before = pidOf(role);
    process.kill(before, 'SIGKILL');
    await until('the new life', () => pidOf(role) !== before);
    assert.equal(journal().filter((line) => line.startsWith('started')).length, 4);
    await stopped(supervisor, 'SIGTERM');
  });
}

test('a Postgres that is killed is started again at the same address', async () => {
  const { dataDir, serve } = installation(prepared);
  const supervisor = serve();
  await ready(supervisor);
  const port = () => readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[3];
  const [pid, before] = [postmasterPid(dataDir), port()];
  process.kill(pid, 'SIGKILL');
  await until('the new Postgres', () => {
    try {
      const text = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8');
      return text.includes('ready') && Number(text.split('\n')[0]) !== pid;
    } catch {
      // The new Postgres replaces the file, which may be absent for a moment.
      return false;
    }
  });
  assert.equal(port(), before);
  await stopped(supervisor);
});

test('when the supervisor is killed nothing survives, and the next start recovers', async () => {
  const { dataDir, journal, serve } = installation(prepared);
  const first = serve();
  await allRolesRun(first, journal);
  const pids = [postmasterPid(dataDir), ...journal().map((line) => Number(line.split(' ')[2]))];
  first.child.kill('SIGKILL');
  await first.ended;
  // At once, while the others may still be ending.
  const second = serve();
  await ready(second);
  await until('the end of the orphans', () => pids.every((pid) => !lives(pid)), 5_000);
  await stopped(second);
});

test('a Postgres that outlived its supervisor is ended in order by the next start', {
  skip: IN_FULL_RUN_ONLY,
}, async () => {
  const { dataDir, serve } = installation(prepared);
  const orphan = await startPostgres(dataDir, await freePort('127.0.0.1', 0, ''));
  await orphan.ready;
  const supervisor = serve();
  await ready(supervisor);
  assert.match(await orphan.exited, /^exit code 0;/);
  await stopped(supervisor);
});

test('stale files of a killed run do not stop a start', { skip: IN_FULL_RUN_ONLY }, async () => {
  const { dataDir, serve } = installation(prepared);
  writeFileSync(join(dataDir, 'supervisor.lock'), JSON.stringify({ host: 'x', pid: 1, started: 'x' }));
  // The number of another living process: Postgres itself would not start.
  writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}/postgres\n0\n1\n\n`);
  // Nothing listens on what a killed Postgres has left.
  writeFileSync(join(dataDir, 'postgres', '.s.PGSQL.1'), '');
  const supervisor = serve();
  await ready(supervisor);
  assert.ok(!existsSync(join(dataDir, 'postgres', '.s.PGSQL.1')));
  await stopped(supervisor);
});

test('a data folder of a process in another container is rejected, and free again when that dies', {
  skip: IN_FULL_RUN_ONLY,
}, async () => {
  const { dataDir, serve } = installation(prepared);
  const holder = startScript(
    fileURLToPath(new URL('../support/service/folder-holder.ts', import.meta.url)),
    [dataDir],
    {},
  );
  await until('the lock', () => holder.output().includes('locked'));
  writeFileSync(join(dataDir, 'supervisor.lock'), JSON.stringify({ host: 'box/1/2', pid: 7, started: 'x' }));
  const rejected = serve();
  assert.equal(await rejected.ended, 1);
  assert.match(
    rejected.output(),
    /Another flowarden \(process 7 of the machine or container box\) uses the data/,
  );
  holder.child.kill('SIGKILL');
  await holder.ended;
  const next = serve();
  await ready(next);
  await stopped(next);
});

test('the files of a Postgres whose process cannot be seen stay, as in another container', {
  skip: IN_FULL_RUN_ONLY,
}, async () => {
  const { dataDir, serve } = installation(prepared);
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  writeFileSync(pidFile, `4194305\n${dataDir}/postgres\n0\n1\n\n`);
  const elsewhere = createServer().listen(join(dataDir, 'postgres', '.s.PGSQL.1'));
  await once(elsewhere, 'listening');
  const rejected = serve();
  assert.equal(await rejected.ended, 1);
  assert.match(rejected.output(), /A Postgres that cannot be seen from here, as in another container, uses/);
  assert.ok(existsSync(pidFile));
  elsewhere.close();
});

test('a second supervisor on the same data folder is rejected and disturbs no process', {
  skip: IN_FULL_RUN_ONLY,
}, async () => {
  const { dataDir, serve } = installation(prepared);
  const first = serve();
  await ready(first);
  const second = serve();
  assert.equal(await second.ended, 1);
  assert.match(
    second.output(),
    new RegExp(`Another flowarden \\(process ${first.child.pid}\\) uses the data folder ${dataDir}`),
  );
  assert.ok(lives(postmasterPid(dataDir)));
  await stopped(first);
});

test('a signal during the start stops it', { skip: IN_FULL_RUN_ONLY }, async () => {
  const { dataDir, serve } = installation();
  const supervisor = serve();
  await until('initdb', () => existsSync(join(dataDir, 'postgres.new')));
  await stopped(supervisor);
  const again = serve();
  await ready(again);
  await stopped(again);
});

test('a bad variable is named, with exit code 2 and no stack trace', async () => {
  const process = installation().serve({ FLOWARDEN_HTTP_PORT: 'eighty', FLOWARDEN_LOG_LEVEL: 'loud' });
  assert.equal(await process.ended, 2);
  assert.match(
    process.output(),
    /FLOWARDEN_HTTP_PORT is "eighty"; it must be .*\n.*FLOWARDEN_LOG_LEVEL is "loud"/,
  );
  assert.doesNotMatch(process.output(), /\n {4}at /);
});

test('the error names a port that another program holds, before Postgres is installed', async (t) => {
  const { dataDir, serve } = installation();
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const process = serve({ FLOWARDEN_GRPC_PORT: String(port) });
  assert.equal(await process.ended, 1);
  assert.match(
    process.output(),
    new RegExp(
      `Port ${port} of 127.0.0.1 cannot be used: another program listens on it.*FLOWARDEN_GRPC_PORT`,
    ),
  );
  assert.ok(!existsSync(join(dataDir, 'postgres')));
});

/** Runs of which the least counts: that which other programs delayed least. */
const TAKEN_PORT_RUNS = 3;
/** Processor time of the program by that of one that does nothing. */
const TAKEN_PORT_RATIO_MAX = 8;

/** Returns the processor time of a program, in milliseconds, and what it wrote. */
function timedRun(args: readonly string[], env: NodeJS.ProcessEnv) {
  const begunMs = processTreeMs();
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  return { status, stderr, ms: processTreeMs() - begunMs };
}

test('a taken port is named soon: after a short wait, and little work beside that of an empty program', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    FLOWARDEN_DATA_DIR: join(folder, 'never'),
    FLOWARDEN_HTTP_PORT: String(port),
  };
  const [floors, computed]: number[][] = [[], []];
  for (let run = 0; run < TAKEN_PORT_RUNS; run += 1) {
    floors!.push(timedRun(['-e', '0'], env).ms);
    const { status, stderr, ms } = timedRun([PROGRAM, 'serve'], env);
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`Port ${port} of 127.0.0.1 cannot be used`));
    computed!.push(ms);
  }
  assert.ok(PORT_WAIT_MS_MAX <= 300);
  assert.ok(
    Math.min(...computed!) <= TAKEN_PORT_RATIO_MAX * Math.min(...floors!),
    `${computed} : ${floors} ms`,
  );
});

test('a port that is freed a moment later is waited for', { skip: IN_FULL_RUN_ONLY }, async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const chosen = freePort('127.0.0.1', port, 'FLOWARDEN_GRPC_PORT');
  await sleep(50);
  server.close();
  assert.equal(await chosen, port);
});

test('a port that we choose is none that an outgoing connection could take meanwhile', async () => {
  const port = await freePort('127.0.0.1', 0, '');
  assert.ok(port < 32_768, `${port}`);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
});
