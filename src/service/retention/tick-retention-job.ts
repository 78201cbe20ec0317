/** Advances the retention clock towards the database's. */
import { inTransaction } from '../../infra/database/database.ts';
import type { JobTask } from '../../infra/queue/task.ts';
import { tickRetentionClock } from './retention-clock-store.ts';

/** The step of every ten minutes. */
export const tickRetention: JobTask<'tick-retention'> = async ({ sql }) => {
  await inTransaction(sql, tickRetentionClock);
};
