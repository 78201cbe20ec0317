/** Limits of the backlog. Each has its unit in its name. */
export const BACKLOG_LIMITS = {
  /** Repositories of an organisation that a day has rows of their own for: those with the most open findings. */
  repositoriesMax: 1_000,
  /** Groups of an answer. */
  groupsMax: 100,
} as const satisfies Readonly<Record<string, number>>;
