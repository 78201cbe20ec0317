/** Limits of validations, of their runs and of reads of results. Each has its unit in its name. */

export const VALIDATION_LIMITS = {
  /** Calls of one core that may wait for the end of validations and projects. */
  runWaitersMax: 2_000,
  /** Time that such a content is remembered. */
  poisonHoursMax: 24,
  /** Such contents that a core remembers. */
  poisonFilesMax: 1_000,
  /** Findings of a large result that are read, or encoded, before other calls have their turn. */
  largeReadTurnFindings: 200,
} as const satisfies Readonly<Record<string, number>>;
