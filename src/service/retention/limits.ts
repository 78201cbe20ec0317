/** Limits of the retention of results, events and stored files. Each has its unit in its name. */

export const RETENTION_LIMITS = {
  /** Retention of events, the same as that of the delivery log. */
  eventDaysMax: 30,
  /** Stored files that the sweep looks up at once. */
  blobSweepRowsMax: 100,
} as const satisfies Readonly<Record<string, number>>;
