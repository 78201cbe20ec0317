/** Limits of evidence. Each has its unit in its name. */
export const EVIDENCE_LIMITS = {
  /** Longest time that evidence is about. */
  evidenceDaysMax: 400,
} as const satisfies Readonly<Record<string, number>>;
