/** Limits of members, tokens and keys of identity providers. Each has its unit in its name. */
import { DAY_MS, HOUR_MS, KIB, MINUTE_MS } from '../../units.ts';

export const ACCESS_LIMITS = {
  /** Interval at which the access of a long call is checked again … */
  accessRecheckMs: 4_000,
  /** … by cached values up to this age: both together are no longer than the TTL for other calls. */
  accessRecheckAgeMsMax: 1_000,
  /** Difference of clocks that the times in a token may show. */
  tokenSkewSecondsMax: 30,
  /** Longest token that is read. */
  tokenCharactersMax: 8_192,
  /** The identity provider's keys are fetched anew after this, in the background. */
  jwksFreshMsMax: 600_000,
  /** Keys that no call has needed for this long are fetched anew before they are used. */
  jwksUnseenMsMax: 1_800_000,
  /** Time that cached keys are trusted while the identity provider is unavailable. */
  jwksStaleMsMax: DAY_MS,
  /** Pause between two attempts to fetch keys, also for tokens of an unknown key. */
  jwksRetryMsMin: 10_000,
  /** Time to fetch the keys. */
  jwksFetchMsMax: 5_000,
  /** Largest list of keys. */
  jwksBytesMax: 256 * KIB,
  /** Keys of the list that are used. */
  jwksKeysMax: 100,
  /** Largest document of an issuer of CI identity tokens: its discovery document or its list of keys. */
  issuerBytesMax: 64 * KIB,
  /** Pause between two fetches from such an issuer for tokens of an unknown key. */
  issuerUnknownKeyMsMin: MINUTE_MS,
  /** Calls that may wait for the keys of one such issuer. */
  issuerCallsMax: 256,
  /** Members of one organisation. */
  membersMax: 10_000,
  /** The time of last use of a key or by a member is written at most this often. */
  lastUseMsMin: MINUTE_MS,
  /** A session without a call for this long ends. */
  sessionIdleMsMax: 8 * HOUR_MS,
  /** Longest session. */
  sessionMsMax: 7 * DAY_MS,
  /** Age of a sign-in, or of its repetition, beyond which some acts need another one. */
  freshSignInMsMax: 30 * MINUTE_MS,
  /** Longest session of a person of the identity provider. */
  providerSessionMsMax: 12 * HOUR_MS,
  /** Time for a sign-in at the identity provider. */
  providerSignInMsMax: 10 * MINUTE_MS,
  /** Tokens of the identity provider are refreshed this long before they end. */
  providerRefreshAheadMs: MINUTE_MS,
  /** Time for a core to refresh tokens. */
  providerRefreshMsMax: 10_000,
  /** Pause of a core after an attempt that failed. */
  providerRefreshPauseMs: 5_000,
  /** Interval at which other cores look for the new tokens meanwhile. */
  providerRefreshPollMs: 250,
  /** Attempts to carry out a logout notice that failed. */
  logoutNoticeRetriesMax: 8,
  /** Pause before the first of them, which doubles with each. */
  logoutNoticePauseMs: 1_000,
  /** Logout notices that wait for their repetition, in a core and in the database. */
  logoutNoticesWaitingMax: 10_000,
  /** Age of a logout token of the identity provider. */
  logoutTokenSecondsMax: 120,
  /** Sessions of one person; a further one ends the one that was unused for longest. */
  sessionsMax: 50,
  /** Life of a link of the operator. */
  signInLinkMsMax: HOUR_MS,
  /** Life of an invitation. */
  invitationMsMax: 7 * DAY_MS,
  /** Organisations of a person that are listed. */
  organisationsListedMax: 100,
  /** Passwords that a core hashes at once. */
  passwordHashesMax: 2,
  /** Passwords that may wait for that. */
  passwordsWaitingMax: 50,
  /** Characters of a browser's name that are stored with a session. */
  browserCharactersMax: 300,
} as const satisfies Readonly<Record<string, number>>;
