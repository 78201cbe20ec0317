/** Limits of exceptions. Each has its unit in its name. */

export const EXCEPTION_LIMITS = {
  /** Exceptions of an organisation that are approved or wait. */
  exceptionsLiveMax: 10_000,
  /** Of these, the ones for patterns, with which a run compares every finding. */
  exceptionsForPatternsMax: 200,
  /** Exceptions that a run looks at, those in force first. */
  exceptionsPerFileMax: 2_000,
  /** Requesters who are compared with the caller when exceptions to decide are counted; others count as other people. */
  requestersComparedMax: 50,
  /** Exceptions whose end is announced in one transaction. */
  announcedAtOnceMax: 100,
} as const satisfies Readonly<Record<string, number>>;
