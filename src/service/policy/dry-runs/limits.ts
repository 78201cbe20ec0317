/** Limits of dry runs of policy packs. Each has its unit in its name. */
import { MIB, MINUTE_MS } from '../../../units.ts';

export const DRY_RUN_LIMITS = {
  /** Workflows that one dry run looks at, those that were validated last. */
  dryRunWorkflowsMax: 10_000,
  /** Runs to look at, the last ones. */
  dryRunRunsMax: 100_000,
  /** Age of the runs to look at, unless the caller says otherwise. */
  dryRunDaysDefault: 30,
  /** Exceptions without a target that a result lists; all of them count. */
  dryRunExceptionsMax: 1_000,
  /** Dry runs of an organisation at once. */
  dryRunsAtOnceMax: 2,
  /** Dry runs of an organisation that are stored; the oldest go. */
  dryRunsStoredMax: 100,
  /** Runs that are read at once. */
  dryRunBatchMax: 50,
  /** Findings that are read at once, as the database stores them. */
  dryRunBatchBytesMax: 2 * MIB,
  /** Time after which a core lets the job call again. */
  dryRunTurnMs: 5_000,
  /** Time of one call of the job. */
  dryRunCallMsMax: 2 * MINUTE_MS,
  /** Pause before a call is tried again that a core was lost with. */
  dryRunAgainMs: 500,
} as const satisfies Readonly<Record<string, number>>;
