/** The sandbox process: its answers, the effects of a file on it, and its end. */
import assert from 'node:assert/strict';
import childProcess from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os, { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { AppError } from '../../src/errors.ts';
import { bareEnvironment } from '../../src/infra/settings/config.ts';
import { createSandboxPool, type SandboxPoolOptions } from '../../src/pool/sandbox-pool.ts';
import { COMPILE_CACHE } from '../support/compile-cache.ts';
import { startScript, until } from '../support/processes.ts';
import { IN_FULL_RUN_ONLY } from '../support/ring.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SAMPLE = readFileSync(join(import.meta.dirname, '../../samples/uipath/Main.xaml'));
const POOL = new URL('../../src/pool/sandbox-pool.ts', import.meta.url).href;
/** The process has the lowest priority: on a machine that has much else to do, its start alone may take minutes. */
const PATIENCE_MS = 600_000;
const BROKEN = new URL('../support/broken-thread.ts', import.meta.url).href;
const task = (filename: string) =>
  ({ bytes: SAMPLE, filename, platform: undefined, ruleset: 'default', findingsMax: 100 }) as const;
const hasCode = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;

/** The children of a process. */
const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** A pool and what became of its processes. */
function sandboxPool(options: Partial<SandboxPoolOptions> = {}) {
  const deaths: (string | number | null)[] = [];
  const before = new Set(childrenOf(process.pid));
  const pool = createSandboxPool({
    queueMax: 8,
    heapMiBMax: 64,
    idleMsMax: 60_000,
    environment: { ...bareEnvironment(), NODE_COMPILE_CACHE: COMPILE_CACHE },
    onDeath: (code, signal) => deaths.push(signal ?? code),
    ...options,
  });
  after(() => pool.close());
  const pids = () => childrenOf(process.pid).filter((pid) => !before.has(pid));
  return { pool, deaths, pids };
}

describe('the sandbox process', () => {
  it('starts with the first task, at the lowest priority, without our environment, and ends on request', async () => {
    const { pool, pids, deaths } = sandboxPool({ entry: BROKEN });
    process.env.FLOWARDEN_TEST_SECRET = 'hidden';
    assert.deepEqual(pids(), []);
    await pool.analyse(task('good'), { timeoutMs: PATIENCE_MS });
    const [pid = 0] = pids();
    for (const thread of readdirSync(`/proc/${pid}/task`))
      assert.equal(getPriority(Number(thread)), constants.priority.PRIORITY_LOW);
    assert.doesNotMatch(readFileSync(`/proc/${pid}/environ`, 'utf8'), /hidden/);
    process.kill(pid, 'SIGTERM');
    await pool.analyse(task('good'), { timeoutMs: PATIENCE_MS });
    assert.deepEqual(pids(), [pid]);
    await pool.close();
    assert.deepEqual([pids(), deaths], [[], []]);
  });

  // At the lowest priority, the engine takes minutes to load on a busy machine.
  it('analyses with the engine, and has a compile cache of its own', { skip: IN_FULL_RUN_ONLY }, async () => {
    const cache = temporaryFolder();
    const { pool } = sandboxPool({ environment: { NODE_COMPILE_CACHE: cache } });
    const { platform, score } = await pool.analyse(task('Main.xaml'), { timeoutMs: PATIENCE_MS });
    assert.equal(platform, 'uipath');
    assert.ok(score > 0);
    await pool.close();
    assert.deepEqual(readdirSync(cache), ['guests']);
    assert.ok(readdirSync(join(cache, 'guests/threads')).length > 0);
  });

  it('passes errors of the analysis on, stops it at its limit, and lets callers go', async () => {
    const { pool, pids } = sandboxPool({ entry: BROKEN });
    await pool.analyse(task('good'), { timeoutMs: PATIENCE_MS });
    const [first] = pids();
    await assert.rejects(pool.analyse(task('spin'), { timeoutMs: 50 }), hasCode('validation_timeout'));
    await assert.rejects(
      pool.analyse(task('throw'), { timeoutMs: PATIENCE_MS }),
      hasCode('engine_unavailable'),
    );
    const gone = new AbortController();
    const onStart = () => gone.abort();
    const left = pool.analyse(task('spin'), { timeoutMs: PATIENCE_MS, signal: gone.signal, onStart });
    await assert.rejects(left, { name: 'AbortError' });
    await pool.analyse(task('good'), { timeoutMs: PATIENCE_MS });
    assert.deepEqual(pids(), [first]);
  });

  it('serves the next task after one that ran out of heap, which may end the thread or the whole process', async () => {
    const { pool } = sandboxPool({ entry: BROKEN });
    await assert.rejects(
      pool.analyse(task('heap'), { timeoutMs: PATIENCE_MS }),
      hasCode('engine_unavailable'),
    );
    await pool.analyse(task('good'), { timeoutMs: PATIENCE_MS });
  });

  it('may be ended by a file: waiting calls get an error, and another process serves the next one', async () => {
    const { pool, pids, deaths } = sandboxPool({ entry: BROKEN });
    const lost = pool.analyse(task('spin'), {
      timeoutMs: PATIENCE_MS,
      onStart: () => process.kill(pids()[0]!, 'SIGKILL'),
    });
    await assert.rejects(lost, hasCode('engine_unavailable'));
    await pool.analyse(task('good'), { timeoutMs: PATIENCE_MS });
    assert.deepEqual(deaths, ['SIGKILL']);
  });

  it('ends after a while without tasks, which is no death', async () => {
    const { pool, pids, deaths } = sandboxPool({ entry: BROKEN, idleMsMax: 50 });
    await pool.analyse(task('good'), { timeoutMs: PATIENCE_MS });
    await until('it has ended', async () => pids().length === 0, PATIENCE_MS);
    await pool.analyse(task('good'), { timeoutMs: PATIENCE_MS });
    assert.deepEqual(deaths, []);
  });

  it('may fail to start, as without free file descriptors: waiting calls get an error, and the core lives on', async () => {
    const code = `
      const { openSync } = await import('node:fs');
      const { createSandboxPool } = await import(${JSON.stringify(POOL)});
      const pool = createSandboxPool({ queueMax: 1, heapMiBMax: 64, idleMsMax: 60000, environment: {}, onDeath() {} });
      try { for (;;) openSync('/dev/null'); } catch {}
      const error = await pool.analyse({ bytes: new Uint8Array(1), filename: 'good' }, { timeoutMs: ${PATIENCE_MS} }).catch((error) => error);
      await new Promise((resolve) => setTimeout(resolve, 50));
      console.log('lives on after', error.code);`;
    const node = [process.execPath, '--input-type=module', '-e'];
    const core = startScript(code, [], {}, ['sh', '-c', 'ulimit -n 64; exec "$@"', 'sh', ...node]);
    await until(
      'it has been told',
      () => core.output().includes('lives on after engine_unavailable'),
      PATIENCE_MS,
    );
  });

  it('may fail to start for a reason that Node throws, as too little memory: waiting calls get an error', async () => {
    const { fork } = childProcess;
    childProcess.fork = () => {
      throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' });
    };
    syncBuiltinESMExports();
    const { pool } = sandboxPool({ entry: BROKEN });
    try {
      await assert.rejects(
        pool.analyse(task('good'), { timeoutMs: PATIENCE_MS }),
        hasCode('engine_unavailable'),
      );
    } finally {
      childProcess.fork = fork;
      syncBuiltinESMExports();
    }
    await pool.analyse(task('good'), { timeoutMs: PATIENCE_MS });
  });

  it('works where processes may not change priorities', async () => {
    const { setPriority } = os;
    os.setPriority = () => {
      throw Object.assign(new Error('EPERM'), { code: 'ERR_SYSTEM_ERROR' });
    };
    syncBuiltinESMExports();
    try {
      const { pool, pids } = sandboxPool({ entry: BROKEN });
      await pool.analyse(task('good'), { timeoutMs: PATIENCE_MS });
      assert.equal(pids().length, 1);
    } finally {
      os.setPriority = setPriority;
      syncBuiltinESMExports();
    }
  });

  it('does not outlive a core that is killed, in any state', async () => {
    const code = `
      const { createSandboxPool } = await import(${JSON.stringify(POOL)});
      const options = { queueMax: 1, heapMiBMax: 64, idleMsMax: 60000, environment: {}, onDeath() {}, entry: ${JSON.stringify(BROKEN)} };
      const task = { bytes: new Uint8Array(1), filename: 'spin' };
      await createSandboxPool(options).analyse(task, { timeoutMs: ${PATIENCE_MS}, onStart: () => console.log('begun') });`;
    const core = startScript(code, [], {}, [process.execPath, '--input-type=module', '-e']);
    await until('it is at work', () => core.output().includes('begun'), PATIENCE_MS);
    const [sandbox = 0] = childrenOf(core.child.pid!);
    assert.ok(sandbox > 0);
    core.child.kill('SIGKILL');
    await until('it has gone too', async () => {
      try {
        process.kill(sandbox, 0);
        return false;
      } catch {
        return true;
      }
    });
  });
});
