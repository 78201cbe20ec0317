/** Lets the clock of retention follow the database's. */
import { inTransaction } from '../store/database.ts';
import { tickRetentionClock } from '../store/retention-clock.ts';
import type { JobTask } from './task.ts';

/** The step of every ten minutes. */
export const tickRetention: JobTask<'tick-retention'> = async ({ sql }) => {
  await inTransaction(sql, tickRetentionClock);
};
