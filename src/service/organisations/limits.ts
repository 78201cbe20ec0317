/** Limits of what is read about an organisation. Each has its unit in its name. */

export const ORGANISATION_LIMITS = {
  /** TTL of the caches of keys, members and spellings in a core: changes are effective after this. */
  accessCacheMsMax: 5_000,
  /** Entries of each of these caches. */
  accessCacheEntriesMax: 10_000,
} as const satisfies Readonly<Record<string, number>>;
