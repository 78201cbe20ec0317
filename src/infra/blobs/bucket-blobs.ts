/** Blobs in a bucket of S3 or of a compatible server. The table of blobs stays in the database. */

import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { AppError } from '../../errors.ts';
import { MIB } from '../../units.ts';
import type { Sql } from '../database/connections.ts';
import { withOrganisation } from '../database/database.ts';
import { uuidV7 } from '../database/uuid-v7.ts';
import { INFRA_LIMITS } from '../limits.ts';
import { blobNotFound, blobTooLarge } from './blob-errors.ts';
import {
  completeBlob,
  deleteBlob,
  findBlob,
  insertBlob,
  insertContent,
  releaseUnclaimed,
} from './blob-rows.ts';
import type { Blob, BlobRange } from './blob-store.ts';
import type { ContentStore } from './content-store.ts';
import { inChunks } from './in-chunks.ts';
import { unpackContent } from './packed-content.ts';
import type { PlacedBlobs } from './placed-blobs.ts';

/** Time to connect to S3. */
const S3_CONNECT_MS_MAX = 5_000;

/** Longest silence of S3 during a request. */
const S3_SILENCE_MS_MAX = 10_000;

/** Time to read or write one content. */
const CONTENT_MS_MAX = 10_000;

/** Bytes of one part of an upload to S3: the least that it allows. */
const S3_PART_BYTES = 5 * MIB;

/** Attempts of one request to S3. */
const S3_ATTEMPTS_MAX = 3;

/** Contents that one transaction has read or written at once. */
const CONTENTS_AT_ONCE = 8;

/** Bucket, with its server and credentials. */
export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** Address of a server other than Amazon's; null = Amazon's of the region. */
  readonly endpoint: string | null;
  /** Null: those that the SDK finds itself, such as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** Store whose server may be unavailable. */
export interface RemoteBlobs extends PlacedBlobs {
  readonly contents: ContentStore;
  /** Writes, reads and deletes a small object. @throws AppError `file_store_unavailable` */
  check(): Promise<void>;
  /** Closes its connections. */
  close(): void;
}

/**
 * Creates the store. If the server is unavailable or rejects a request, its functions throw AppError
 * `file_store_unavailable`.
 */
export function s3Blobs(sql: Sql, options: S3Options): RemoteBlobs {
  const client = connect(options);
  const { bucket: Bucket } = options;
  async function remove(orgId: string, id: string): Promise<void> {
    // From here on the blob cannot be retained, so that its row never outlives its content.
    const free = await withOrganisation(sql, orgId, (inner) => releaseUnclaimed(inner, id));
    if (!free) return;
    await orUnavailable(client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(orgId, id) })));
    await withOrganisation(sql, orgId, (inner) => deleteBlob(inner, id));
  }
  const read: PlacedBlobs['read'] = (blob, range) =>
    download(client, { Bucket, Key: keyOf(blob.orgId, blob.id) }, blob, range);
  return {
    async put(orgId, content, bytesMax) {
      const id = uuidV7();
      await withOrganisation(sql, orgId, (inner) => insertBlob(inner, { id, place: 's3' }));
      try {
        const facts = await upload(client, { Bucket, Key: keyOf(orgId, id) }, content, bytesMax);
        await withOrganisation(sql, orgId, (inner) => completeBlob(inner, { id, ...facts }));
        return { id, ...facts };
      } catch (error) {
        // The sweep deletes what cannot be deleted now; the caller receives the first failure.
        await remove(orgId, id).catch(() => {});
        throw error;
      }
    },
    async *get(orgId, id, range) {
      const found = await withOrganisation(sql, orgId, (inner) => findBlob(inner, id));
      if (found === null || found.place !== 's3') throw blobNotFound(id);
      yield* read(found, range);
    },
    read,
    delete: remove,
    contents: bucketContents(sql, client, Bucket),
    check: () => orUnavailable(probe(client, Bucket)),
    close: () => client.destroy(),
  };
}

