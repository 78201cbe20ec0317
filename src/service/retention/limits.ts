/** Limits of the retention of results, events and stored files. Each has its unit in its name. */
import { DAY_MS } from '../../units.ts';

export const RETENTION_LIMITS = {
  /** Time after its last use that the report of an unchanged file can be reused. */
  fileReportDaysMax: 30,
  /** Age of the newest run of an archive from which its reports are preserved for the next. */
  fileReportIdleDaysMin: 15,
  /** Retention of events, the same as that of the delivery log. */
  eventDaysMax: 30,
  /** Longest time that a result stays past its retention, until the last of its month is past it too. */
  restOfMonthDaysMax: 31,
  /** Longest advance of the retention clock towards the database's at each step of ten minutes. */
  retentionStepMsMax: 20 * 60 * 1_000,
  /** Lag of the retention clock beyond which nothing is deleted any more. */
  retentionLagMsMax: DAY_MS,
  /** Time that a stored file may stay unclaimed by any record before it is deleted. */
  blobUnclaimedMsMax: 60 * 60 * 1_000,
  /** Stored files that the sweep looks up at once. */
  blobSweepRowsMax: 100,
} as const satisfies Readonly<Record<string, number>>;
