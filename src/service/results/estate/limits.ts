/** Limits of the estate. Each has its unit in its name. */
export const ESTATE_LIMITS = {
  /** Scores of its last runs that a workflow keeps. */
  workflowScoresMax: 30,
  /** Number up to which the workflows of a list are counted. */
  workflowsCountedMax: 10_000,
  /** Groups that findings are counted in. */
  findingGroupsMax: 200,
  /** Longest time that statistics are about. */
  statisticsDaysMax: 400,
  /** Days that one statement counts. */
  statisticsPartDays: 4,
  /** Time that the counts of such days are remembered. */
  statisticsCacheMs: 60_000,
  /** Time that they are remembered once the days are over. */
  statisticsPastCacheMs: 3_600_000,
  /** Such counts that one core remembers. */
  statisticsRemembered: 10_000,
} as const satisfies Readonly<Record<string, number>>;
