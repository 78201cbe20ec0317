/** Creates the partitions of the coming months, so that no result ever has to go to the default one. */
import { inTransaction } from '../../infra/database/database.ts';
import { prepareValidationPartitions } from '../../infra/database/partitions.ts';
import type { JobTask } from '../../infra/queue/task.ts';

/** The daily look ahead. */
export const preparePartitions: JobTask<'prepare-partitions'> = async ({ sql, log }) => {
  const made = await inTransaction(sql, prepareValidationPartitions);
  if (made > 0) log.info({ made }, 'Partitions of coming months are made');
};
