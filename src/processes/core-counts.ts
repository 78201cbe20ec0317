/** Observer of a core's work, which metrics implement. */

import type { Readiness } from '../contract/readiness.ts';
import type { ErrorCode } from '../errors.ts';
import type { Sql } from '../infra/database/connections.ts';
import type { RunEnd } from '../service/validations/run-validation.ts';

/** Counters of a core. */
export interface CoreCounts {
  /** Counts an admitted call that has ended. */
  observe(path: string, code: string, seconds: number): void;
  /** Counts an error that ended a call. */
  observeRejection(code: ErrorCode): void;
  /** Counts a run of a queued validation. */
  observeRun(end: RunEnd, seconds: number): void;
  /** Records the current readiness. */
  observeReadiness(readiness: Readiness): void;
  /** Wraps connections so that their transactions are counted. */
  counted(sql: Sql): Sql;
  /** Wraps connections so that details of results are counted that are lost or damaged in the bucket. */
  countedContents(sql: Sql): Sql;
}

/** Counters of a core without metrics. */
export const NO_COUNTS: CoreCounts = {
  observe() {},
  observeRejection() {},
  observeRun() {},
  observeReadiness() {},
  counted: (sql) => sql,
  countedContents: (sql) => sql,
};
