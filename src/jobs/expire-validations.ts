/**
 * Deletes results, projects, kept reports of files, reports of free scans, leads, events and the delivery log past their
 * retention, a batch at a time so that nobody waits for it.
 */
import { LIMITS } from '../limits.ts';
import type { Sql } from '../store/connections.ts';
import { inTransaction } from '../store/database.ts';
import { deleteDeliveriesBefore } from '../store/deliveries.ts';
import { deleteForgottenFileReports } from '../store/file-reports.ts';
import { deleteScansBefore } from '../store/free-scans.ts';
import { deleteLeadsBefore } from '../store/leads.ts';
import {
  deleteEventsBefore,
  deleteProjectsPastRetention,
  deleteValidationsBefore,
  deleteValidationsPastOwnRetention,
  dropPartitionsBefore,
} from '../store/retention.ts';
import type { Transaction } from '../store/transaction.ts';
import type { JobTask } from './task.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The daily sweep. */
export const expireValidations: JobTask<'expire-validations'> = async ({ sql, log, signal }) => {
  const now = Date.now();
  const rowsMax = LIMITS.sweepRowsMax;
  const validationsBefore = new Date(now - LIMITS.validationDaysMax * DAY_MS);
  const partitions = await inTransaction(sql, (inner) => dropPartitionsBefore(inner, validationsBefore));
  const validations = await sweep(sql, signal, (inner) =>
    deleteValidationsBefore(inner, validationsBefore, rowsMax),
  );
  const own = await sweep(sql, signal, (inner) =>
    deleteValidationsPastOwnRetention(inner, new Date(now), rowsMax),
  );
  const projects = await sweep(sql, signal, (inner) =>
    deleteProjectsPastRetention(inner, new Date(now), LIMITS.validationDaysMax, rowsMax),
  );
  const fileReports = await sweep(sql, signal, (inner) =>
    deleteForgottenFileReports(inner, new Date(now), LIMITS.fileReportDaysMax, rowsMax),
  );
  const eventsBefore = new Date(now - LIMITS.eventDaysMax * DAY_MS);
  const events = await sweep(sql, signal, (inner) => deleteEventsBefore(inner, eventsBefore, rowsMax));
  const scansBefore = new Date(now - LIMITS.scanDaysMax * DAY_MS);
  const scans = await sweep(sql, signal, (inner) => deleteScansBefore(inner, scansBefore, rowsMax));
  const leadsBefore = new Date(now - LIMITS.leadDaysMax * DAY_MS);
  const leads = await sweep(sql, signal, (inner) => deleteLeadsBefore(inner, leadsBefore, rowsMax));
  const deliveriesBefore = new Date(now - LIMITS.deliveryDaysMax * DAY_MS);
  const deliveries = await sweep(sql, signal, (inner) =>
    deleteDeliveriesBefore(inner, deliveriesBefore, rowsMax),
  );
  log.info(
    { validations: validations + own, projects, fileReports, scans, leads, events, deliveries, partitions },
    'Expired results and events are deleted',
  );
};

/** Deletes batch after batch until one is not full, or until the process stops: the next day goes on. */
async function sweep(
  sql: Sql,
  signal: AbortSignal,
  deleteBatch: (transaction: Transaction) => Promise<number>,
): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const deleted = await inTransaction(sql, deleteBatch);
    total += deleted;
    if (deleted < LIMITS.sweepRowsMax) break;
  }
  return total;
}
