/** The TTL cache: ages, single-flight loading, and what is not cached. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTtlCache } from '../../../src/infra/async/ttl-cache.ts';

function cacheAt(ttlMs = 100, entriesMax = 10) {
  const clock = { ms: 0 };
  const cache = createTtlCache<string | null>({ ttlMs, entriesMax, now: () => clock.ms });
  let loads = 0;
  const load = (value: string | null) => async () => {
    loads += 1;
    return value;
  };
  return { cache, clock, load, loads: () => loads };
}

test('a value is loaded once within its TTL, and again after it', async () => {
  const { cache, clock, load, loads } = cacheAt();
  assert.equal(await cache.load('a', load('one')), 'one');
  clock.ms = 99;
  assert.equal(await cache.load('a', load('two')), 'one');
  clock.ms = 100;
  assert.equal(await cache.load('a', load('three')), 'three');
  assert.equal(loads(), 2);
});

test('null is a value like any other', async () => {
  const { cache, load, loads } = cacheAt();
  await cache.load('a', load(null));
  assert.equal(await cache.load('a', load('one')), null);
  assert.equal(loads(), 1);
});

test('callers that come during a load share it', async () => {
  const { cache, load, loads } = cacheAt();
  const values = await Promise.all([cache.load('a', load('one')), cache.load('a', load('two'))]);
  assert.deepEqual([values, loads()], [['one', 'one'], 1]);
});

test('the age counts from the beginning of the load', async () => {
  const { cache, clock } = cacheAt();
  await cache.load('a', async () => {
    clock.ms = 60;
    return 'slow';
  });
  clock.ms = 99;
  assert.equal(cache.get('a'), 'slow');
  assert.equal(cache.get('a', 50), undefined);
  clock.ms = 100;
  assert.equal(cache.get('a'), undefined);
});

test('a caller that accepts no age loads again, and the latest load counts', async () => {
  const { cache } = cacheAt();
  const gates = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
  const first = cache.load('a', () => gates[0].promise);
  const second = cache.load('a', () => gates[1].promise, 0);
  gates[1].resolve('new');
  assert.equal(await second, 'new');
  gates[0].resolve('old');
  assert.equal(await first, 'old');
  assert.equal(cache.get('a'), 'new');
});

test('errors and undefined are not cached', async () => {
  const { cache, load } = cacheAt();
  await assert.rejects(cache.load('a', () => Promise.reject(new Error('away'))));
  assert.equal(await cache.load('a', async () => undefined), undefined);
  assert.equal(await cache.load('a', load('one')), 'one');
});

test('a deleted key is not cached by a load under way', async () => {
  const { cache } = cacheAt();
  const gate = Promise.withResolvers<string>();
  const loading = cache.load('a', () => gate.promise);
  cache.delete('a');
  gate.resolve('old');
  assert.equal(await loading, 'old');
  assert.equal(cache.get('a'), undefined);
});

test('the oldest entry goes when one more comes than fits', () => {
  const { cache } = cacheAt(100, 2);
  for (const key of ['a', 'b', 'c']) cache.getOrCreate(key, () => key);
  assert.deepEqual(
    ['a', 'b', 'c'].map((key) => cache.get(key)),
    [undefined, 'b', 'c'],
  );
});
