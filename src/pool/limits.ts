/** Limits of the threads and processes that analyse. Each has its unit in its name. */

export const POOL_LIMITS = {
  /** Validations that may wait for a thread in one core. */
  engineQueueMax: 2_000,
  /** Idle time after which the process for free scans ends. */
  scanIdleMsMax: 300_000,
  /** Free scans that may wait for their thread in one core. */
  scanQueueMax: 32,
  /** Heap of one analysis thread, in MiB. */
  threadHeapMiBMax: 512,
} as const satisfies Readonly<Record<string, number>>;
