/** What the use cases of the free scanner work with. */

import type { Sql } from '../../infra/database/connections.ts';
import { LIMITS } from '../../limits.ts';
import type { AnalysisPool } from '../../pool/pool.ts';
import type { PoisonGuard } from '../validations/poison-files.ts';

/** Where files are analysed: not in this process, whose end would be everybody's. */
export type ScanPool = Pick<AnalysisPool, 'analyse' | 'judge'>;

export interface ScanDeps {
  readonly sql: Sql;
  readonly pool: ScanPool;
  readonly poison: Pick<PoisonGuard, 'check'>;
  readonly times: ScanTimes;
}

/** How long a scan may take. */
export interface ScanTimes {
  /** In all, from the arrival of the file on. */
  readonly scanMsMax: number;
  /** The analysis alone. */
  readonly scanRunMsMax: number;
}

/** Completes the tools. The times that the contract states are the default. */
export function scanDeps(deps: Omit<ScanDeps, 'times'>, times: ScanTimes = LIMITS): ScanDeps {
  return { ...deps, times };
}
