/** Deletes answers that have been kept for their time, a batch at a time so that nobody waits for it. */
import { LIMITS } from '../limits.ts';
import { inTransaction } from '../store/database.ts';
import { deleteOldKeys } from '../store/idempotency.ts';
import type { JobTask } from './task.ts';

/** The sweep of every hour. */
export const forgetIdempotencyKeys: JobTask<'forget-idempotency-keys'> = async ({ sql, signal }) => {
  const rowsMax = LIMITS.sweepRowsMax;
  while (!signal.aborted) {
    const deleted = await inTransaction(sql, (inner) => deleteOldKeys(inner, rowsMax));
    if (deleted < rowsMax) break;
  }
};
