/** Deletes stored answers past their time, a batch at a time so that no call waits for it. */

import { inTransaction } from '../../infra/database/database.ts';
import { INFRA_LIMITS } from '../../infra/limits.ts';
import type { JobTask } from '../../infra/queue/task.ts';
import { deleteOldKeys } from './idempotency-store.ts';

/** The sweep of every hour. */
export const forgetIdempotencyKeys: JobTask<'forget-idempotency-keys'> = async ({ sql, signal }) => {
  const rowsMax = INFRA_LIMITS.sweepRowsMax;
  while (!signal.aborted) {
    const deleted = await inTransaction(sql, (inner) => deleteOldKeys(inner, rowsMax));
    if (deleted < rowsMax) break;
  }
};
