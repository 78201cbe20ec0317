import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  hashApiKey,
  makeApiKey,
  parseApiKey,
  pepperFingerprint,
  sameHash,
} from '../../../src/service/access/api-key.ts';

test('a key has its documented shape and carries its public id', () => {
  const { id, key } = makeApiKey();
  assert.match(key, /^fwd_live_[0-9A-Za-z]{8}_[0-9A-Za-z]{40}_[0-9A-Za-z]{6}$/);
  assert.deepEqual(parseApiKey(key), { id });
  assert.notEqual(makeApiKey().key, key);
});

test('the checksum notices every changed, cut or swapped character', () => {
  const { key } = makeApiKey();
  for (let index = 0; index < key.length; index += 1) {
    const other = key[index] === 'a' ? 'b' : 'a';
    assert.equal(parseApiKey(key.slice(0, index) + other + key.slice(index + 1)), undefined, `at ${index}`);
    assert.equal(parseApiKey(key.slice(0, index)), undefined);
  }
  for (const text of ['', 'fwd_live_', `${key}x`, ` ${key}`, `${key}\n`, key.toUpperCase()]) {
    assert.equal(parseApiKey(text), undefined, JSON.stringify(text));
  }
});

test('a hash depends on key and pepper, and is compared whole', () => {
  const { key } = makeApiKey();
  const hash = hashApiKey(key, 'pepper one');
  assert.equal(hash.length, 32);
  assert.ok(sameHash(hash, hashApiKey(key, 'pepper one')));
  assert.ok(!sameHash(hash, hashApiKey(key, 'pepper two')));
  assert.ok(!sameHash(hash, hash.subarray(1)));
  assert.ok(!sameHash(pepperFingerprint('pepper one'), pepperFingerprint('pepper two')));
});

test('checksums are those of other implementations of CRC-32', () => {
  // python3: zlib.crc32(b"fwd_live_00000000_" + b"0" * 40) in base 62.
  assert.deepEqual(parseApiKey(`fwd_live_00000000_${'0'.repeat(40)}_0Bu7HS`), { id: '00000000' });
});
