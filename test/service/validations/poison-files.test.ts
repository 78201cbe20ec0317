/** Files that end the core: recorded while they run, counted when it died, rejected the third time. */
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceError } from '@grpc/grpc-js';
import { ValidationServiceService } from '../../../src/gen/flowarden/v1/validation.ts';
import { openBlobs } from '../../../src/infra/blobs/open-blobs.ts';
import { connectCore } from '../../../src/infra/core/core-client.ts';
import { inTransaction, withOrganisation } from '../../../src/infra/database/database.ts';
import { createLogger } from '../../../src/infra/logging/log.ts';
import { ownIdentity } from '../../../src/infra/process/process-identity.ts';
import { startRunner } from '../../../src/jobs/runner.ts';
import { tasksOf } from '../../../src/jobs/tasks.ts';
import { hashApiKey, makeApiKey } from '../../../src/service/access/api-key.ts';
import { insertApiKey } from '../../../src/service/access/api-keys-store.ts';
import { createPoisonGuard, type PoisonGuard } from '../../../src/service/validations/poison-files.ts';
import {
  insertRunningAnalysis,
  listRunningAnalyses,
  type RunningAnalysis,
} from '../../../src/service/validations/poison-files-store.ts';
import { startTestGateway } from '../../gateway/support/support.ts';
import { COMPILE_CACHE } from '../../support/compile-cache.ts';
import { ownPostgres, testOrganisation } from '../../support/database/database.ts';
import { validateRequest } from '../../support/files/bot.ts';
import { zip } from '../../support/files/zip.ts';
import { until } from '../../support/processes.ts';
import { richError } from '../../support/rich-error.ts';
import { connect, headersOf } from '../../support/service/core.ts';
import { stopRunner } from '../../support/service/stop-runner.ts';

const database = await ownPostgres();
const VERSION = '1.0.0';
const DEAD = { host: ownIdentity().host, pid: 2 ** 22 + 1, started: 'long ago' };

const hash = (): string => randomBytes(32).toString('hex');
const guard = (version = VERSION): PoisonGuard =>
  createPoisonGuard(database.app, version, (error) => assert.fail(String(error)));
const rejects = async (contentSha256: string, version = VERSION): Promise<boolean> => {
  try {
    await guard(version).check(contentSha256);
    return false;
  } catch (error) {
    assert.equal((error as { code: string }).code, 'structure_limit_exceeded');
    return true;
  }
};
const leaveNote = (contentSha256: string, by: Partial<RunningAnalysis> = {}): Promise<void> =>
  inTransaction(database.app, (sql) =>
    insertRunningAnalysis(sql, {
      id: randomUUID(),
      contentSha256,
      engineVersion: VERSION,
      ...DEAD,
      ...by,
    }),
  );
const notes = async () => [...(await inTransaction(database.app, listRunningAnalyses))];

describe('a content that ran when a core died', () => {
  it('is tried again after one death and rejected after two', async () => {
    const content = hash();
    await leaveNote(content);
    assert.equal(await rejects(content), false);
    await leaveNote(content);
    assert.equal(await rejects(content), true);
    assert.deepEqual(await notes(), []);
  });
  it('counts once for a core that ran it twice at once', async () => {
    const content = hash();
    await leaveNote(content);
    await leaveNote(content);
    assert.equal(await rejects(content), false);
  });
  it('is innocent again when the core survives it', async () => {
    const content = hash();
    await leaveNote(content);
    const watched = guard();
    await watched.check(content);
    const watch = watched.watch(content, 10);
    watch.started();
    await watch.ended(true);
    await leaveNote(content);
    assert.equal(await rejects(content), false);
  });
  it('stays suspect when its analysis is given up', async () => {
    const content = hash();
    await leaveNote(content);
    const watched = guard();
    await watched.check(content);
    const watch = watched.watch(content, 1_000_000);
    watch.started();
    await watch.ended(false);
    await leaveNote(content);
    assert.equal(await rejects(content), true);
  });
  it('is tried anew by another version of the program', async () => {
    const content = hash();
    for (const _ of [1, 2]) {
      await leaveNote(content);
      await guard().check(hash());
    }
    assert.equal(await rejects(content), true);
    assert.equal(await rejects(content, '1.0.1'), false);
  });
  it('is forgotten after a day', async () => {
    const content = hash();
    for (const _ of [1, 2]) {
      await leaveNote(content);
      await guard().check(hash());
    }
    await database.owner`update poison_files set last_death_at = now() - interval '25 hours'`;
    assert.equal(await rejects(content), false);
  });
});

