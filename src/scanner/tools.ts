/** What the use cases of the free scanner work with. */
import { LIMITS } from '../limits.ts';
import type { BuiltinRuleset } from '../model/ruleset.ts';
import type { PoisonGuard } from '../poison-files.ts';
import type { AnalysisPool } from '../pool.ts';
import { digestsOf } from '../ruleset-digests.ts';
import type { Sql } from '../store/connections.ts';

/** Where files are analysed: not in this process, whose end would be everybody's. */
export type ScanPool = Pick<AnalysisPool, 'analyse' | 'judge'>;

export interface ScanTools {
  readonly sql: Sql;
  readonly pool: ScanPool;
  readonly poison: Pick<PoisonGuard, 'check'>;
  /** Version of this program. */
  readonly engineVersion: string;
  /** The digest of a ruleset: part of what reports are known by. */
  readonly digestOf: (ruleset: BuiltinRuleset) => Promise<string>;
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
export function scanTools(
  tools: Omit<ScanTools, 'digestOf' | 'times'>,
  times: ScanTimes = LIMITS,
): ScanTools {
  return { ...tools, times, digestOf: digestsOf(tools.pool) };
}