function bucketContents(sql: Sql, client: S3Client, Bucket: string): ContentStore {
  async function get(orgId: string, id: string): Promise<Buffer | null> {
    const abortSignal = AbortSignal.timeout(CONTENT_MS_MAX);
    const command = new GetObjectCommand({ Bucket, Key: keyOf(orgId, id) });
    try {
      const { Body } = await client.send(command, { abortSignal });
      return unpackContent(id, await Body!.transformToByteArray());
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw unavailable(error);
    }
  }
  return {
    async put(orgId, { id, bytes, sha256 }) {
      const { state, isWhole } = await withOrganisation(sql, orgId, (inner) => insertContent(inner, id));
      if (state === 'released') return false;
      if (isWhole && (await get(orgId, id)) !== null) return true;
      const command = new PutObjectCommand({ Bucket, Key: keyOf(orgId, id), Body: bytes });
      const abortSignal = AbortSignal.timeout(CONTENT_MS_MAX);
      await orUnavailable(client.send(command, { abortSignal }));
      if ((await get(orgId, id)) === null) throw unavailable(new Error(`The bucket has not stored ${id}`));
      await withOrganisation(sql, orgId, (inner) =>
        completeBlob(inner, { id, bytes: bytes.byteLength, sha256 }),
      );
      return true;
    },
    async read(orgId, ids) {
      const found = new Map<string, Buffer | null>();
      for (let at = 0; at < ids.length; at += CONTENTS_AT_ONCE) {
        const some = ids.slice(at, at + CONTENTS_AT_ONCE);
        const contents = await Promise.all(some.map((id) => get(orgId, id)));
        for (const [index, id] of some.entries()) found.set(id, contents[index]!);
      }
      return found;
    },
  };
}

/** Writes, reads and deletes a test object, as callers do. */
async function probe(client: S3Client, Bucket: string): Promise<void> {
  const place = { Bucket, Key: `flowarden/probe-${uuidV7()}` };
  const options = { abortSignal: AbortSignal.timeout(INFRA_LIMITS.filesProbeMsMax) };
  await client.send(new PutObjectCommand({ ...place, Body: 'probe' }), options);
  const { Body } = await client.send(new GetObjectCommand(place), options);
  await Body?.transformToByteArray();
  await client.send(new DeleteObjectCommand(place), options);
}

async function orUnavailable<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw unavailable(error);
  }
}

/** Creates the callers' error: the server's message about bucket and account is only logged. */
function unavailable(cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  const message = 'The file store does not answer, or rejects the file. Try again shortly.';
  return new AppError('file_store_unavailable', message, {}, { cause });
}

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

function keyOf(orgId: string, id: string): string {
  return `flowarden/${orgId}/${id}`;
}

function connect({ region, endpoint, credentials }: S3Options): S3Client {
  return new S3Client({
    region,
    // Other servers than Amazon's have no host name per bucket, and not all support the newer checksums.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: S3_ATTEMPTS_MAX,
    requestHandler: {
      connectionTimeout: S3_CONNECT_MS_MAX,
      socketTimeout: S3_SILENCE_MS_MAX,
    },
    ...(credentials !== null && { credentials }),
  });
}

/** Uploads the bytes in parts as they arrive; only one part is in memory. */
async function upload(
  client: S3Client,
  place: Place,
  content: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Omit<Blob, 'id'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  let broken: unknown = null;
  async function* metered() {
    try {
      for await (const piece of content) {
        bytes += piece.byteLength;
        if (bytes > bytesMax) throw blobTooLarge(bytesMax);
        hash.update(piece);
        yield piece;
      }
    } catch (error) {
      broken = error;
      throw error;
    }
  }
  const Body = Readable.from(inChunks(metered(), INFRA_LIMITS.blobChunkBytes), { objectMode: false });
  const sending = new Upload({
    client,
    params: { ...place, Body },
    partSize: S3_PART_BYTES,
    queueSize: 1,
  });
  // A server that cannot delete the parts would otherwise replace the original error.
  await orUnavailable(sending.done()).catch((error: unknown) => Promise.reject(broken ?? error));
  return { bytes, sha256: hash.digest('hex') };
}

async function* download(
  client: S3Client,
  place: Place,
  { id, bytes }: Pick<Blob, 'id' | 'bytes'>,
  range: BlobRange = { start: 0, end: bytes },
): AsyncGenerator<Uint8Array> {
  const end = Math.min(range.end, bytes);
  if (end <= range.start) return;
  const Range = `bytes=${range.start}-${end - 1}`;
  try {
    const { Body } = await client.send(new GetObjectCommand({ ...place, Range }));
    let wanted = end - range.start;
    for await (const piece of Body as Readable) {
      // Some servers misread the range of a single byte and send everything after it too.
      yield piece.subarray(0, wanted);
      wanted -= piece.byteLength;
      if (wanted <= 0) break;
    }
  } catch (error) {
    throw error instanceof NoSuchKey ? blobNotFound(id) : unavailable(error);
  }
}
