/** Blobs in the database, which need no other service. */
import { createHash } from 'node:crypto';
import type { Sql } from '../database/connections.ts';
import { withOrganisation } from '../database/database.ts';
import { uuidV7 } from '../database/uuid-v7.ts';
import { INFRA_LIMITS } from '../limits.ts';
import { insertChunk, readChunks } from './blob-chunks.ts';
import { blobNotFound, blobTooLarge } from './blob-errors.ts';
import { type BlobRow, completeBlob, deleteBlob, findBlob, insertBlob } from './blob-rows.ts';
import type { Blob, BlobRange } from './blob-store.ts';
import { inChunks } from './in-chunks.ts';
import type { PlacedBlobs } from './placed-blobs.ts';

/** Chunks that are written or read at once. */
export const BLOB_CHUNKS_AT_ONCE = 4;

/** Creates the store. A transaction writes only a few chunks, so that a slow sender holds no connection. */
export function postgresBlobs(sql: Sql): PlacedBlobs {
  async function remove(orgId: string, id: string): Promise<void> {
    await withOrganisation(sql, orgId, (inner) => deleteBlob(inner, id));
  }
  return {
    async put(orgId, content, bytesMax) {
      const id = uuidV7();
      try {
        return await fill(sql, orgId, id, content, bytesMax);
      } catch (error) {
        // The sweep deletes what cannot be deleted now; the caller receives the first failure.
        await remove(orgId, id).catch(() => {});
        throw error;
      }
    },
    async *get(orgId, id, range) {
      // A small file has come with its row then.
      const { found, first } = await withOrganisation(sql, orgId, async (inner) => {
        const found = await findBlob(inner, id);
        if (found === null || found.place !== 'postgres') throw blobNotFound(id);
        const [span] = spansOf(found, range);
        return { found, first: span === undefined ? [] : await readChunks(inner, id, span.from, span.to) };
      });
      yield* read(sql, found, range, first);
    },
    read: (blob, range) => read(sql, blob, range),
    delete: remove,
  };
}

const SIZE = INFRA_LIMITS.blobChunkBytes;

/** Stores the parts as they come. The first one brings the row, the last one completes it. */
async function fill(
  sql: Sql,
  orgId: string,
  id: string,
  content: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Blob> {
  const hash = createHash('sha256');
  const partBytes = SIZE * BLOB_CHUNKS_AT_ONCE;
  let bytes = 0;
  let blob: Blob | null = null;
  for await (const part of inChunks(content, partBytes, true)) {
    const at = bytes;
    bytes += part.byteLength;
    if (bytes > bytesMax) throw blobTooLarge(bytesMax);
    hash.update(part);
    // Only the last part is shorter.
    blob = part.byteLength < partBytes ? { id, bytes, sha256: hash.digest('hex') } : null;
    await storePart(sql, orgId, { id, at, part, blob });
  }
  if (blob !== null) return blob;
  const whole = { id, bytes, sha256: hash.digest('hex') };
  await storePart(sql, orgId, { id, at: bytes, part: Buffer.alloc(0), blob: whole });
  return whole;
}

/** Part of a file that arrives. */
interface ArrivingPart {
  readonly id: string;
  /** Bytes before it. */
  readonly at: number;
  readonly part: Buffer;
  /** The file, when it is whole with this part. */
  readonly blob: Blob | null;
}

async function storePart(sql: Sql, orgId: string, { id, at, part, blob }: ArrivingPart): Promise<void> {
  const first = at / SIZE;
  const chunks = Array.from({ length: Math.ceil(part.byteLength / SIZE) }, (_, index) =>
    part.subarray(index * SIZE, (index + 1) * SIZE),
  );
  await withOrganisation(sql, orgId, (inner) =>
    // Sent one after the other, awaited together.
    Promise.all([
      at === 0 ? insertBlob(inner, { id, place: 'postgres' }, blob) : null,
      ...chunks.map((chunk, index) => insertChunk(inner, id, first + index, chunk)),
      at > 0 && blob !== null ? completeBlob(inner, blob) : null,
    ]),
  );
}

/** Chunks that are read at once, from `from` up to, but not including, `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function spansOf({ bytes }: Pick<Blob, 'bytes'>, range?: BlobRange): readonly Span[] {
  const from = Math.floor((range?.start ?? 0) / SIZE);
  const to = Math.ceil(Math.min(range?.end ?? bytes, bytes) / SIZE);
  const atOnce = BLOB_CHUNKS_AT_ONCE;
  return Array.from({ length: Math.max(0, Math.ceil((to - from) / atOnce)) }, (_, index) => ({
    from: from + index * atOnce,
    to: Math.min(from + (index + 1) * atOnce, to),
  }));
}

/** Reads a blob. `firstRead`: the chunks of its first span, when they have been read. */
async function* read(
  sql: Sql,
  blob: BlobRow,
  range?: BlobRange,
  firstRead?: readonly Buffer[],
): AsyncGenerator<Uint8Array> {
  const { orgId, id, bytes } = blob;
  const start = range?.start ?? 0;
  const end = Math.min(range?.end ?? bytes, bytes);
  for (const [place, { from, to }] of spansOf(blob, range).entries()) {
    const chunks =
      place === 0 && firstRead !== undefined
        ? firstRead
        : await withOrganisation(sql, orgId, (inner) => readChunks(inner, id, from, to));
    // It was complete, so it has been deleted since the first chunk.
    if (chunks.length < to - from) throw blobNotFound(id);
    for (const [index, chunk] of chunks.entries()) {
      const offset = (from + index) * SIZE;
      const part = chunk.subarray(Math.max(start - offset, 0), Math.max(end - offset, 0));
      if (part.byteLength > 0) yield part;
    }
  }
}
