/** Files that outlive their request: the stores, the sweep, and how little memory they take. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { postgresBlobs } from '../src/blobs/postgres.ts';
import { sweepBlobs } from '../src/jobs/sweep-blobs.ts';
import { LIMITS } from '../src/limits.ts';
import { createLogger } from '../src/log.ts';
import { keepBlob, releaseBlob } from '../src/store/blobs.ts';
import { withOrganisation } from '../src/store/database.ts';
import { testBlobStore } from './support/blob-conformance.ts';
import { testDatabase, testOrganisation } from './support/database.ts';

const database = await testDatabase();
const { app, owner, ownerSql } = database;
const MIB = 1024 * 1024;

async function* repeated(chunk: Uint8Array, count: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) yield chunk;
}

describe('blobs in Postgres', () => {
  testBlobStore(database, postgresBlobs(app), async (orgId, id) => {
    const rows = await owner`select 1 from blob_chunks where org_id = ${orgId} and blob_id = ${id}`;
    return rows.length;
  });

  it('takes no more of a file than it has written, and reads no more than is asked for', async () => {
    const store = postgresBlobs(app);
    const orgId = await testOrganisation(database);
    const chunksAMiB = MIB / LIMITS.blobChunkBytes;
    async function* watched() {
      for (let taken = 0; taken < 5; taken += 1) {
        const rows = await owner`select 1 from blob_chunks where org_id = ${orgId}`;
        assert.equal(rows.length, taken * chunksAMiB);
        yield new Uint8Array(MIB);
      }
    }
    const { id } = await store.put(orgId, watched(), 5 * MIB);
    await owner`delete from blob_chunks where blob_id = ${id} and number >= ${LIMITS.blobChunksAtOnce}`;
    let read = 0;
    for await (const part of store.get(orgId, id)) {
      read += part.byteLength;
      if (read === LIMITS.blobChunksAtOnce * LIMITS.blobChunkBytes) break;
    }
    assert.equal(read, MIB);
  });
});

describe('the sweep', () => {
  it('deletes what is released, and what nobody kept within an hour, and nothing else', async () => {
    const store = postgresBlobs(app);
    const orgId = await testOrganisation(database);
    const put = async () => (await store.put(orgId, repeated(new Uint8Array(10), 1), 10)).id;
    const say = (what: (...blob: Parameters<typeof keepBlob>) => Promise<unknown>, id: string) =>
      withOrganisation(app, orgId, (sql) => what(sql, orgId, id));
    const ids = { young: await put(), forgotten: await put(), kept: await put(), released: await put() };
    await say(keepBlob, ids.kept);
    await say(keepBlob, ids.released);
    await say(releaseBlob, ids.released);
    const old = LIMITS.blobUnkeptMsMax / 1000 + 1;
    await owner`
      update blobs set created_at = created_at - make_interval(secs => ${old}) where id in (${ids.forgotten}, ${ids.kept})`;
    await sweepBlobs({
      payload: {},
      attempt: 1,
      isLastAttempt: false,
      sql: ownerSql,
      log: createLogger('silent', 'test'),
      signal: new AbortController().signal,
    });
    const left = await owner`select id from blobs where org_id = ${orgId}`;
    assert.deepEqual(new Set(left.map(({ id }) => id)), new Set([ids.young, ids.kept]));
  });
});
