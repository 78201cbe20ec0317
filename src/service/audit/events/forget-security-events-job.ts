/** Deletes security events of more than seven days, a batch at a time. */
import { inTransaction } from '../../../infra/database/database.ts';
import { INFRA_LIMITS } from '../../../infra/limits.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { DAY_MS } from '../../../units.ts';
import { deleteOldSecurityEvents } from './security-events-store.ts';

/** Time for which security events are stored, for targets that are down and for backfills. */
const SECURITY_EVENT_MS_MAX = 7 * DAY_MS;

/** The sweep of every hour. */
export const forgetSecurityEvents: JobTask<'forget-security-events'> = async ({ sql, signal }) => {
  const rowsMax = INFRA_LIMITS.sweepRowsMax;
  while (!signal.aborted) {
    const deleted = await inTransaction(sql, (inner) =>
      deleteOldSecurityEvents(inner, SECURITY_EVENT_MS_MAX, rowsMax),
    );
    if (deleted < rowsMax) break;
  }
};
