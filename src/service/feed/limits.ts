/** Limits of the feed. Each has its unit in its name. */
import { HOUR_MS } from '../../units.ts';

export const FEED_LIMITS = {
  /** Runs that one page of the feed, or its counts, look through. */
  feedRunsScannedMax: 10_000,
  /** Values that a facet lists; further ones are counted together. */
  facetValuesMax: 20,
  /** Age of the runs that the summary of the feed counts, in days. */
  feedSummaryDays: 7,
  /** Runs at which the summary stops counting. */
  feedSummaryCountedMax: 1_000,
  /** Time that changes of the feed are stored for streams that resume. */
  feedChangesMsMax: HOUR_MS,
} as const satisfies Readonly<Record<string, number>>;
