/** Limits of the feed. Each has its unit in its name. */

export const FEED_LIMITS = {
  /** Runs that one page of the feed, or its counts, look through. */
  feedRunsScannedMax: 10_000,
  /** Moved runs that a page sorts; of more it looks through all runs of their time, as most pass the filter then. */
  movedRunsSortedMax: 1_000,
} as const satisfies Readonly<Record<string, number>>;
