/** Files that outlive their request: the stores, the sweep, and how little memory they take. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import S3rver from 's3rver';
import { releaseBlob, retainBlob } from '../../src/infra/blobs/blob-rows.ts';
import type { S3Options } from '../../src/infra/blobs/bucket-blobs.ts';
import { BLOB_CHUNKS_AT_ONCE, postgresBlobs } from '../../src/infra/blobs/database-blobs.ts';
import { type Blobs, openBlobs } from '../../src/infra/blobs/open-blobs.ts';
import { watchFiles } from '../../src/infra/blobs/watch-files.ts';
import { connectCore } from '../../src/infra/core/core-client.ts';
import { withOrganisation } from '../../src/infra/database/database.ts';
import { uuidV7 } from '../../src/infra/database/uuid-v7.ts';
import { INFRA_LIMITS } from '../../src/infra/limits.ts';
import { createLogger, type Logger } from '../../src/infra/logging/log.ts';
import { BLOB_UNCLAIMED_MS_MAX, sweepBlobs } from '../../src/jobs/sweep-blobs.ts';
import { testBlobStore } from '../support/database/blob-conformance.ts';
import { testDatabase, testOrganisation } from '../support/database/database.ts';
import { until } from '../support/processes.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const database = await testDatabase();
const { app, owner, ownerSql } = database;
const blobs = await openBlobs(ownerSql, null);
const MIB = 1024 * 1024;
const BUCKET: S3Options = {
  bucket: 'files',
  region: 'us-east-1',
  endpoint: null,
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
};

async function* repeated(chunk: Uint8Array, count: number): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index += 1) yield chunk;
}

describe('blobs in Postgres', () => {
  testBlobStore(database, postgresBlobs(app), async (orgId, id) => {
    const rows = await owner`select 1 from blob_chunks where org_id = ${orgId} and blob_id = ${id}`;
    return rows.length;
  });

  it('takes no more of a file than it has written, and reads no more than requested', async () => {
    const store = postgresBlobs(app);
    const orgId = await testOrganisation(database);
    const chunksAMiB = MIB / INFRA_LIMITS.blobChunkBytes;
    async function* watched() {
      for (let taken = 0; taken < 5; taken += 1) {
        const rows = await owner`select 1 from blob_chunks where org_id = ${orgId}`;
        assert.equal(rows.length, taken * chunksAMiB);
        yield new Uint8Array(MIB);
      }
    }
    const { id } = await store.put(orgId, watched(), 5 * MIB);
    await owner`delete from blob_chunks where blob_id = ${id} and number >= ${BLOB_CHUNKS_AT_ONCE}`;
    let read = 0;
    for await (const part of store.get(orgId, id)) {
      read += part.byteLength;
      if (read === BLOB_CHUNKS_AT_ONCE * INFRA_LIMITS.blobChunkBytes) break;
    }
    assert.equal(read, MIB);
  });
});

describe('blobs in S3', () => {
  const directory = temporaryFolder();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  let blobs: Blobs;
  let port: number;
  before(async () => {
    ({ port } = await server.run());
    blobs = await openBlobs(app, { ...BUCKET, endpoint: `http://127.0.0.1:${port}` });
  });
  after(async () => {
    blobs.close();
    await server.close();
  });
  const files = () => readdirSync(directory, { recursive: true, encoding: 'utf8' });
  testBlobStore(
    database,
    {
      put: (...file) => blobs.put(...file),
      get: (...file) => blobs.get(...file),
      delete: (...file) => blobs.delete(...file),
    },
    async (_orgId, id) => files().filter((name) => name.includes(id)).length,
  );

  it('takes more than one part, and says why it stopped between them', async () => {
    const orgId = await testOrganisation(database);
    const { id, bytes } = await blobs.put(orgId, repeated(new Uint8Array(MIB), 12), 12 * MIB);
    assert.equal(bytes, 12 * MIB);
    assert.ok(files().some((name) => name.includes(id)));
    await assert.rejects(blobs.put(orgId, repeated(new Uint8Array(MIB), 12), 11 * MIB), /11,534,336 bytes/);
  });

  it('is checked by writing, reading and deleting', async () => {
    await blobs.check();
    assert.ok(!files().some((name) => name.includes('probe')));
  });

  for (const [what, options] of [
    ['a bucket that is not there', { bucket: 'no-such-bucket' }],
    ['a server that is away', { endpoint: 'http://127.0.0.1:1' }],
  ] as const) {
    it(`says of ${what} that files cannot be stored, and leaves nothing`, async () => {
      const orgId = await testOrganisation(database);
      const endpoint = `http://127.0.0.1:${port}`;
      const broken = await openBlobs(app, { ...BUCKET, endpoint, ...options });
      const rejection = { code: 'file_store_unavailable' };
      await assert.rejects(broken.check(), rejection);
      await assert.rejects(broken.put(orgId, repeated(new Uint8Array(10), 1), 10), rejection);
      const left = await owner`select state from blobs where org_id = ${orgId} and state = 'kept'`;
      assert.deepEqual([...left], []);
      broken.close();
    });
  }

  it('reports once that a store stops working, and its return', async () => {
    const lines: string[] = [];
    const line = (_: object, message: string) => void lines.push(message);
    let isAway = true;
    let checks = 0;
    const check = async () => {
      checks += 1;
      if (isAway) throw new Error('away');
    };
    const watch = watchFiles({ check }, { error: line, info: line } as unknown as Logger, 1);
    await until('it is away', () => !watch.areWell());
    await until('it is checked again', () => checks > 3);
    isAway = false;
    await until('it is back', () => watch.areWell());
    watch.stop();
    assert.match(lines.join('\n'), /^files cannot be stored.*\nfiles can be stored again$/);
  });

  it('gives and deletes what went to the database before there was a bucket', async () => {
    const orgId = await testOrganisation(database);
    const { id } = await postgresBlobs(app).put(orgId, repeated(new Uint8Array(10), 1), 10);
    let read = 0;
    for await (const part of blobs.get(orgId, id)) read += part.byteLength;
    assert.equal(read, 10);
    await blobs.delete(orgId, id);
    assert.equal((await owner`select 1 from blobs where id = ${id}`).length, 0);
  });
});

describe('the sweep', () => {
  const sweep = (stored: Blobs) =>
    sweepBlobs({
      payload: {},
      attempt: 1,
      isLastAttempt: false,
      sql: ownerSql,
      blobs: stored,
      core: connectCore('127.0.0.1:1', ''),
      log: createLogger('silent', 'test'),
      baseUrl: 'http://flowarden.test',
      signal: new AbortController().signal,
    });

  it('deletes what is in the database while the bucket is away, and says that it is', async () => {
    const orgId = await testOrganisation(database);
    const away = await openBlobs(ownerSql, { ...BUCKET, endpoint: 'http://127.0.0.1:1' });
    for (const place of ['s3', 'postgres']) {
      await owner`
        insert into blobs (org_id, id, place, state, bytes, sha256)
        values (${orgId}, ${uuidV7()}, ${place}, 'released', 0, '')`;
    }
    await assert.rejects(sweep(away), { code: 'file_store_unavailable' });
    away.close();
    const left = await owner`delete from blobs where org_id = ${orgId} returning place`;
    assert.deepEqual(
      left.map(({ place }) => place),
      ['s3'],
    );
  });

  it('deletes what is released, and what no run retained within an hour, and nothing else', async () => {
    const store = postgresBlobs(app);
    const orgId = await testOrganisation(database);
    const put = async () => (await store.put(orgId, repeated(new Uint8Array(10), 1), 10)).id;
    const say = (what: (...blob: Parameters<typeof retainBlob>) => Promise<unknown>, id: string) =>
      withOrganisation(app, orgId, (sql) => what(sql, id));
    const ids = { young: await put(), forgotten: await put(), retained: await put(), released: await put() };
    await say(retainBlob, ids.retained);
    await say(retainBlob, ids.released);
    await say(releaseBlob, ids.released);
    const old = BLOB_UNCLAIMED_MS_MAX / 1000 + 1;
    await owner`
      update blobs set created_at = created_at - make_interval(secs => ${old}) where id in (${ids.forgotten}, ${ids.retained})`;
    await sweep(blobs);
    const left = await owner`select id from blobs where org_id = ${orgId}`;
    assert.deepEqual(new Set(left.map(({ id }) => id)), new Set([ids.young, ids.retained]));
  });
});
