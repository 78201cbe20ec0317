/** Limits of projects and of the work on their files. Each has its unit in its name. */

export const PROJECT_LIMITS = {
  /** Unchanged files of a project whose results are reused with one transaction. */
  projectReuseFilesMax: 1_000,
  /** Findings in these files, unless one file alone has more. */
  projectReuseFindingsMax: 20_000,
  /** Time that the rules across files have for all of them. */
  projectJudgeMsMax: 120_000,
  /** Time of one call to the core for a shard; files that are done by then stay done. */
  projectCallMsMax: 900_000,
  /** Attempts of a job for a project; every death of a jobs process uses one up. */
  projectJobAttemptsMax: 10,
} as const satisfies Readonly<Record<string, number>>;
