/** Limits of the runners of jobs. Each has its unit in its name. */

export const JOB_LIMITS = {
  /** Time that a job that is taken from the queue may wait for a worker before it is given back. */
  jobPrefetchMsMax: 250,
  /** Jobs with waiting callers that one jobs process runs at once. */
  interactiveJobsMax: 10,
  /** Interval at which an idle runner looks for due jobs with waiting callers. */
  interactiveLookMs: 100,
  /** Interval at which an idle runner looks for other due jobs. */
  batchLookMs: 500,
  /** Sweeps, scans and jobs in bulk that one jobs process runs at once. */
  batchJobsMax: 4,
  /** Shortest time between two reads of counts, partitions and old results for the metrics. */
  stateReadMsMin: 60_000,
  /** Time that an error of the job queue waits for the end of the process before it is logged. */
  queueErrorDelayMs: 1_000,
} as const satisfies Readonly<Record<string, number>>;
