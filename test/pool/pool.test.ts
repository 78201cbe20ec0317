/** The thread pool: answers, errors as they were thrown, limits, and threads that die. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { AnalysisTask } from '../../src/analysis/engine/worker-messages.ts';
import { AppError } from '../../src/errors.ts';
import { type AnalysisPool, createPool } from '../../src/pool/pool.ts';

const SAMPLE = join(import.meta.dirname, '../../samples/uipath/Main.xaml');
const task = (bytes: Uint8Array): AnalysisTask => ({
  bytes,
  filename: 'Main.xaml',
  platform: 'uipath',
  ruleset: 'default',
  findingsMax: 100,
});
/** Builds a file that occupies a thread for a while: many activities, many findings. */
const slowFile = (steps = 60_000): Buffer => {
  const text = readFileSync(SAMPLE, 'utf8');
  const at = text.lastIndexOf('</Sequence>');
  const bulk =
    '<Delay Duration="00:00:05" /><TryCatch><TryCatch.Try><Sequence /></TryCatch.Try></TryCatch>'.repeat(
      steps,
    );
  return Buffer.from(text.slice(0, at) + bulk + text.slice(at));
};
const hasCode = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;

describe('the pool', () => {
  let pool: AnalysisPool;
  before(async () => {
    pool = await createPool({ threads: 1, queueMax: 2, heapMiBMax: 256, onThreadError: () => {} });
  });
  after(() => pool.close());

  it('analyses a file in a thread', async () => {
    const report = await pool.analyse(task(readFileSync(SAMPLE)), { timeoutMs: 10_000 });
    assert.equal(report.kind, 'uipath-workflow');
    assert.ok(report.findings.length > 0);
  });
  it('brings an error back with its code, message and details', async () => {
    const bytes = Buffer.from(
      '{"nodes":[{"commandName":"x","packageName":"y","uid":"z","attributes":[]}],"variables":[],"packages":[]}',
    );
    await assert.rejects(pool.analyse(task(bytes), { timeoutMs: 10_000 }), (error: unknown) => {
      assert.ok(error instanceof AppError);
      assert.equal(error.code, 'platform_mismatch');
      assert.match(error.message, /Automation Anywhere/);
      assert.equal(error.details.recognisedPlatform, 'platform_3');
      return true;
    });
  });
  it('stops an analysis at its limit and serves the next one', async () => {
    await assert.rejects(pool.analyse(task(slowFile()), { timeoutMs: 20 }), hasCode('validation_timeout'));
    const report = await pool.analyse(task(readFileSync(SAMPLE)), { timeoutMs: 10_000 });
    assert.equal(report.kind, 'uipath-workflow');
  });
  it('does not count the time in the queue as time of the analysis', async () => {
    const begunMs = performance.now();
    await pool.analyse(task(slowFile()), { timeoutMs: 120_000 });
    // The sample takes a hundredth of the time of the file that it waits for, on any machine.
    const timeoutMs = (performance.now() - begunMs) / 2;
    const busy = pool.analyse(task(slowFile()), { timeoutMs: 120_000 });
    await Promise.all([busy, pool.analyse(task(readFileSync(SAMPLE)), { timeoutMs })]);
  });
  it('rejects a task that would overflow the queue', async () => {
    const running = [1, 2, 3].map(() => pool.analyse(task(slowFile()), { timeoutMs: 30_000 }));
    await assert.rejects(
      pool.analyse(task(readFileSync(SAMPLE)), { timeoutMs: 1000 }),
      hasCode('queue_full'),
    );
    await Promise.all(running);
  });
  it('lets those go first who wait for their answer, and leaves one thread of two to them', async () => {
    const two = await createPool({ threads: 2, queueMax: 20, heapMiBMax: 256, onThreadError: () => {} });
    const ended: string[] = [];
    const run = async (name: string, isPatient: boolean, bytes: Uint8Array = readFileSync(SAMPLE)) => {
      await two.analyse(task(bytes), { timeoutMs: 30_000, isPatient });
      ended.push(name);
    };
    const slow = run('slow', true, slowFile());
    const flood = ['p1', 'p2', 'p3'].map((name) => run(name, true));
    await Promise.all(['u1', 'u2'].map((name) => run(name, false)));
    assert.deepEqual(ended.toSorted(), ['u1', 'u2'], 'the flood waits for the slow one');
    await Promise.all([slow, ...flood]);
    assert.deepEqual(ended.slice(2), ['slow', 'p1', 'p2', 'p3']);
    await two.close();
  });
  it('serves a tenant at once while another one holds every thread', async () => {
    const one = await createPool({ threads: 1, queueMax: 20, heapMiBMax: 256, onThreadError: () => {} });
    const ended: string[] = [];
    const run = async (tenant: string, bytes: Uint8Array) => {
      await one.analyse(task(bytes), { timeoutMs: 60_000, tenant });
      ended.push(tenant);
    };
    // Starts the thread that stands by.
    await Promise.all(['c', 'd'].map((tenant) => run(tenant, readFileSync(SAMPLE))));
    await Promise.all([run('a', slowFile(8_000)), run('a', slowFile(8_000)), run('b', readFileSync(SAMPLE))]);
    assert.deepEqual(ended.slice(2), ['b', 'a', 'a']);
    await one.close();
  });
  it('ends an analysis whose caller has gone', async () => {
    const caller = new AbortController();
    const onStart = () => caller.abort();
    const run = pool.analyse(task(slowFile()), { timeoutMs: 30_000, signal: caller.signal, onStart });
    await assert.rejects(run, { name: 'AbortError' });
  });
});
