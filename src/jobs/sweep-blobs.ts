/** Deletes stored files that nobody needs: what a crash or a caller who went away has left, and what is released. */
import type { BlobStore } from '../blobs/blob-store.ts';
import { postgresBlobs } from '../blobs/postgres.ts';
import { LIMITS } from '../limits.ts';
import { type BlobPlace, listNeedlessBlobs } from '../store/blobs.ts';
import { inTransaction } from '../store/database.ts';
import type { JobTask } from './task.ts';

/** The sweep, every ten minutes. */
export const sweepBlobs: JobTask<'sweep-blobs'> = async ({ sql, log, signal }) => {
  const stores = new Map<BlobPlace, BlobStore>([['postgres', postgresBlobs(sql)]]);
  const arrivedBefore = new Date(Date.now() - LIMITS.blobUnkeptMsMax);
  let deleted = 0;
  while (!signal.aborted) {
    const needless = await inTransaction(sql, (inner) =>
      listNeedlessBlobs(inner, [...stores.keys()], arrivedBefore, LIMITS.blobSweepRowsMax),
    );
    for (const { orgId, id, place } of needless) await stores.get(place)?.delete(orgId, id);
    deleted += needless.length;
    if (needless.length < LIMITS.blobSweepRowsMax) break;
  }
  if (deleted > 0) log.info({ deleted }, 'Stored files that nobody needs are deleted');
};
