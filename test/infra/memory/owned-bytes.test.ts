/** Bytes with the right to their memory: what a thread may take, and what may be freed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OwnedBytes } from '../../../src/infra/memory/owned-bytes.ts';

const filled = () => new Uint8Array(100_000);
const part = () => filled().subarray(5);
const small = () => filled().subarray(0, Buffer.poolSize - 1);

for (const [title, bytes, isSole] of [
  ['bytes that fill their memory', OwnedBytes.of(filled()), true],
  ['a part of a memory', OwnedBytes.of(part()), false],
  ['a part with its whole buffer', OwnedBytes.withBuffer(part()), true],
  ['a large field of a message', OwnedBytes.inMessage(part()), true],
  [
    'a field of a message of exactly the size of the pool',
    OwnedBytes.inMessage(filled().subarray(0, Buffer.poolSize)),
    true,
  ],
  ['a small field of a message', OwnedBytes.inMessage(small()), false],
  ['bytes in shared memory', OwnedBytes.of(new Uint8Array(new SharedArrayBuffer(10))), false],
] as const) {
  describe(`the memory of ${title}`, () => {
    it(isSole ? 'goes to a thread without a copy' : 'is copied for a thread', () => {
      assert.deepEqual(bytes.take(), isSole ? [bytes.bytes.buffer] : []);
    });
    it(isSole ? 'is empty once freed' : 'stays when freed', () => {
      const { byteLength } = bytes.bytes;
      bytes.free();
      assert.equal(bytes.bytes.byteLength, isSole ? 0 : byteLength);
    });
  });
}

it('memory that has moved to a thread is not freed again', () => {
  const bytes = OwnedBytes.of(filled());
  structuredClone(bytes.bytes, { transfer: bytes.take() });
  bytes.free();
  assert.equal(bytes.bytes.byteLength, 0);
});
