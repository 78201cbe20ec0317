/** What every blob store has to do: one suite, run over each of them. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { AppError } from '../../../src/errors.ts';
import { releaseBlob, retainBlob } from '../../../src/infra/blobs/blob-rows.ts';
import type { BlobRange, BlobStore } from '../../../src/infra/blobs/blob-store.ts';
import { withOrganisation } from '../../../src/infra/database/database.ts';
import { type TestDatabase, testOrganisation } from './database.ts';

const KIB = 1024;
/** Just beside the places where stores cut. */
const SIZES = [0, 1, 256 * KIB - 1, 256 * KIB, 256 * KIB + 1, 3 * 1024 * KIB + 17];

/** The bytes in pieces as a network brings them. */
async function* pieces(content: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size);
}

async function whole(store: BlobStore, orgId: string, id: string, range?: BlobRange): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of store.get(orgId, id, range)) parts.push(part);
  return Buffer.concat(parts);
}

const isNotFound = (error: unknown) => error instanceof AppError && error.code === 'not_found';

/** Adds the tests of one store. `stored` counts the pieces of a blob that its place still holds. */
export function testBlobStore(
  database: TestDatabase,
  store: BlobStore,
  stored: (orgId: string, id: string) => Promise<number>,
): void {
  for (const size of SIZES) {
    it(`gives ${size} bytes back as they came, however they came`, async () => {
      const orgId = await testOrganisation(database);
      const content = randomBytes(size);
      const sha256 = createHash('sha256').update(content).digest('hex');
      for (const piece of [64 * KIB, 700 * KIB + 3]) {
        const { id, ...facts } = await store.put(orgId, pieces(content, piece), size);
        assert.deepEqual(facts, { bytes: size, sha256 });
        assert.ok((await whole(store, orgId, id)).equals(content));
      }
    });
  }

  it('holds on to no piece, however small they are', async () => {
    const orgId = await testOrganisation(database);
    const content = randomBytes(20 * KIB);
    async function* reused() {
      const piece = Buffer.alloc(1);
      for (const byte of content) {
        piece[0] = byte;
        yield piece;
      }
    }
    const { id } = await store.put(orgId, reused(), content.length);
    assert.ok((await whole(store, orgId, id)).equals(content));
  });

  it('gives any part', async () => {
    const orgId = await testOrganisation(database);
    const content = randomBytes(1_300 * KIB);
    const { id } = await store.put(orgId, pieces(content, 100 * KIB), content.length);
    const borders = [0, 1, 256 * KIB - 1, 256 * KIB, 256 * KIB + 1, 1024 * KIB, content.length - 1];
    for (const start of borders) {
      for (const end of [...borders, content.length, content.length + 5]) {
        if (end <= start) continue;
        const part = await whole(store, orgId, id, { start, end });
        assert.ok(part.equals(content.subarray(start, end)), `${start} to ${end}`);
      }
    }
  });

  it('rejects the first byte over the limit and stores nothing', async () => {
    const orgId = await testOrganisation(database);
    await assert.rejects(
      store.put(orgId, pieces(randomBytes(600 * KIB), 64 * KIB), 600 * KIB - 1),
      (error: unknown) => error instanceof AppError && error.code === 'file_too_large',
    );
    assert.equal((await database.owner`select 1 from blobs where org_id = ${orgId}`).length, 0);
  });

  it('stores nothing of a file whose sender breaks off', async () => {
    const orgId = await testOrganisation(database);
    const broken = new Error('the caller has gone');
    async function* breaking() {
      yield randomBytes(300 * KIB);
      throw broken;
    }
    await assert.rejects(store.put(orgId, breaking(), 1024 * KIB), broken);
    assert.equal((await database.owner`select 1 from blobs where org_id = ${orgId}`).length, 0);
  });

  it('gives no organisation the file of another', async () => {
    const [owner, stranger] = [await testOrganisation(database), await testOrganisation(database)];
    const { id } = await store.put(owner, pieces(randomBytes(10), 10), 10);
    await assert.rejects(whole(store, stranger, id), isNotFound);
    await store.delete(stranger, id);
    assert.equal((await whole(store, owner, id)).length, 10);
  });

  it('deletes what is released, never what is retained, and twice without an error', async () => {
    const orgId = await testOrganisation(database);
    const { id } = await store.put(orgId, pieces(randomBytes(300 * KIB), 64 * KIB), 300 * KIB);
    const say = (what: (...blob: Parameters<typeof retainBlob>) => Promise<unknown>) =>
      withOrganisation(database.app, orgId, (sql) => what(sql, id));
    assert.equal(await say(retainBlob), true);
    assert.equal(await say(retainBlob), false, 'a blob has one keeper');
    await store.delete(orgId, id);
    assert.equal((await whole(store, orgId, id)).length, 300 * KIB);
    await say(releaseBlob);
    await store.delete(orgId, id);
    await store.delete(orgId, id);
    await assert.rejects(whole(store, orgId, id), isNotFound);
    assert.equal(await stored(orgId, id), 0);
    assert.equal(await say(retainBlob), false);
  });
}
