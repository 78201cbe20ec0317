/** Limits of the estate. Each has its unit in its name. */
export const ESTATE_LIMITS = {
  /** Longest time that statistics are about. */
  statisticsDaysMax: 400,
} as const satisfies Readonly<Record<string, number>>;
