/** Makes the partitions of the coming months, so that no result ever has to go to the default one. */
import { prepareValidationPartitions } from '../store/retention.ts';
import type { JobTask } from './task.ts';

/** The daily look ahead. */
export const preparePartitions: JobTask = async (sql, log) => {
  const made = await prepareValidationPartitions(sql);
  if (made > 0) log.info({ made }, 'Partitions of coming months are made');
};
