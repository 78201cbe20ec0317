/** Row of the table of guarantees on several hosts. */
import type { Result } from './check.ts';
import type { Installation } from './service/installation.ts';

/** Amount of work of a row: the whole, or enough to see that it works. */
export type Size = 'full' | 'quick';

/** Context of a running row. */
export interface RowContext {
  readonly installation: Installation;
  readonly size: Size;
  /** Folder of the run, which ends with it. */
  readonly folder: string;
  /** Id of the run, for what it makes outside its namespaces. */
  readonly run: string;
  /** Folder of the version that the row compares with, or null. */
  readonly before: string | null;
}

/** Runs on hosts of its own, and yields each guarantee as soon as it is decided. */
export type Row = (context: RowContext) => AsyncGenerator<Result>;
