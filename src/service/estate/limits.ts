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
  /** Time that an answer to a question for statistics is remembered. */
  statisticsCacheMs: 60_000,
  /** Answers to such questions that one core remembers. */
  statisticsRemembered: 1_000,
} as const satisfies Readonly<Record<string, number>>;
