/** The semaphore: its limits, the order of those that wait, and what is given back. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createSemaphore, type Release } from '../../../src/infra/async/semaphore.ts';

describe('tryTake', () => {
  test('rejects beyond the total and beyond the share of a key, and names the limit', () => {
    const semaphore = createSemaphore({ total: 3, perKey: 2 });
    assert.ok(semaphore.tryTake('a'));
    const release = semaphore.tryTake('a')!;
    assert.equal(semaphore.exhausted('a'), 'key');
    assert.equal(semaphore.tryTake('a'), null);
    assert.ok(semaphore.tryTake('b'));
    assert.equal(semaphore.exhausted('c'), 'total');
    release();
    assert.equal(semaphore.exhausted('a'), null);
  });

  test('takes several permits at once or none', () => {
    const semaphore = createSemaphore({ total: 10 });
    assert.ok(semaphore.tryTake('a', 7));
    assert.equal(semaphore.tryTake('a', 4), null);
    assert.ok(semaphore.tryTake('b', 3));
    assert.equal(semaphore.taken('a'), 7);
  });

  test('gives back once, however often it is released', () => {
    const semaphore = createSemaphore({ total: 2 });
    const first = semaphore.tryTake('a')!;
    semaphore.tryTake('b');
    first();
    first();
    assert.ok(semaphore.tryTake('c'));
    assert.equal(semaphore.tryTake('c'), null);
  });
});

describe('take', () => {
  test('waits first come, first served, and returns null beyond those that may wait', async () => {
    const semaphore = createSemaphore({ perKey: 1, waiting: 2 });
    const order: number[] = [];
    const first = (await semaphore.take('a'))!;
    const second = semaphore.take('a').then((release) => order.push(2) && release!());
    const third = semaphore.take('a').then((release) => order.push(3) && release!());
    assert.equal(await semaphore.take('a'), null);
    (await semaphore.take('b'))!();
    first();
    await Promise.all([second, third]);
    assert.deepEqual(order, [2, 3]);
    (await semaphore.take('a'))!();
  });

  test('lets a key without room wait alone', async () => {
    const semaphore = createSemaphore({ total: 2, perKey: 1, waiting: 1 });
    await semaphore.take('a');
    const waiting = semaphore.take('a');
    assert.ok(await semaphore.take('b'));
    assert.equal(await Promise.race([waiting, 'waits']), 'waits');
  });

  test('does not let light tasks overtake a heavy one', async () => {
    const semaphore = createSemaphore({ total: 4, waiting: 5 });
    const light = (await semaphore.take('a', 2))!;
    const heavy = semaphore.take('b', 4);
    const late = semaphore.take('c', 1);
    assert.equal(await Promise.race([late, 'waits']), 'waits');
    light();
    const release = (await heavy)!;
    assert.equal(await Promise.race([late, 'waits']), 'waits');
    release();
    assert.ok(await late);
  });

  test('runs a task that is heavier than the total alone', async () => {
    const semaphore = createSemaphore({ total: 4, waiting: 1 });
    const release = (await semaphore.take('a', Number.POSITIVE_INFINITY))!;
    assert.equal(semaphore.tryTake('b'), null);
    release();
    assert.ok(semaphore.tryTake('b'));
  });
});

test('no limit is exceeded and nothing is lost in any order of takes and releases', async () => {
  const steps = fc.array(
    fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 4 }), fc.boolean()),
    {
      maxLength: 60,
    },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const limits = { total: 5, perKey: 4, waiting: 100 };
      const semaphore = createSemaphore(limits);
      const held: Release[] = [];
      const begun: Promise<unknown>[] = [];
      for (const [key, weight, releases] of all) {
        begun.push(semaphore.take(key, weight).then((release) => held.push(release!)));
        await Promise.resolve();
        if (releases) held.shift()?.();
        const taken = ['a', 'b', 'c'].map(semaphore.taken);
        assert.ok(taken.every((count) => count <= limits.perKey));
        assert.ok(taken.reduce((sum, count) => sum + count) <= limits.total);
      }
      let done = false;
      void Promise.all(begun).then(() => (done = true));
      for (let i = 0; i <= all.length * 2 && !done; i += 1) {
        held.shift()?.();
        await new Promise(setImmediate);
      }
      assert.ok(done);
      for (const release of held) release();
      assert.deepEqual(['a', 'b', 'c'].map(semaphore.taken), [0, 0, 0]);
    }),
    { numRuns: 60 },
  );
});
