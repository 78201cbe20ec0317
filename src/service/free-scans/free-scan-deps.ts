/** Dependencies of the use cases of the free scanner. */

import type { Sql } from '../../infra/database/connections.ts';
import { LIMITS } from '../../limits.ts';
import type { AnalysisPool } from '../../pool/pool.ts';
import type { PoisonGuard } from '../validations/poison-files.ts';

/** Pool that analyses files: not in this process, whose end would affect all tenants. */
export type ScanPool = Pick<AnalysisPool, 'analyse' | 'judge'>;

export interface ScanDeps {
  readonly sql: Sql;
  readonly pool: ScanPool;
  readonly poison: Pick<PoisonGuard, 'check'>;
  readonly times: ScanTimes;
}

/** Timeouts of a scan. */
export interface ScanTimes {
  /** In all, from the arrival of the file on. */
  readonly scanMsMax: number;
  /** The analysis alone. */
  readonly scanRunMsMax: number;
}

/** Completes the dependencies. The times that the contract states are the default. */
export function scanDeps(deps: Omit<ScanDeps, 'times'>, times: ScanTimes = LIMITS): ScanDeps {
  return { ...deps, times };
}
