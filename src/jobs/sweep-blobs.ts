/** Deletes stored files that nobody needs: what a crash or a caller who went away has left, and what is released. */
import { LIMITS } from '../limits.ts';
import { listNeedlessBlobs } from '../store/blobs.ts';
import { inTransaction } from '../store/database.ts';
import type { JobTask } from './task.ts';

/** The sweep, every ten minutes. */
export const sweepBlobs: JobTask<'sweep-blobs'> = async ({ sql, blobs, log, signal }) => {
  const arrivedBefore = new Date(Date.now() - LIMITS.blobUnkeptMsMax);
  let deleted = 0;
  while (!signal.aborted) {
    const needless = await inTransaction(sql, (inner) =>
      listNeedlessBlobs(inner, blobs.places, arrivedBefore, LIMITS.blobSweepRowsMax),
    );
    for (const { orgId, id } of needless) await blobs.delete(orgId, id);
    deleted += needless.length;
    if (needless.length < LIMITS.blobSweepRowsMax) break;
  }
  if (deleted > 0) log.info({ deleted }, 'Stored files that nobody needs are deleted');
};
