/** Deletes what says nothing about limits any more: buckets that are full again, and slots of cores that are gone. */
import { inTransaction } from '../store/database.ts';
import { deleteSpentLimits } from '../store/limits.ts';
import type { JobTask } from './task.ts';

/** The sweep of every ten minutes. */
export const forgetLimits: JobTask<'forget-limits'> = async ({ sql }) => {
  await inTransaction(sql, deleteSpentLimits);
};
