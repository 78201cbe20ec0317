/** Blob store of a process: writes new files to the configured location, reads older ones from any. */

import { AppError } from '../../errors.ts';
import type { Sql } from '../database/connections.ts';
import type { ContentSource } from '../database/contents.ts';
import { withOrganisation } from '../database/database.ts';
import { blobNotFound } from './blob-errors.ts';
import { type BlobPlace, findBlob, findBlobPlace } from './blob-rows.ts';
import type { BlobStore } from './blob-store.ts';
import type { S3Options } from './bucket-blobs.ts';
import type { ContentStore } from './content-store.ts';
import { postgresBlobs } from './database-blobs.ts';
import type { PlacedBlobs } from './placed-blobs.ts';

/** Blob store over all locations that this process can reach. */
export interface Blobs extends BlobStore {
  readonly places: readonly BlobPlace[];
  /** Contents of results in the bucket; null: there is none. */
  readonly contents: ContentStore | null;
  /** Checks that a new file can be stored. @throws AppError `file_store_unavailable` */
  check(): Promise<void>;
  close(): void;
}

/** Opens the store; without a bucket, files go to the database. */
export async function openBlobs(sql: Sql, s3: S3Options | null): Promise<Blobs> {
  const postgres = postgresBlobs(sql);
  // The library is slow to load, and few installations have a bucket.
  const bucket = s3 === null ? null : (await import('./bucket-blobs.ts')).s3Blobs(sql, s3);
  const stores = new Map<BlobPlace, PlacedBlobs>([['postgres', postgres]]);
  if (bucket !== null) stores.set('s3', bucket);

  async function storeOf(orgId: string, id: string): Promise<PlacedBlobs | null> {
    const place = await withOrganisation(sql, orgId, (inner) => findBlobPlace(inner, id));
    return place === null ? null : (stores.get(place) ?? null);
  }
  return {
    places: [...stores.keys()],
    contents: bucket?.contents ?? null,
    put: (orgId, content, bytesMax) => (bucket ?? postgres).put(orgId, content, bytesMax),
    async *get(orgId, id, range) {
      if (bucket === null) return yield* postgres.get(orgId, id, range);
      const found = await withOrganisation(sql, orgId, (inner) => findBlob(inner, id));
      if (found === null) throw blobNotFound(id);
      yield* stores.get(found.place)!.read(found, range);
    },
    async delete(orgId, id) {
      await (await storeOf(orgId, id))?.delete(orgId, id);
    },
    check: async () => bucket?.check(),
    close: () => bucket?.close(),
  };
}

/** Wraps connections so that their transactions read the contents in the bucket. */
export function withContents(sql: Sql, { contents }: Pick<Blobs, 'contents'>): Sql {
  return { ...sql, contents: contents ?? NO_BUCKET };
}

const NO_BUCKET: ContentSource = {
  async read() {
    const message =
      'The findings of this result are in a bucket that the service does not know. Ask its operator to set FLOWARDEN_S3_BUCKET.';
    throw new AppError('file_store_unavailable', message);
  },
};
