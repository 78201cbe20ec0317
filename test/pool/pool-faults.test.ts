/** Threads that break: the caller of the file gets an error, every other caller an answer. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { AnalysisTask } from '../../src/analysis/engine/worker-messages.ts';
import { AppError } from '../../src/errors.ts';
import { OwnedBytes } from '../../src/infra/memory/owned-bytes.ts';
import { type AnalysisPool, createPool } from '../../src/pool/pool.ts';

/** Delay after which the pool gives threads that are missing, or idle, something to do. */
const DELAY_MS = 200;
/** Longer than any task takes on a machine that has much else to do. */
const PATIENCE_MS = 120_000;
const ENTRY = new URL('../support/broken-thread.ts', import.meta.url).href;
const task = (filename: string, bytes: Uint8Array = Buffer.from('x')): AnalysisTask => ({
  bytes,
  filename,
  platform: undefined,
  ruleset: 'default',
  findingsMax: 1,
});

describe('a thread that breaks', () => {
  let pool: AnalysisPool;
  before(async () => {
    pool = await createPool({
      threads: 2,
      queueMax: 100,
      heapMiBMax: 64,
      onThreadError: () => {},
      entry: ENTRY,
    });
  });
  after(() => pool.close());

  for (const [fault, title] of [
    ['exit', 'leaves the process'],
    ['stack', 'runs out of stack'],
    ['heap', 'runs out of heap'],
    ['throw', 'throws'],
    ['throw later', 'throws where no call waits'],
  ] as const) {
    it(`fails one request when it ${title}, and the next is served`, async () => {
      const broken = pool.analyse(task(fault), { timeoutMs: PATIENCE_MS });
      const others = Array.from({ length: 8 }, () => pool.analyse(task('fine'), { timeoutMs: PATIENCE_MS }));
      await assert.rejects(
        broken,
        (error) => error instanceof AppError && error.code === 'engine_unavailable',
      );
      assert.equal((await Promise.all(others)).length, 8);
      await pool.analyse(task('fine'), { timeoutMs: PATIENCE_MS });
    });
  }
  it('that never ends is stopped at its time-out, and the next is served', async () => {
    await assert.rejects(pool.analyse(task('spin'), { timeoutMs: 100 }), { code: 'validation_timeout' });
    await pool.analyse(task('fine'), { timeoutMs: PATIENCE_MS });
  });
  it('reaches no other file, process, thread or native code, and knows no setting', async () => {
    const { environment, ...escapes } = (await pool.analyse(task('escape'), {
      timeoutMs: PATIENCE_MS,
    })) as unknown as Record<string, unknown>;
    assert.deepEqual(environment, []);
    assert.equal(Object.keys(escapes).length, 7);
    for (const [what, code] of Object.entries(escapes))
      assert.match(String(code), /^ERR_(ACCESS|DLOPEN)_(DENIED|DISABLED)$/, what);
  });
  it('says when it has begun, once', async () => {
    let begun = 0;
    await pool.analyse(task('fine'), { timeoutMs: PATIENCE_MS, onStart: () => (begun += 1) });
    await assert.rejects(pool.analyse(task('spin'), { timeoutMs: 100, onStart: () => (begun += 10) }));
    assert.ok(begun === 10 || begun === 11, `${begun}`);
  });
});

describe('the bytes of a file', () => {
  let pool: AnalysisPool;
  before(async () => {
    pool = await createPool({
      threads: 1,
      queueMax: 1,
      heapMiBMax: 64,
      onThreadError: () => {},
      entry: ENTRY,
    });
  });
  after(() => pool.close());
  const seen = async (owned: OwnedBytes): Promise<unknown> =>
    pool.analyse(task('fine', owned.bytes), { timeoutMs: PATIENCE_MS, owned });

  it('go to the thread without a copy when nothing else uses their memory', async () => {
    const message = new Uint8Array(1_000_005).fill(7);
    assert.deepEqual(await seen(OwnedBytes.withBuffer(message.subarray(5))), { bytes: 1_000_000, first: 7 });
    assert.equal(message.buffer.byteLength, 0, 'the memory has moved');
  });
  it('are copied when they share their memory', async () => {
    const message = new Uint8Array(1_000_005).fill(7);
    assert.deepEqual(await seen(OwnedBytes.of(message.subarray(5))), { bytes: 1_000_000, first: 7 });
    assert.equal(message[5], 7, 'the memory is still here');
  });
  it('move when they own their memory', async () => {
    const file = new Uint8Array(1_000_000).fill(7);
    assert.deepEqual(await seen(OwnedBytes.of(file)), { bytes: 1_000_000, first: 7 });
    assert.equal(file.byteLength, 0);
  });
});

describe('a pool that waits for its first thread only', () => {
  it('serves with all of them soon', async () => {
    const pool = await createPool({
      threads: 2,
      threadsAtStart: 1,
      queueMax: 10,
      heapMiBMax: 64,
      onThreadError: () => {},
      entry: ENTRY,
    });
    let begun = 0;
    const bothRun = Promise.withResolvers<string>();
    const onStart = () => void ((begun += 1) === 2 && bothRun.resolve('both run'));
    const caller = new AbortController();
    const options = { timeoutMs: PATIENCE_MS, onStart, signal: caller.signal };
    const endless = [1, 2].map(() => pool.analyse(task('spin'), options).catch(() => 'one has ended'));
    assert.equal(await Promise.race([bothRun.promise, ...endless]), 'both run');
    caller.abort();
    await Promise.all(endless);
    await pool.close();
  });
});

describe('a pool that closes while a thread answers', () => {
  it('reports no error of that thread', async ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const errors: unknown[] = [];
    const pool = await createPool({
      threads: 1,
      queueMax: 1,
      heapMiBMax: 64,
      onThreadError: (error) => errors.push(error),
      entry: ENTRY,
    });
    mock.timers.tick(DELAY_MS);
    // Meanwhile the thread answers. It is read when the pool has closed.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await pool.close();
    for (let turn = 0; turn < 10; turn += 1) await setImmediate();
    assert.deepEqual(errors, []);
  });
});
