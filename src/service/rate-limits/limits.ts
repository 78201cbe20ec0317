/** Rates and permits that every plan has, and the times of their counters. Each has its unit in its name. */

export const RATE_LIMITS = {
  /** Validations of a credential in a minute. */
  validatePerMinuteMax: 120,
  /** Of these, those that may come at once. */
  validateBurstMax: 30,
  /** Validations of an organisation in a minute. */
  validateOrgPerMinuteMax: 600,
  /** Validations of an organisation that may run at once. */
  validateAtOnceMax: 8,
  /** Asynchronous validations of an organisation in a minute. */
  asyncPerMinuteMax: 300,
  /** Asynchronous submissions of an organisation at once, uploads included: gateway and core hold some pieces of each file. */
  asyncAtOnceMax: 16,
  /** Project validations of an organisation in a minute. */
  projectPerMinuteMax: 10,
  /** Project uploads of an organisation at once. */
  projectUploadsMax: 4,
  /** Calls of a credential in a minute that only read. */
  readPerMinuteMax: 600,
  /** Of an organisation, over all its credentials. */
  readOrgPerMinuteMax: 3_000,
  /** Other calls of a credential in a minute: keys, webhooks, policies. */
  managePerMinuteMax: 60,
  /** Of an organisation, over all its credentials. */
  manageOrgPerMinuteMax: 300,
  /** Wrong credentials from one address in a minute; behind them the answer is 429. Right ones are always let in. */
  wrongCredentialsPerMinuteMax: 20,
  /** Passwords for one account from one address in 15 minutes. */
  passwordsPerQuarterHourMax: 10,
  /** Sign-ins and uses of links from one address in a minute: whole companies stand behind one. */
  signInPerMinuteMax: 120,
  /** Logout notices of the identity provider, for each client address. */
  logoutNoticesPerMinuteMax: 6_000,
  /** Free scans from one address in a minute. */
  scanPerMinuteMax: 5,
  /** Free scans from one address in a day. */
  scanPerDayMax: 30,
  /** Free scans of all visitors in a minute: the cost of a flood from many addresses to the installation. */
  scanAllPerMinuteMax: 300,
  /** Free scans that may run at once in the whole installation. */
  scanAtOnceMax: 4,
  /** Reports of free scans that one address may read in a minute. */
  scanReadPerMinuteMax: 60,
  /** Leads from one address in a minute. */
  leadPerMinuteMax: 5,
  /** Leads from one address in a day. */
  leadPerDayMax: 20,
  /** Interval at which a core reports to the others the calls that it has admitted by itself. */
  limitSyncMs: 100,
  /** Time that a core relies on the counts of the others. */
  limitFreshMsMax: 500,
  /** Time after which a core checks again whether a caller is still over a limit. */
  limitRecheckMs: 5_000,
  /** Time to query the others; without an answer a core decides by itself. */
  limitQueryMsMax: 2_000,
  /** Lease of a permit: the permits of a core that was killed are free after this. */
  slotLeaseMsMax: 6_000,
  /** Interval at which a core renews the permits that it holds. */
  slotRenewMs: 2_000,
  /** Buckets that a core remembers. */
  limitBucketsMax: 10_000,
} as const satisfies Readonly<Record<string, number>>;
