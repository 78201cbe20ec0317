/** The turns of tenants who wait for an analysis thread. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../src/errors.ts';
import { createFairQueue } from '../../src/pool/fair-queue.ts';
import { createThreadPermits, type PermitRequest } from '../../src/pool/thread-permits.ts';

interface Recorded {
  readonly count?: number;
  readonly queueMax?: number;
  readonly hasReserve?: boolean;
}

/** Requests permits and records which requests get one, and which are rejected. */
function record({ count = 1, queueMax = 100, hasReserve = false }: Recorded = {}) {
  let nowMs = 0;
  const slots = createThreadPermits({ count, hasReserve, queueMax, now: () => nowMs });
  const events: string[] = [];
  const running: { readonly name: string; readonly give: () => void }[] = [];
  const enqueue = (name: string, request: PermitRequest = {}) => {
    void slots
      .take({ tenant: name[0]!, ...request })
      .then((give) => {
        running.push({ name, give });
        events.push(name);
      })
      .catch((error: unknown) => {
        events.push(`${name} ${error instanceof AppError ? error.code : (error as Error).name}`);
      });
  };
  /** Ends a task, by default the one that has run for longest, after a time, and lets the next one begin. */
  const next = async ({ ms = 0, name }: { readonly ms?: number; readonly name?: string } = {}) => {
    nowMs += ms;
    const index = name === undefined ? 0 : running.findIndex((one) => one.name === name);
    running.splice(index, 1)[0]!.give();
    await settled();
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { slots, events, enqueue, next, settled, pass };
}

const patient = { isPatient: true };

describe('permits for threads', () => {
  it('go to tenants in turn when their tasks are equal, and within a tenant to who came first', async () => {
    const { events, enqueue, next, settled } = record();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) enqueue(name);
    await settled();
    for (let i = 0; i < 6; i += 1) await next();
    assert.deepEqual(events, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('go to the tenant that has used the least thread time, not the fewest calls', async () => {
    const { events, enqueue, next, settled } = record();
    for (const name of ['a1', 'a2', 'b1', 'b2', 'b3', 'b4', 'c1']) enqueue(name);
    await settled();
    for (const ms of [5_000, 10, 10, 10, 10, 10]) await next({ ms });
    assert.deepEqual(events, ['a1', 'b1', 'c1', 'b2', 'b3', 'b4', 'a2']);
  });

  it('count tasks that still run', async () => {
    const { events, enqueue, next, settled, pass } = record({ count: 2 });
    for (const name of ['a1', 'b1', 'a2', 'b2', 'b3']) enqueue(name);
    await settled();
    pass(10);
    await next({ name: 'b1' });
    pass(10);
    await next({ name: 'b2' });
    assert.deepEqual(events, ['a1', 'b1', 'a2', 'b2']);
    const other = record({ count: 2 });
    for (const name of ['a1', 'b1']) other.enqueue(name);
    await other.settled();
    other.pass(10);
    await other.next({ name: 'b1' });
    other.enqueue('b2');
    await other.settled();
    for (const name of ['a2', 'c1', 'a3']) other.enqueue(name);
    other.pass(100);
    await other.next({ name: 'b2' });
    assert.deepEqual(other.events, ['a1', 'b1', 'b2', 'c1']);
  });

  it('are no longer owed to a tenant for the time in which it wanted none', async () => {
    const { events, enqueue, next, settled } = record();
    enqueue('a1');
    enqueue('a2');
    await settled();
    for (let i = 0; i < 2; i += 1) await next({ ms: 1_000 });
    for (const name of ['a3', 'a4', 'a5', 'b1', 'b2', 'b3']) enqueue(name);
    await settled();
    for (let i = 0; i < 5; i += 1) await next({ ms: 1_000 });
    assert.deepEqual(events.slice(2), ['a3', 'b1', 'a4', 'b2', 'a5', 'b3']);
  });

  it('leave one to tenants that have none', async () => {
    for (const count of [1, 2]) {
      const { events, enqueue, next, settled, slots } = record({ count, hasReserve: true });
      for (const name of ['a1', 'a2', 'a3', 'a4']) enqueue(name);
      await settled();
      assert.equal(slots.taken(), count);
      enqueue('b1');
      enqueue('b2');
      enqueue('c1');
      await settled();
      assert.deepEqual(events.slice(count), ['b1'], 'one more, for one tenant at a time');
      await next({ name: 'b1', ms: 10 });
      assert.equal(events.at(-1), 'c1');
      await next({ name: 'c1' });
      assert.equal(events.at(-1), 'b2');
      await next({ name: 'a1', ms: 30_000 });
      assert.equal(events.at(-1), `a${count + 1}`, 'the reserve is not for those who have one');
    }
  });

  it('leave one of two to urgent tasks, and the reserve to patient tasks of another tenant', async () => {
    const { events, enqueue, settled } = record({ count: 2, hasReserve: true });
    for (const name of ['a1', 'a2', 'b1']) enqueue(name, patient);
    enqueue('a3');
    await settled();
    assert.deepEqual(events, ['a1', 'b1', 'a3']);
  });

  it('go to patient tasks when the tenants of urgent ones have used far more', async () => {
    const { events, enqueue, next, settled } = record();
    enqueue('b1', patient);
    for (const name of ['a1', 'a2', 'a3', 'a4']) enqueue(name);
    enqueue('b2', patient);
    await settled();
    for (const ms of [10, 600, 600, 600, 10]) await next({ ms });
    assert.deepEqual(events, ['b1', 'a1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('go to tenants in turn among patient tasks too, behind all others', async () => {
    const { events, enqueue, next, settled } = record();
    enqueue('a1');
    await settled();
    for (const name of ['a2', 'a3', 'b1']) enqueue(name, patient);
    enqueue('a4');
    for (let i = 0; i < 4; i += 1) await next();
    assert.deepEqual(events, ['a1', 'a4', 'a2', 'b1', 'a3']);
  });

  it('are left to a tenant when another fills the queue: the other loses its newest task', async () => {
    const { events, enqueue, next, settled } = record({ queueMax: 4 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1']) enqueue(name);
    await settled();
    assert.deepEqual(events, ['a6 queue_full', 'a1', 'a5 queue_full']);
    await next();
    await next();
    assert.deepEqual(events.slice(3), ['a2', 'b1']);
  });

  it('are denied to a new tenant when all waiting ones have one task each', async () => {
    const { events, enqueue, settled } = record({ queueMax: 2 });
    for (const name of ['a1', 'a2', 'b1', 'c1']) enqueue(name);
    await settled();
    assert.deepEqual(events, ['c1 queue_full', 'a1']);
  });

  it('are given first to callers who wait when patient tasks fill the queue', async () => {
    const { events, enqueue, settled } = record({ queueMax: 2 });
    enqueue('a1');
    for (const name of ['a2', 'a3']) enqueue(name, patient);
    enqueue('a4');
    await settled();
    assert.deepEqual(events, ['a1', 'a3 queue_full']);
  });

  it('are not taken by tasks whose caller has gone', async () => {
    const { events, enqueue, next, settled, slots } = record();
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
    const { events, enqueue, next, settled, slots } = record();
    enqueue('a1');
    enqueue('a2', patient);
    enqueue('a3');
    await settled();
    void slots.close().then(() => events.push('closed'));
    await next();
    await next();
    assert.deepEqual(events, ['a1', 'a3', 'closed']);
  });
});

describe('a fair queue', () => {
  it('serves 10,000 tasks of 1,000 tenants and counts them', () => {
    const queue = createFairQueue();
    const served: string[] = [];
    for (let i = 0; i < 10_000; i += 1) {
      const tenant = `t${i % 1_000}`;
      queue.push(tenant, { begin: () => served.push(tenant), reject() {} });
    }
    assert.deepEqual([queue.size(), queue.countOf('t7'), queue.longest()], [10_000, 10, 10]);
    const next = () =>
      queue.next(
        () => true,
        () => 0,
      );
    for (let tenant = next(); tenant !== undefined; tenant = next()) queue.take(tenant).begin();
    assert.equal(queue.size(), 0);
    assert.equal(new Set(served.slice(0, 1_000)).size, 1_000);
  });
});
