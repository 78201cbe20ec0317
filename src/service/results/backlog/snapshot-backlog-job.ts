/** Counts the open findings of each organisation for the day: the hourly job, whose last count of a day stays. */
import { inTransaction } from '../../../infra/database/database.ts';
import { ofOrganisation } from '../../../infra/database/transaction.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { listOrganisationsWithWorkflows, replaceBacklogOfToday } from './backlog-days-store.ts';

/** One organisation after the other. One that fails does not stop the others. @throws the first failure, once all have ended */
export const snapshotBacklog: JobTask<'snapshot-backlog'> = async ({ sql, log, signal }) => {
  const failures: unknown[] = [];
  for (const orgId of await inTransaction(sql, listOrganisationsWithWorkflows)) {
    if (signal.aborted) return;
    try {
      await inTransaction(sql, (inner) => replaceBacklogOfToday(ofOrganisation(inner, orgId)));
    } catch (error) {
      failures.push(error);
      log.error(
        { err: error, orgId },
        'The backlog of an organisation could not be counted; the others go on',
      );
    }
  }
  if (failures.length > 0) throw failures[0];
};
