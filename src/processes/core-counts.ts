/** What a core tells of its work to whoever counts it. */

import type { Readiness } from '../contract/readiness.ts';
import type { ErrorCode } from '../errors.ts';
import type { Sql } from '../infra/database/connections.ts';
import type { RunEnd } from '../service/validations/run-validation.ts';

/** What is told to the counters. */
export interface CoreCounts {
  /** A finished call that was admitted. */
  observe(path: string, code: string, seconds: number): void;
  /** An error that a call was answered with. */
  observeRejection(code: ErrorCode): void;
  /** A run of a queued validation. */
  observeRun(end: RunEnd, seconds: number): void;
  /** What is well by now. */
  observeReadiness(readiness: Readiness): void;
  /** The same connections, whose transactions are counted. */
  counted(sql: Sql): Sql;
}

/** For a core whose counts nobody reads. */
export const NO_COUNTS: CoreCounts = {
  observe() {},
  observeRejection() {},
  observeRun() {},
  observeReadiness() {},
  counted: (sql) => sql,
};
