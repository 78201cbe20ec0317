/**
 * Sweep of rows past their retention: results, projects, reusable reports of files, reports of free scans, leads, events
 * and the delivery log. It drops partitions as a whole, without deleting their rows before; the rest it deletes a batch at a
 * time so that no call waits for it.
 */

import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { FIELD_LIMITS } from '../../gen/contract/field-limits.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import type { Transaction } from '../../infra/database/transaction.ts';
import { INFRA_LIMITS } from '../../infra/limits.ts';
import type { Logger } from '../../infra/logging/log.ts';
import type { JobTask } from '../../infra/queue/task.ts';
import { DAY_MS, HOUR_MS } from '../../units.ts';
import { deleteChangesPastRetention } from '../changes/old-changes-store.ts';
import { deleteScansBefore } from '../free-scans/free-scans-store.ts';
import { deleteLeadsBefore } from '../free-scans/leads-store.ts';
import { FREE_SCAN_LIMITS } from '../free-scans/limits.ts';
import { deleteSpentProofsBefore } from '../free-scans/spent-proofs-store.ts';
import { deleteForgottenFileReports, preserveReportsOfNewestRuns } from '../projects/store/file-reports.ts';
import {
  deleteBacklogBefore,
  deleteBacklogPastOwnRetention,
  deleteFixedBefore,
} from '../results/backlog/backlog-days-store.ts';
import { releaseUnusedOutlinePacks, releaseUnusedPacks } from '../results/bodies/unused-packs-store.ts';
import { deleteUnusedChannels } from '../results/estate/channel-ends-store.ts';
import { deleteOldForms } from '../results/estate/workflow-forms-store.ts';
import { deleteForgottenOutlines } from '../results/outlines/outlines-store.ts';
import { deleteDeliveriesBefore, deleteDeliveriesPastOwnRetention } from '../webhooks/delivery-log-store.ts';
import { RETENTION_LIMITS } from './limits.ts';
import { PARTITION_DAYS } from './partition-days.ts';
import { readRetentionClock } from './retention-clock-store.ts';
import {
  deleteEventsBefore,
  deleteEventsPastOwnRetention,
  deleteProjectsPastRetention,
  deleteValidationsBefore,
  deleteValidationsPastOwnRetention,
  deleteWorkflowsBefore,
  deleteWorkflowsPastOwnRetention,
  dropPartition,
  listPartitionsBefore,
  type PartitionedTable,
} from './retention-store.ts';

/** Time after its last use that the report of an unchanged file can be reused. */
const FILE_REPORT_DAYS_MAX = 30;

/** Age of the newest run of an archive from which its reports are preserved for the next. */
const FILE_REPORT_IDLE_DAYS_MIN = 15;

/** Longest time that a result stays past its retention, until the last of its month is past it too. */
const REST_OF_MONTH_DAYS_MAX = 31;

/** Lag of the retention clock beyond which nothing is deleted any more. */
const RETENTION_LAG_MS_MAX = DAY_MS;

