/** The thread pool: answers, errors as they were thrown, limits, and threads that die. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { AnalysisTask } from '../../src/analysis/engine/worker-messages.ts';
import { AppError } from '../../src/errors.ts';
import { type AnalysisPool, createPool, type PoolOptions, type RunOptions } from '../../src/pool/pool.ts';

const SAMPLE = join(import.meta.dirname, '../../samples/uipath/Main.xaml');
/** Runs tasks that end on a signal, which names their file. */
const BREAKABLE = new URL('../support/broken-thread.ts', import.meta.url).href;
/** Longer than any task takes on a machine that has much else to do. */
const PATIENCE_MS = 120_000;
const task = (bytes: Uint8Array, filename = 'Main.xaml'): AnalysisTask => ({
  bytes,
  filename,
  platform: 'uipath',
  ruleset: 'default',
  findingsMax: 100,
});
const hasCode = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;

/** Task that occupies a thread until `end` is called. */
interface Endless {
  readonly begun: Promise<void>;
  readonly ended: Promise<void>;
  end(): void;
}

function occupy(pool: AnalysisPool, options: Partial<RunOptions> = {}): Endless {
  const caller = new AbortController();
  const { promise: begun, resolve: onStart } = Promise.withResolvers<void>();
  const all = { timeoutMs: PATIENCE_MS, ...options, signal: caller.signal, onStart };
  const ended = assert.rejects(pool.analyse(task(Buffer.from('x'), 'spin'), all), { name: 'AbortError' });
  return { begun, ended, end: () => caller.abort() };
}

const quick = (pool: AnalysisPool, options: Partial<RunOptions> = {}): Promise<unknown> =>
  pool.analyse(task(Buffer.from('x'), 'fine'), { timeoutMs: PATIENCE_MS, ...options });

describe('the pool', () => {
  let pool: AnalysisPool;
  before(async () => {
    pool = await createPool({ threads: 1, queueMax: 2, heapMiBMax: 256, onThreadError: () => {} });
  });
  after(() => pool.close());

  it('analyses a file in a thread', async () => {
    const report = await pool.analyse(task(readFileSync(SAMPLE)), { timeoutMs: PATIENCE_MS });
    assert.equal(report.kind, 'uipath-workflow');
    assert.ok(report.findings.length > 0);
  });
  it('brings an error back with its code, message and details', async () => {
    const bytes = Buffer.from(
      '{"nodes":[{"commandName":"x","packageName":"y","uid":"z","attributes":[]}],"variables":[],"packages":[]}',
    );
    await assert.rejects(pool.analyse(task(bytes), { timeoutMs: PATIENCE_MS }), (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, 'platform_mismatch');
      assert.match(error.message, /Automation Anywhere/);
      assert.equal(error.details.recognisedPlatform, 'platform_3');
      return true;
    });
  });
});

describe('the threads of a pool', () => {
  const open = async (options: Partial<PoolOptions> = {}): Promise<AnalysisPool> => {
    const all = { threads: 1, queueMax: 20, heapMiBMax: 64, onThreadError: () => {}, entry: BREAKABLE };
    const pool = await createPool({ ...all, ...options });
    after(() => pool.close());
    return pool;
  };

  it('are ended at the limit of a task, and serve the next one', async () => {
    const pool = await open();
    const endless = pool.analyse(task(Buffer.from('x'), 'spin'), { timeoutMs: 20 });
    await assert.rejects(endless, hasCode('validation_timeout'));
    await quick(pool);
  });
  it('do not count the time in the queue as time of the task', async ({ mock }) => {
    const pool = await open({ hasSpare: false });
    // Before the first task: its own timer, which the mocked function could not clear, would hold the process.
    mock.timers.enable({ apis: ['setTimeout'] });
    const busy = occupy(pool);
    await busy.begun;
    const waiting = quick(pool, { timeoutMs: 1_000 });
    // Its limit passes many times while it waits, and never while it runs.
    mock.timers.tick(60_000);
    busy.end();
    await Promise.all([busy.ended, waiting]);
  });
  it('reject a task that would overflow the queue', async () => {
    const pool = await open({ queueMax: 2 });
    const tasks = [occupy(pool), occupy(pool), occupy(pool)];
    await assert.rejects(quick(pool), hasCode('queue_full'));
    for (const { end } of tasks) end();
    await Promise.all(tasks.map(({ ended }) => ended));
  });
  it('go first to those who wait for their answer, and one of two is left to them', async () => {
    const pool = await open({ threads: 2 });
    const ended: string[] = [];
    const note = async (name: string, work: Promise<unknown>): Promise<void> => {
      await work;
      ended.push(name);
    };
    const slow = occupy(pool, { isPatient: true });
    const flood = ['p1', 'p2', 'p3'].map((name) => note(name, quick(pool, { isPatient: true })));
    await Promise.all(['u1', 'u2'].map((name) => note(name, quick(pool))));
    assert.deepEqual(ended.toSorted(), ['u1', 'u2'], 'the flood waits for the slow one');
    slow.end();
    await Promise.all([slow.ended, ...flood]);
    assert.deepEqual(ended.slice(2), ['p1', 'p2', 'p3']);
  });
  it('serve a tenant at once while another one holds all of them', async () => {
    const pool = await open();
    const held = [occupy(pool, { tenant: 'a' }), occupy(pool, { tenant: 'a' })];
    await held[0]!.begun;
    await quick(pool, { tenant: 'b' });
    assert.deepEqual(pool.load(), { threads: 1, running: 1, waiting: 1, lost: 0 });
    for (const { end } of held) end();
    await Promise.all(held.map(({ ended }) => ended));
  });
  it('are ended when the caller has gone', async () => {
    const pool = await open();
    const left = occupy(pool);
    await left.begun;
    left.end();
    await left.ended;
    await quick(pool);
  });
});
