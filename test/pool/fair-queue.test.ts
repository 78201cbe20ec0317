/** The turns of tenants who wait for an analysis thread. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../src/errors.ts';
import { createFairQueue } from '../../src/pool/fair-queue.ts';
import { createSlots, type SlotRequest } from '../../src/pool/thread-permits.ts';

/** Requests permits and records which requests get one, and which are rejected. */
function record(count: number, queueMax: number) {
  const slots = createSlots(count, queueMax);
  const events: string[] = [];
  const enqueue = (name: string, request: SlotRequest = {}) => {
    void slots
      .take({ tenant: name[0]!, ...request })
      .then(() => events.push(name))
      .catch((error: unknown) => {
        events.push(`${name} ${error instanceof AppError ? error.code : (error as Error).name}`);
      });
  };
  /** Ends the running task, and lets the next one begin. */
  const next = async (isPatient = false) => {
    slots.give(isPatient);
    await settled();
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { slots, events, enqueue, next, settled };
}

describe('permits for threads', () => {
  it('go to tenants in turn, and within a tenant to who came first', async () => {
    const { events, enqueue, next, settled } = record(1, 100);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) enqueue(name);
    await settled();
    for (let i = 0; i < 6; i += 1) await next();
    assert.deepEqual(events, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('go to tenants in turn among patient tasks too, behind all others', async () => {
    const { events, enqueue, next, settled } = record(1, 100);
    enqueue('a1');
    await settled();
    for (const name of ['a2', 'a3', 'b1']) enqueue(name, { isPatient: true });
    enqueue('a4');
    await next();
    await next();
    await next(true);
    await next(true);
    assert.deepEqual(events, ['a1', 'a4', 'a2', 'b1', 'a3']);
  });

  it('are left to a tenant when another fills the queue: the other loses its newest task', async () => {
    const { events, enqueue, next, settled } = record(1, 4);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1']) enqueue(name);
    await settled();
    assert.deepEqual(events, ['a6 queue_full', 'a1', 'a5 queue_full']);
    await next();
    await next();
    assert.deepEqual(events.slice(3), ['a2', 'b1']);
  });

  it('are denied to a new tenant when all waiting ones have one task each', async () => {
    const { events, enqueue, settled } = record(1, 2);
    for (const name of ['a1', 'a2', 'b1', 'c1']) enqueue(name);
    await settled();
    assert.deepEqual(events, ['c1 queue_full', 'a1']);
  });

  it('are given first to callers who wait when patient tasks fill the queue', async () => {
    const { events, enqueue, settled } = record(1, 2);
    enqueue('a1');
    for (const name of ['a2', 'a3']) enqueue(name, { isPatient: true });
    enqueue('a4');
    await settled();
    assert.deepEqual(events, ['a1', 'a3 queue_full']);
  });

  it('are not taken by tasks whose caller has gone', async () => {
    const { events, enqueue, next, settled, slots } = record(1, 100);
    const gone = new AbortController();
    enqueue('a1');
    enqueue('a2', { signal: gone.signal });
    enqueue('a3');
    gone.abort();
    await settled();
    await next();
    assert.deepEqual(events, ['a1', 'a2 AbortError', 'a3']);
    assert.equal(slots.waiting(), 0);
  });

  it('end with the tasks that run and those whose callers wait', async () => {
    const { events, enqueue, next, settled, slots } = record(1, 100);
    enqueue('a1');
    enqueue('a2', { isPatient: true });
    enqueue('a3');
    await settled();
    void slots.close().then(() => events.push('closed'));
    await next();
    await next();
    assert.deepEqual(events, ['a1', 'a3', 'closed']);
  });
});

describe('a fair queue', () => {
  it('serves 100,000 tasks of 1,000 tenants and counts them', () => {
    const queue = createFairQueue();
    const served: string[] = [];
    for (let i = 0; i < 100_000; i += 1) {
      const tenant = `t${i % 1_000}`;
      queue.push(tenant, { begin: () => served.push(tenant), reject() {} });
    }
    assert.deepEqual([queue.size(), queue.countOf('t7'), queue.longest()], [100_000, 100, 100]);
    while (queue.size() > 0) queue.shift()!.begin();
    assert.equal(new Set(served.slice(0, 1_000)).size, 1_000);
    assert.equal(queue.shift(), undefined);
  });
});
