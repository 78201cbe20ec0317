/** Dependencies of the use cases of the free scanner. */

import type { Rule } from '../../analysis/model/rule.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type { Sql } from '../../infra/database/connections.ts';
import type { AnalysisPool } from '../../pool/pool.ts';
import type { PoisonGuard } from '../validations/poison-files.ts';
import { FREE_SCAN_LIMITS } from './limits.ts';

/** Pool that analyses files: not in this process, whose end would affect all tenants. */
export type ScanPool = Pick<AnalysisPool, 'analyse' | 'judge'>;

export interface ScanDeps {
  readonly sql: Sql;
  readonly pool: ScanPool;
  readonly poison: Pick<PoisonGuard, 'check'>;
  readonly times: ScanTimes;
  /** Loads the catalogue of rules. */
  loadRules(): Promise<readonly Rule[]>;
  /** Keep the outlines that pictures are drawn from. Absent: no. */
  readonly keepsOutlines?: boolean;
}

/** Timeouts of a scan. */
export interface ScanTimes {
  /** In all, from the arrival of the file on. */
  readonly scanMsMax: number;
  /** The analysis alone. */
  readonly scanRunMsMax: number;
}

const DEFAULT_TIMES: ScanTimes = {
  scanMsMax: CONTRACT_LIMITS.scanMsMax,
  scanRunMsMax: FREE_SCAN_LIMITS.scanRunMsMax,
};

/** Completes the dependencies. The times that the contract states are the default. */
export function scanDeps(deps: Omit<ScanDeps, 'times'>, times: ScanTimes = DEFAULT_TIMES): ScanDeps {
  return { ...deps, times };
}
