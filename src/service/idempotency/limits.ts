/** Limits of idempotency keys. Each has its unit in its name. */

export const IDEMPOTENCY_LIMITS = {
  /** The key of a call whose core died is free after this. */
  idempotencyLeaseMsMax: 10_000,
  /** Interval at which a running call renews its lease: two renewals may be missed. */
  idempotencyBeatMs: 3_000,
} as const satisfies Readonly<Record<string, number>>;
