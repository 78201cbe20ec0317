/** Limits of members, tokens and keys of identity providers. Each has its unit in its name. */
import { HOUR_MS, KIB, MINUTE_MS } from '../../units.ts';

export const ACCESS_LIMITS = {
  /** Difference of clocks that the times in a token may show. */
  tokenSkewSecondsMax: 30,
  /** Longest token that is read. */
  tokenCharactersMax: 8_192,
  /** Pause between two attempts to fetch keys, also for tokens of an unknown key. */
  jwksRetryMsMin: 10_000,
  /** Time to fetch the keys. */
  jwksFetchMsMax: 5_000,
  /** Largest list of keys. */
  jwksBytesMax: 256 * KIB,
  /** The time of last use of a key or by a member is written at most this often. */
  lastUseMsMin: MINUTE_MS,
  /** A session without a call for this long ends. */
  sessionIdleMsMax: 8 * HOUR_MS,
  /** Longest session of a person of the identity provider. */
  providerSessionMsMax: 12 * HOUR_MS,
  /** Time for a core to refresh tokens. */
  providerRefreshMsMax: 10_000,
  /** Interval at which other cores look for the new tokens meanwhile. */
  providerRefreshPollMs: 250,
  /** Logout notices that wait for their repetition, in a core and in the database. */
  logoutNoticesWaitingMax: 10_000,
  /** Age of a logout token of the identity provider. */
  logoutTokenSecondsMax: 120,
  /** Sessions of one person; a new one ends the least recently used one. */
  sessionsMax: 50,
  /** Group mappings of one organisation. */
  groupMappingsMax: 500,
  /** Members of one organisation. */
  membersMax: 10_000,
  /** Organisations of a person that are listed. */
  organisationsListedMax: 100,
} as const satisfies Readonly<Record<string, number>>;
