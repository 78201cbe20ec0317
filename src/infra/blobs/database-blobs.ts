/** Blobs in the database, which need no other service. */
import { createHash } from 'node:crypto';
import type { Sql } from '../database/connections.ts';
import { withOrganisation } from '../database/database.ts';
import { uuidV7 } from '../database/uuid-v7.ts';
import { INFRA_LIMITS } from '../limits.ts';
import { insertChunk, readChunks } from './blob-chunks.ts';
import { blobNotFound, blobTooLarge } from './blob-errors.ts';
import { completeBlob, deleteBlob, findBlob, insertBlob } from './blob-rows.ts';
import type { Blob, BlobRange, BlobStore } from './blob-store.ts';
import { inChunks } from './in-chunks.ts';

/** Creates the store. A transaction writes only a few chunks, so that a slow sender holds no connection. */
export function postgresBlobs(sql: Sql): BlobStore {
  async function remove(orgId: string, id: string): Promise<void> {
    await withOrganisation(sql, orgId, (inner) => deleteBlob(inner, id));
  }
  return {
    async put(orgId, content, bytesMax) {
      const id = uuidV7();
      await withOrganisation(sql, orgId, (inner) => insertBlob(inner, { id, place: 'postgres' }));
      try {
        return await fill(sql, orgId, id, content, bytesMax);
      } catch (error) {
        // The sweep deletes what cannot be deleted now; the caller receives the first failure.
        await remove(orgId, id).catch(() => {});
        throw error;
      }
    },
    get: (orgId, id, range) => read(sql, orgId, id, range),
    delete: remove,
  };
}

async function fill(
  sql: Sql,
  orgId: string,
  id: string,
  content: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Blob> {
  const hash = createHash('sha256');
  const size = INFRA_LIMITS.blobChunkBytes;
  let bytes = 0;
  for await (const part of inChunks(content, size * INFRA_LIMITS.blobChunksAtOnce, true)) {
    const first = bytes / size;
    bytes += part.byteLength;
    if (bytes > bytesMax) throw blobTooLarge(bytesMax);
    hash.update(part);
    const chunks = Array.from({ length: Math.ceil(part.byteLength / size) }, (_, index) =>
      part.subarray(index * size, (index + 1) * size),
    );
    await withOrganisation(sql, orgId, (inner) =>
      // Sent one after the other, awaited together.
      Promise.all(chunks.map((chunk, index) => insertChunk(inner, id, first + index, chunk))),
    );
  }
  const blob = { id, bytes, sha256: hash.digest('hex') };
  await withOrganisation(sql, orgId, (inner) => completeBlob(inner, blob));
  return blob;
}

async function* read(sql: Sql, orgId: string, id: string, range?: BlobRange): AsyncGenerator<Uint8Array> {
  const found = await withOrganisation(sql, orgId, (inner) => findBlob(inner, id));
  if (found === null || found.place !== 'postgres') throw blobNotFound(id);
  const size = INFRA_LIMITS.blobChunkBytes;
  const start = range?.start ?? 0;
  const end = Math.min(range?.end ?? found.bytes, found.bytes);
  for (let number = Math.floor(start / size); number * size < end; number += INFRA_LIMITS.blobChunksAtOnce) {
    const to = Math.min(number + INFRA_LIMITS.blobChunksAtOnce, Math.ceil(end / size));
    const from = number;
    const chunks = await withOrganisation(sql, orgId, (inner) => readChunks(inner, id, from, to));
    // It was complete, so it has been deleted since the first chunk.
    if (chunks.length < to - from) throw blobNotFound(id);
    for (const [index, chunk] of chunks.entries()) {
      const offset = (from + index) * size;
      const part = chunk.subarray(Math.max(start - offset, 0), Math.max(end - offset, 0));
      if (part.byteLength > 0) yield part;
    }
  }
}
