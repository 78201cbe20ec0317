/** Deletes old changes of the feed, a batch at a time so that no call waits for it. */
import { inTransaction } from '../../../infra/database/database.ts';
import { INFRA_LIMITS } from '../../../infra/limits.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { deleteOldChanges } from './feed-changes-store.ts';

/** The sweep of every ten minutes. */
export const forgetFeedChanges: JobTask<'forget-feed-changes'> = async ({ sql, signal }) => {
  const rowsMax = INFRA_LIMITS.sweepRowsMax;
  while (!signal.aborted) {
    const deleted = await inTransaction(sql, (inner) => deleteOldChanges(inner, rowsMax));
    if (deleted < rowsMax) break;
  }
};
