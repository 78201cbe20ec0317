/** Limits of the feed. Each has its unit in its name. */
import { HOUR_MS } from '../../../units.ts';

export const FEED_LIMITS = {
  /** Runs that one page of the feed, or its counts, look through. */
  feedRunsScannedMax: 10_000,
  /** Moved runs that a page sorts; of more it looks through all runs of their time, as most pass the filter then. */
  movedRunsSortedMax: 1_000,
  /** Values that a facet lists; further ones are counted together. */
  facetValuesMax: 20,
  /** Age of the runs that the summary of the feed counts, in days. */
  feedSummaryDays: 7,
  /** Runs at which the summary stops counting. */
  feedSummaryCountedMax: 1_000,
  /** Time that changes of the feed are stored for streams that resume. */
  feedChangesMsMax: HOUR_MS,
  /** Age of an event that a stream can resume from. */
  feedResumeMsMax: HOUR_MS / 2,
  /** Interval at which a core looks for changes of an organisation with streams. */
  feedLookMs: 1_000,
  /** Time that a change may take to be committed after its key was made. */
  feedOverlapMs: 15_000,
  /** Changes that a stream gets at once; more are one event, `reset`. */
  feedEventsAtOnceMax: 500,
  /** Events that wait for the reader of a stream before the stream ends. */
  feedEventsWaitingMax: 1_000,
  /** Streams of one core. */
  feedStreamsMax: 500,
  /** Of these, streams of one organisation. */
  feedStreamsOrgMax: 50,
  /** Of these, streams of one caller. */
  feedStreamsCallerMax: 5,
} as const satisfies Readonly<Record<string, number>>;
