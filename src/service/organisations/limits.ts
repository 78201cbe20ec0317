/** Limits of what is read about an organisation. Each has its unit in its name. */

export const ORGANISATION_LIMITS = {
  /** TTL of the caches of keys, members and spellings in a core: changes are effective after this. */
  accessCacheMsMax: 5_000,
  /** Entries of each of these caches. */
  accessCacheEntriesMax: 10_000,
  /** Entries of the audit log that its check reads at once. */
  auditCheckRowsMax: 1_000,
  /** Entries of the audit log that one call verifies. */
  auditVerifiedEntriesMax: 20_000,
} as const satisfies Readonly<Record<string, number>>;