describe('a note', () => {
  it('of a core that lives is left alone', async () => {
    const content = hash();
    await leaveNote(content, ownIdentity());
    await leaveNote(content, { host: 'another-machine' });
    await guard().check(hash());
    assert.equal((await notes()).length, 2);
    await database.owner`delete from running_analyses`;
  });
  it('of another machine counts when no analysis can be that old', async () => {
    const content = hash();
    for (const _ of [1, 2]) {
      await leaveNote(content, { host: 'another-machine' });
      await database.owner`update running_analyses set begun_at = now() - interval '10 minutes'`;
      await guard().check(hash());
    }
    assert.equal(await rejects(content), true);
  });
  it('is made at once for a large file, and goes when the analysis ends', async () => {
    const watch = guard().watch(hash(), 1_000_000);
    watch.started();
    await until('the note', async () => (await notes()).length === 1);
    await watch.ended(true);
    assert.deepEqual(await notes(), []);
  });
  it('is made for a small file only when its analysis takes a moment', async () => {
    const quick = guard().watch(hash(), 10);
    quick.started();
    await quick.ended(true);
    const slow = guard().watch(hash(), 10);
    slow.started();
    await until('the note', async () => (await notes()).length === 1);
    await slow.ended(true);
    await sleep(50);
    assert.deepEqual(await notes(), []);
  });
});

describe('a content on a core that has run for long', () => {
  /** Begins an analysis. Returns the code with which it is stopped, or null when it is not. */
  async function begin(running: PoisonGuard, contentSha256: string): Promise<string | null> {
    const watch = running.watch(contentSha256, 1_000_000);
    watch.started();
    await watch.ended(false);
    return watch.rejected.aborted ? watch.rejected.reason.code : null;
  }
  const far = (host: string) => ({ host, pid: 7, started: host });

  it('is stopped after two other cores have died of it', async () => {
    const [running, content] = [guard(), hash()];
    await running.check(content);
    await leaveNote(content);
    await guard().check(hash());
    assert.equal(await begin(running, content), null);
    await leaveNote(content);
    assert.equal(await begin(running, content), 'structure_limit_exceeded');
    await assert.rejects(running.check(content), { code: 'structure_limit_exceeded' });
  });
  it('waits while two cores of other machines run it, and is rejected once they must be dead', async () => {
    const [running, content] = [guard(), hash()];
    await leaveNote(content, far('one'));
    assert.equal(await begin(running, content), null);
    await leaveNote(content, far('two'));
    assert.equal(await begin(running, content), 'queue_full');
    await database.owner`update running_analyses set begun_at = now() - interval '10 minutes'`;
    assert.equal(await begin(running, content), 'structure_limit_exceeded');
  });
  it('runs more than once at the same time in one core', async () => {
    const [running, content] = [guard(), hash()];
    const watches = [1, 2, 3].map(() => running.watch(content, 1_000_000));
    for (const watch of watches) watch.started();
    await until('the notes', async () => (await notes()).length === 3);
    for (const watch of watches) await watch.ended(true);
    assert.ok(watches.every((watch) => !watch.rejected.aborted));
  });
});

