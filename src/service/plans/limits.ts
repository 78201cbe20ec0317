/** Limits of plans and of their cache. Each has its unit in its name. */

export const PLAN_LIMITS = {
  /** TTL of the cache of an organisation's plan and usage in a core; a change is effective after this. */
  planCacheMsMax: 5_000,
  /** Days that a payment may be past due before validations are rejected. */
  pastDueDaysMax: 14,
  /** Room of a plan from which on validations are counted side by side, as `count_usage` of the database does. */
  spreadRoomMin: 8_192,
} as const satisfies Readonly<Record<string, number>>;
