/** Pulls as they are stored: rounds of a source. */

/** States of a pull, in their order. */
export type PullState = 'waiting' | 'listing' | 'fetching' | 'judging' | 'ended';

/** End of a pull. `failed`: nothing could be listed. */
export type PullVerdict = 'complete' | 'incomplete' | 'failed';

/** Progress of a pull. Absent: nothing yet. */
export interface PullCounts {
  readonly partsKnown?: number;
  readonly partsListed?: number;
  readonly toFetch?: number;
  readonly fetched?: number;
  /** Time until which the platform throttles, as ISO 8601. */
  readonly throttledUntil?: string | null;
  /** Sentences about what the credential may do too much. */
  readonly warnings?: readonly string[];
}

/** Pull or test of a source. */
export interface SourcePull {
  readonly orgId: string;
  readonly id: string;
  readonly sourceId: string;
  readonly isProbe: boolean;
  readonly state: PullState;
  readonly outcome: PullVerdict | null;
  readonly counts: PullCounts;
  readonly problems: readonly string[];
  readonly startedByName: string | null;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
  /** Project validations of it that have ended. */
  readonly judged: number;
}

/** Days for which the rounds of a source are retained. */
export const PULLS_RETAINED_DAYS = 90;

/** Sentences about what was missing, at most. */
export const PULL_PROBLEMS_MAX = 100;