describe('a core that dies of a file', () => {
  const pepper = 'p'.repeat(32);
  const children: ChildProcess[] = [];
  after(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  async function core(wanted = 0): Promise<{ readonly child: ChildProcess; readonly port: number }> {
    const child = fork(join(import.meta.dirname, '../../../src/main.ts'), ['core'], {
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        DATABASE_URL: database.url,
        FLOWARDEN_KEY_PEPPER: pepper,
        FLOWARDEN_SECRETS_KEY: 's'.repeat(32),
        FLOWARDEN_WORKER_THREADS: '1',
        FLOWARDEN_GRPC_PORT: String(wanted),
        FLOWARDEN_LOG_LEVEL: 'silent',
      },
    });
    children.push(child);
    const [message] = (await once(child, 'message')) as [{ details: { port: number } }];
    return { child, port: message.details.port };
  }
  async function caller() {
    const orgId = await testOrganisation(database);
    const { id, key } = makeApiKey();
    const expiresAt = new Date(Date.now() + 3_600_000);
    const keyHash = hashApiKey(key, pepper);
    const record = { id, orgId, name: 'Test key', keyHash, scopes: ['analysis:write'], expiresAt };
    await withOrganisation(database.ownerSql, orgId, (sql) => insertApiKey(sql, record));
    return { orgId, key };
  }

  /** Builds a file that occupies a thread while this test ends the process for it. */
  function killer(nodes: number): Buffer {
    const node = '{"uid":"a","commandName":"assign","packageName":"String","attributes":[]}';
    return Buffer.from(`{"nodes":[${`${node},`.repeat(nodes)}${node}],"variables":[],"packages":[]}`);
  }
  /** Ends the process as soon as it analyses the content. */
  async function killAt(child: ChildProcess, content: string): Promise<void> {
    // Its own note, not one that its predecessor left and that it has not counted yet.
    await until('the note', async () =>
      (await notes()).some((note) => note.contentSha256 === content && note.pid === child.pid),
    );
    child.kill('SIGKILL');
    await until('the end', () => child.signalCode !== null);
  }

  it('ends one other core; a third that ran all along rejects it and serves everything else', async () => {
    const identity = await caller();
    const bytes = killer(120_000);
    const content = createHash('sha256').update(bytes).digest('hex');
    const { validate } = ValidationServiceService;
    const call = (port: number, request = validateRequest({ file: bytes })): Promise<number> =>
      new Promise((resolve, reject) => {
        const client = connect(port);
        client.makeUnaryRequest(
          validate.path,
          validate.requestSerialize,
          validate.responseDeserialize,
          request,
          headersOf(identity),
          {},
          (error, response) => {
            client.close();
            if (error) reject(error);
            else resolve(response!.validation!.score);
          },
        );
      });
    const [first, second, third] = [await core(), await core(), await core()];
    for (const { child, port } of [first, second]) {
      const lost = assert.rejects(call(port), (error: ServiceError) => error.code === 14);
      await killAt(child, content);
      await lost;
    }
    // One that has run all along, and one that starts now.
    const fourth = await core();
    for (const { port } of [third, fourth]) {
      await assert.rejects(call(port), (error: ServiceError) => {
        const { reason, message } = richError(error);
        assert.equal(reason, 'STRUCTURE_LIMIT_EXCEEDED');
        assert.match(message, /ended the service 2 times/);
        return true;
      });
    }
    const { port } = third;
    assert.ok((await call(port, validateRequest())) > 0);
    for (const { child } of [third, fourth]) {
      child.kill('SIGKILL');
      await until('the end', () => child.signalCode !== null);
    }
  });

  it('in a project does so twice; the others have their results, and it fails alone', async () => {
    const { orgId, key } = await caller();
    const bytes = killer(119_000);
    const content = createHash('sha256').update(bytes).digest('hex');
    const archive = zip([
      { name: 'before.json', content: killer(1) },
      // Packed, it would be taken for a bomb.
      { name: 'killer.json', content: bytes, stored: true },
      { name: 'after.json', content: killer(2) },
    ]);
    let running = await core();
    const { port } = running;
    const gateway = await startTestGateway({ corePort: port });
    const client = connectCore(`127.0.0.1:${port}`, 's'.repeat(32));
    const deps = {
      sql: database.ownerSql,
      blobs: await openBlobs(database.ownerSql, null),
      core: client,
      log: createLogger('silent', 'test'),
      baseUrl: 'http://flowarden.test',
      signal: new AbortController().signal,
    };
    const runner = await startRunner({
      name: 'batch',
      databaseUrl: database.url,
      deps,
      tasks: tasksOf('batch'),
    });
    after(async () => {
      await stopRunner(runner, database.owner);
      client.close();
      await gateway.stop();
      running.child.kill('SIGKILL');
    });
    const path = `${gateway.url}/api/v1/validate/project`;
    const headers = { Authorization: `ApiKey ${key}`, 'X-Org-Id': orgId };
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(archive)]), 'robots.zip');
    const submitted = await fetch(path, { method: 'POST', headers, body: form });
    assert.equal(submitted.status, 200);
    const { projectValidationId } = (await submitted.json()) as { projectValidationId: string };
    for (const _ of [1, 2]) {
      await killAt(running.child, content);
      running = await core(port);
    }
    const project = await until('the project has ended', async () => {
      const answer = await fetch(`${path}/${projectValidationId}`, { headers });
      // biome-ignore lint/suspicious/noExplicitAny: other tests hold it against its schema
      const body = (await answer.json()) as any;
      return body.status === 'completed' ? body : null;
    });
    assert.deepEqual(
      project.items.map((item: { path: string; status: string; error: { code: string } | null }) => [
        item.path,
        item.status,
        item.error?.code ?? null,
      ]),
      [
        ['before.json', 'completed', null],
        ['killer.json', 'failed', 'structure_limit_exceeded'],
        ['after.json', 'completed', null],
      ],
    );
    assert.equal(running.child.exitCode ?? running.child.signalCode, null, 'the third core lives');
    assert.equal(project.failedCount, 1);
  });
});
