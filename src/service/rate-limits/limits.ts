/** Rates and permits that every plan has, and the times of their counters. Each has its unit in its name. */

export const RATE_LIMITS = {
  /** Interval at which a core reports to the others the calls that it has admitted by itself. */
  limitSyncMs: 100,
  /** Time that a core relies on the counts of the others. */
  limitFreshMsMax: 500,
  /** Time after which a core checks again whether a caller is still over a limit. */
  limitRecheckMs: 5_000,
} as const satisfies Readonly<Record<string, number>>;
