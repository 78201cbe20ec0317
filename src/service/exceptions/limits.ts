/** Limits of exceptions. Each has its unit in its name. */

export const EXCEPTION_LIMITS = {
  /** Exceptions of an organisation that are approved or wait. */
  exceptionsLiveMax: 10_000,
  /** Of these, the ones for patterns, with which a run compares every finding. */
  exceptionsForPatternsMax: 200,
  /** Exceptions whose end is announced in one transaction. */
  announcedAtOnceMax: 100,
} as const satisfies Readonly<Record<string, number>>;
