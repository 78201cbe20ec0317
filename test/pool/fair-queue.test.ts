/** The turns of tenants who wait for an analysis thread. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../src/errors.ts';
import { createFairQueue } from '../../src/pool/fair-queue.ts';
import { createSlots, type SlotRequest } from '../../src/pool/thread-permits.ts';

/** Asks for permits and writes down who gets one, and who is refused. */
function record(count: number, queueMax: number) {
  const slots = createSlots(count, queueMax);
  const events: string[] = [];
  const ask = (name: string, request: SlotRequest = {}) => {
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
  return { slots, events, ask, next, settled };
}

describe('permits for threads', () => {
  it('go to tenants in turn, and within a tenant to who came first', async () => {
    const { events, ask, next, settled } = record(1, 100);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) ask(name);
    await settled();
    for (let i = 0; i < 6; i += 1) await next();
    assert.deepEqual(events, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('go to tenants in turn among patient tasks too, behind all others', async () => {
    const { events, ask, next, settled } = record(1, 100);
    ask('a1');
    await settled();
    for (const name of ['a2', 'a3', 'b1']) ask(name, { isPatient: true });
    ask('a4');
    await next();
    await next();
    await next(true);
    await next(true);
    assert.deepEqual(events, ['a1', 'a4', 'a2', 'b1', 'a3']);
  });

  it('are not kept from a tenant by another who fills the queue: the other loses the newest task', async () => {
    const { events, ask, next, settled } = record(1, 4);
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1']) ask(name);
    await settled();
    assert.deepEqual(events, ['a6 queue_full', 'a1', 'a5 queue_full']);
    await next();
    await next();
    assert.deepEqual(events.slice(3), ['a2', 'b1']);
  });

  it('are refused to a newcomer when all who wait have one task each', async () => {
    const { events, ask, settled } = record(1, 2);
    for (const name of ['a1', 'a2', 'b1', 'c1']) ask(name);
    await settled();
    assert.deepEqual(events, ['c1 queue_full', 'a1']);
  });

  it('are given first to callers who wait when patient tasks fill the queue', async () => {
    const { events, ask, settled } = record(1, 2);
    ask('a1');
    for (const name of ['a2', 'a3']) ask(name, { isPatient: true });
    ask('a4');
    await settled();
    assert.deepEqual(events, ['a1', 'a3 queue_full']);
  });

  it('are not taken by tasks whose caller has gone', async () => {
    const { events, ask, next, settled, slots } = record(1, 100);
    const gone = new AbortController();
    ask('a1');
    ask('a2', { signal: gone.signal });
    ask('a3');
    gone.abort();
    await settled();
    await next();
    assert.deepEqual(events, ['a1', 'a2 AbortError', 'a3']);
    assert.equal(slots.waiting(), 0);
  });

  it('end with the tasks that run and those whose callers wait', async () => {
    const { events, ask, next, settled, slots } = record(1, 100);
    ask('a1');
    ask('a2', { isPatient: true });
    ask('a3');
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
