/** Deletes results and events past their retention, a batch at a time so that nobody waits for it. */
import { LIMITS } from '../limits.ts';
import { deleteEventsBefore, deleteValidationsBefore, dropPartitionsBefore } from '../store/retention.ts';
import type { JobTask } from './task.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The daily sweep. */
export const expireValidations: JobTask = async (sql, log, signal) => {
  const now = Date.now();
  const validationsBefore = new Date(now - LIMITS.validationDaysMax * DAY_MS);
  const partitions = await dropPartitionsBefore(sql, validationsBefore);
  const validations = await sweep((rows) => deleteValidationsBefore(sql, validationsBefore, rows), signal);
  const eventsBefore = new Date(now - LIMITS.eventDaysMax * DAY_MS);
  const events = await sweep((rows) => deleteEventsBefore(sql, eventsBefore, rows), signal);
  log.info({ validations, events, partitions }, 'Expired results and events are deleted');
};

/** Deletes batch after batch until one is not full, or until the process stops: the next day goes on. */
async function sweep(deleteBatch: (rows: number) => Promise<number>, signal: AbortSignal): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const deleted = await deleteBatch(LIMITS.sweepRowsMax);
    total += deleted;
    if (deleted < LIMITS.sweepRowsMax) break;
  }
  return total;
}
