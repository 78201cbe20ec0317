/** Deletes stored files that are no longer needed: those left by a crash or an aborted call, and released ones. */

import { type BlobPlace, listNeedlessBlobs } from '../infra/blobs/blob-rows.ts';
import { inTransaction } from '../infra/database/database.ts';
import type { JobTask, TaskContext } from '../infra/queue/task.ts';
import { RETENTION_LIMITS } from '../service/retention/limits.ts';

/** Time that a stored file may stay unclaimed by any record before it is deleted. */
export const BLOB_UNCLAIMED_MS_MAX = 60 * 60 * 1_000;

/** The sweep, every ten minutes. An unavailable store does not stop the sweep of another. */
export const sweepBlobs: JobTask<'sweep-blobs'> = async (context) => {
  const sweeps = await Promise.allSettled(context.blobs.places.map((place) => sweepPlace(context, place)));
  const failed = sweeps.find((sweep) => sweep.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
};

async function sweepPlace({ sql, blobs, log, signal }: TaskContext<object>, place: BlobPlace): Promise<void> {
  let deleted = 0;
  while (!signal.aborted) {
    const needless = await inTransaction(sql, (inner) =>
      listNeedlessBlobs(inner, place, BLOB_UNCLAIMED_MS_MAX, RETENTION_LIMITS.blobSweepRowsMax),
    );
    for (const { orgId, id } of needless) await blobs.delete(orgId, id);
    deleted += needless.length;
    if (needless.length < RETENTION_LIMITS.blobSweepRowsMax) break;
  }
  if (deleted > 0) log.info({ deleted, place }, 'Stored files that nobody needs are deleted');
}
