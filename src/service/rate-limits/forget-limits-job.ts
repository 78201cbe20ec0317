/** Deletes rows that no limit needs any more: buckets that are full again, and slots of cores that are gone. */
import { inTransaction } from '../../infra/database/database.ts';
import type { JobTask } from '../../infra/queue/task.ts';
import { deleteSpentLimits } from './limits-store.ts';

/** The sweep of every ten minutes. */
export const forgetLimits: JobTask<'forget-limits'> = async ({ sql }) => {
  await inTransaction(sql, deleteSpentLimits);
};
