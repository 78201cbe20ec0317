/** Limits of free scans and leads. Each has its unit in its name. */

export const FREE_SCAN_LIMITS = {
  /** Time that the engine has for one free scan. */
  scanRunMsMax: 10_000,
  /** Retention of the report of a free scan. */
  scanDaysMax: 30,
  /** Retention of leads. */
  leadDaysMax: 400,
} as const satisfies Readonly<Record<string, number>>;
