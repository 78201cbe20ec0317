/** Announces the exceptions that are about to end: the daily scan. */

import { inTransaction } from '../../infra/database/database.ts';
import type { JobTask } from '../../infra/queue/task.ts';
import { announceExceptions } from './announcements-store.ts';
import { EXCEPTION_LIMITS } from './limits.ts';

/** Announces one batch after the other until none is full; what is left when the process stops waits for the next run. */
export const announceExpiringExceptions: JobTask<'scan-exceptions'> = async ({ sql, log, signal }) => {
  let total = 0;
  while (!signal.aborted) {
    const announced = await inTransaction(sql, (inner) => announceExceptions(inner, new Date()));
    total += announced;
    if (announced < EXCEPTION_LIMITS.announcedAtOnceMax) break;
  }
  if (total > 0) log.info({ exceptions: total }, 'Exceptions that are about to end are announced');
};
