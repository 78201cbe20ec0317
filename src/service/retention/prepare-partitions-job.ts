/** Creates the partitions of the coming months and days, so that none of their rows needs the default one. */
import { inTransaction } from '../../infra/database/database.ts';
import { makePartitionsAhead } from '../../infra/database/partitions.ts';
import type { JobTask } from '../../infra/queue/task.ts';

/** The look ahead, several times a day: a backup may hold the tables at any one time. */
export const preparePartitions: JobTask<'prepare-partitions'> = async ({ sql, log }) => {
  const made = await inTransaction(sql, (inner) => makePartitionsAhead(inner));
  if (made > 0) log.info({ made }, 'Partitions of coming months and days are made');
};
