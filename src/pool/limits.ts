/** Limits of the threads and processes that analyse. Each has its unit in its name. */

export const POOL_LIMITS = {
  /** Validations that may wait for a thread in one core. */
  engineQueueMax: 2_000,
  /** Heap of one analysis thread, in MiB. */
  threadHeapMiBMax: 512,
} as const satisfies Readonly<Record<string, number>>;
