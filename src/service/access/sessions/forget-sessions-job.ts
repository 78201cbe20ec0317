/** Deletes sessions, links, invitations and marks of logout tokens that have ended, a batch at a time. */
import { inTransaction } from '../../../infra/database/database.ts';
import { INFRA_LIMITS } from '../../../infra/limits.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import { deleteEndedLinks } from '../links/links-store.ts';
import { deleteExpiredLogouts } from '../oidc/refresh-store.ts';
import { deleteEndedSessions } from './sessions-store.ts';

/** The sweep of every hour. */
export const forgetSessions: JobTask<'forget-sessions'> = async ({ sql, signal }) => {
  const rowsMax = INFRA_LIMITS.sweepRowsMax;
  while (!signal.aborted) {
    const deleted = await inTransaction(sql, (inner) =>
      deleteEndedSessions(inner, ACCESS_LIMITS.sessionIdleMsMax, rowsMax),
    );
    if (deleted < rowsMax) break;
  }
  await inTransaction(sql, deleteEndedLinks);
  await inTransaction(sql, deleteExpiredLogouts);
};