/** Deletes a batch of what is past its time at this moment. Returns how many rows. */
type DeleteBatch = (sql: Transaction, now: Date, rowsMax: number) => Promise<number>;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/** Deletions by their names in the log. */
const SWEEPS: Readonly<Record<string, DeleteBatch>> = {
  validations: (sql, now, rowsMax) =>
    deleteValidationsBefore(
      sql,
      daysBefore(now, FIELD_LIMITS['OrganisationSettings.retentionDays'].max),
      rowsMax,
    ),
  validationsOfBriefOrganisations: deleteValidationsPastOwnRetention,
  workflows: (sql, now, rowsMax) =>
    deleteWorkflowsBefore(
      sql,
      daysBefore(now, FIELD_LIMITS['OrganisationSettings.retentionDays'].max),
      rowsMax,
    ),
  workflowsOfBriefOrganisations: deleteWorkflowsPastOwnRetention,
  backlog: (sql, now, rowsMax) =>
    deleteBacklogBefore(
      sql,
      daysBefore(now, FIELD_LIMITS['OrganisationSettings.retentionDays'].max),
      rowsMax,
    ),
  fixedFindings: (sql, now, rowsMax) =>
    deleteFixedBefore(sql, daysBefore(now, FIELD_LIMITS['OrganisationSettings.retentionDays'].max), rowsMax),
  backlogOfBriefOrganisations: deleteBacklogPastOwnRetention,
  forms: deleteOldForms,
  channels: (sql, _now, rowsMax) => deleteUnusedChannels(sql, rowsMax),
  projects: (sql, now, rowsMax) =>
    deleteProjectsPastRetention(sql, now, FIELD_LIMITS['OrganisationSettings.retentionDays'].max, rowsMax),
  changes: (sql, now, rowsMax) =>
    deleteChangesPastRetention(sql, now, FIELD_LIMITS['OrganisationSettings.retentionDays'].max, rowsMax),
  // No deletion, but what the next one leaves alone.
  fileReportsOfNewestRuns: (sql, now, rowsMax) =>
    preserveReportsOfNewestRuns(sql, now, FILE_REPORT_IDLE_DAYS_MIN, rowsMax),
  fileReports: (sql, now, rowsMax) => deleteForgottenFileReports(sql, now, FILE_REPORT_DAYS_MAX, rowsMax),
  outlines: (sql, now, rowsMax) =>
    deleteForgottenOutlines(
      sql,
      now,
      FIELD_LIMITS['OrganisationSettings.retentionDays'].max + REST_OF_MONTH_DAYS_MAX,
      rowsMax,
    ),
  packs: (sql, now, rowsMax) =>
    releaseUnusedPacks(sql, now, FIELD_LIMITS['OrganisationSettings.retentionDays'].max, rowsMax),
  packsOfOutlines: (sql, now, rowsMax) =>
    releaseUnusedOutlinePacks(sql, now, FIELD_LIMITS['OrganisationSettings.retentionDays'].max, rowsMax),
  eventsOfBriefOrganisations: deleteEventsPastOwnRetention,
  deliveriesOfBriefOrganisations: deleteDeliveriesPastOwnRetention,
  events: (sql, now, rowsMax) =>
    deleteEventsBefore(sql, daysBefore(now, RETENTION_LIMITS.eventDaysMax), rowsMax),
  scans: (sql, now, rowsMax) =>
    deleteScansBefore(sql, daysBefore(now, FREE_SCAN_LIMITS.scanDaysMax), rowsMax),
  leads: (sql, now, rowsMax) =>
    deleteLeadsBefore(sql, daysBefore(now, FREE_SCAN_LIMITS.leadDaysMax), rowsMax),
  leadProofs: deleteSpentProofsBefore,
  deliveries: (sql, now, rowsMax) =>
    deleteDeliveriesBefore(sql, daysBefore(now, CONTRACT_LIMITS.deliveryDaysMax), rowsMax),
};

/** The sweep of every night, thrice. One that fails does not stop the others. @throws the first failure, once all have ended */
export const expireValidations: JobTask<'expire-validations'> = async ({ sql, log, signal }) => {
  const { reachedAt: now, lagMs } = await inTransaction(sql, readRetentionClock);
  if (lagMs > RETENTION_LAG_MS_MAX) {
    log.error(
      { reachedAt: now, lagHours: Math.round(lagMs / HOUR_MS) },
      'Nothing is deleted: the clock of the database is far ahead of the last sweeps. Set the clock right if it has jumped. If no jobs ran for that long, deletion goes on by itself after as long again.',
    );
    return;
  }
  const deleted: Record<string, number> = {};
  const { dropped, failures } = await dropPartitions(sql, now, log);
  for (const [name, deleteBatch] of Object.entries(SWEEPS)) {
    try {
      deleted[name] = await sweep(sql, signal, (inner) => deleteBatch(inner, now, INFRA_LIMITS.sweepRowsMax));
    } catch (error) {
      failures.push(error);
      log.error({ err: error, sweep: name }, 'A sweep has failed; the others go on');
    }
  }
  log.info({ ...deleted, partitions: dropped }, 'Expired results and events are deleted');
  if (failures.length > 0) throw failures[0];
};

/** Drops what has ended. A partition that others hold at this moment, as a backup does, waits for the next sweep. */
async function dropPartitions(sql: Sql, now: Date, log: Logger) {
  const dropped: string[] = [];
  const failures: unknown[] = [];
  for (const [table, days] of Object.entries(PARTITION_DAYS) as [PartitionedTable, number][]) {
    try {
      const before = daysBefore(now, days);
      for (const name of await inTransaction(sql, (inner) => listPartitionsBefore(inner, table, before))) {
        await inTransaction(sql, (inner) => dropPartition(inner, table, name), INFRA_LIMITS.migrationMsMax);
        dropped.push(name);
      }
    } catch (error) {
      failures.push(error);
      log.error({ err: error, table }, 'A partition could not be dropped; the others go on');
    }
  }
  return { dropped, failures };
}

/** Deletes batch after batch until one is not full or the process stops; the next day continues. */
async function sweep(
  sql: Sql,
  signal: AbortSignal,
  deleteBatch: (transaction: Transaction) => Promise<number>,
): Promise<number> {
  let total = 0;
  while (!signal.aborted) {
    const deleted = await inTransaction(sql, deleteBatch);
    total += deleted;
    if (deleted < INFRA_LIMITS.sweepRowsMax) break;
  }
  return total;
}
