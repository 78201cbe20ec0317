/**
 * Every limit and waiting time of the product, each with its unit in its name. One frozen table: the documentation
 * page shows it, the error messages quote it, and no other file holds such a number. Imports nothing.
 */

export const KIB = 1024;
export const MIB = 1024 * KIB;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const LIMITS = {
  /** Largest file of a synchronous validation. */
  fileBytesSyncMax: 10 * MIB,
  /** Largest file of an asynchronous validation. */
  fileBytesAsyncMax: 25 * MIB,
  /** Largest `metadata` field, in bytes of UTF-8. */
  metadataBytesMax: 4_096,
  /** Strings inside the metadata are cut here. */
  metadataTextCharactersMax: 512,
  /** Longest `label`. */
  labelCharactersMax: 200,
  /** Longest `source`. */
  sourceCharactersMax: 64,
  /** Longest `ruleset`. */
  rulesetCharactersMax: 128,
  /** Longest `policy_pack`. */
  policyPackCharactersMax: 128,
  /** Longest `environment`. */
  environmentCharactersMax: 128,
  /** Longest identifier that is looked up. */
  idCharactersMax: 64,
  /** Environments of one organisation. */
  environmentsMax: 100,
  /** Longest description of an environment. */
  environmentDescriptionCharactersMax: 500,
  /** Longest time before its end that an exception is announced. */
  exceptionWarningDaysMax: 90,
  /** Longest life of an exception for a critical finding. */
  exceptionDaysCriticalMax: 30,
  /** For a high one. */
  exceptionDaysHighMax: 90,
  /** For all others. */
  exceptionDaysMax: 365,
  /** Exceptions of an organisation that are approved or wait. */
  exceptionsLiveMax: 10_000,
  /** Of these, the ones for patterns, with which a run compares every finding. */
  exceptionsForPatternsMax: 200,
  /** Exceptions that a run looks at, those in force first. */
  exceptionsPerFileMax: 2_000,
  /** Longest reason of an exception, and longest note of a decision. */
  exceptionTextCharactersMax: 1_000,
  /** Longest pattern of a file name or a location. */
  exceptionPatternCharactersMax: 500,
  /** Exceptions whose end is announced in one transaction. */
  announcedAtOnceMax: 100,
  /** Default branches of an organisation. */
  defaultBranchesMax: 10,
  /** Longest name of one. */
  branchCharactersMax: 200,
  /** Longest path of a file that is stored; longer ones are cut at the front. */
  filenameCharactersMax: 255,
  /** Characters at the end of a longer path that are read. */
  filenameReadCharactersMax: 4_096,
  /** Longest `X-Request-Id` that is accepted. */
  requestIdCharactersMax: 64,

  /** Findings that are stored with one validation; the summary holds the true totals. */
  findingsStoredMax: 10_000,
  /** Changes that a comparison with the previous run lists. */
  diffChangesMax: 1_000,
  /** Findings that a `validation.completed` event lists. */
  eventFindingsMax: 10,
  /** Longest description of a finding inside an event. */
  eventDescriptionCharactersMax: 400,
  /** Longest location of a finding inside an event. */
  eventLocationCharactersMax: 200,

  /** Largest file of a free scan. */
  scanFileBytesMax: 2 * MIB,
  /** Findings that the report of a free scan lists; the summary holds the true totals. */
  scanFindingsMax: 1_000,
  /** Time of a free scan in all, its upload and its wait for a thread included. */
  scanMsMax: 20_000,
  /** Time that the upload of a free scan has in any case; after it, a waiting scan may take its permit. */
  scanUploadMsMin: 5_000,
  /** Time that the engine has for one free scan. */
  scanRunMsMax: 10_000,
  /** Retention of the report of a free scan. */
  scanDaysMax: 30,
  /** Time in which the same address and share token is the same lead. */
  leadSameHoursMax: 24,
  /** Retention of leads. */
  leadDaysMax: 400,
  /** Longest answer of a human verification that a form may have. */
  captchaCharactersMax: 8_192,
  /** Time to verify one. */
  captchaMsMax: 5_000,
  /** Largest response to that verification. */
  captchaAnswerBytesMax: 64 * KIB,

  /** Time that the engine has for one synchronous validation. */
  engineRunMsMax: 30_000,
  /** Time that the engine has for one asynchronous validation. */
  asyncRunMsMax: 120_000,
  /** Validations that may wait for a thread in one core. */
  engineQueueMax: 2_000,
  /** Idle time after which the process for free scans ends. */
  scanIdleMsMax: 300_000,
  /** Free scans that may wait for their thread in one core. */
  scanQueueMax: 32,
  /** Heap of one analysis thread, in MiB. */
  threadHeapMiBMax: 512,

  /** Runs of a validation that a core did not live to see the end of, after which it fails. */
  runsLostMax: 3,
  /** Attempts of the job of a validation: a jobs process that dies uses one up, for any file. */
  runAttemptsMax: 1_000,
  /** Time of one run with its wait for a thread. */
  runCallMsMax: 900_000,
  /** Pause before a run is tried again that the core gave back, or that it was lost with. */
  runAgainMs: 500,
  /** Interval at which a core polls changes by other cores to validations that callers wait for. */
  runLookMs: 500,
  /** Calls of one core that may wait for the end of validations and projects. */
  runWaitersMax: 2_000,
  /** Of these, how many may be those of one organisation. */
  runWaitersOrgMax: 500,
  /** The longest wait that a caller may request. */
  runWaitSecondsMax: 30,
  /** Time that the answer at the end of a wait needs. */
  runAnswerMs: 500,
  /** Interval at which the watch of a validation polls by itself. */
  watchMsMax: 30_000,

  /** Deaths of a core, in a row, while it analysed a content, after which that content is rejected. */
  poisonDeathsMax: 2,
  /** Time that such a content is remembered. */
  poisonHoursMax: 24,
  /** Such contents that a core remembers. */
  poisonFilesMax: 1_000,
  /** A file of this size is recorded before its analysis; a smaller one only when the analysis lasts longer than the delay. */
  poisonRecordBytesMin: 256 * KIB,
  /** Delay before a smaller file is recorded. */
  poisonRecordDelayMs: 20,
  /** Age after which a record of another machine is that of a dead core. */
  poisonRecordMsMax: 300_000,

  /** Log lines that wait in memory while their reader is stalled; further ones are dropped and counted. */
  logBytesWaitingMax: MIB,

  /** Flow-control window of a gRPC connection and of each call in it. */
  rpcWindowBytes: MIB,
  /** Room in a gRPC message beside the largest file. It lets the error for a file over the limit name the file. */
  rpcMessageSlackBytes: MIB,
  /** Largest gRPC answer: 10,000 findings and their texts. */
  rpcAnswerBytesMax: 64 * MIB,
  /** Largest piece of a file that is uploaded in several gRPC messages. */
  uploadPieceBytesMax: MIB,
  /** Size of such pieces as the gateway sends them; a file of one piece is sent again when its core is lost. */
  uploadPieceBytes: 256 * KIB,
  /** Time of a gRPC call with many answers whose caller sets no deadline. */
  streamMsDefault: HOUR_MS,
  /** gRPC connections at once; further ones are closed at once. */
  rpcConnectionsMax: 5_000,
  /**
   * Calls at once in one gRPC connection: a gateway sends those of all its callers over a few connections, so what
   * may last long (`runWaitersMax`, `openedCallsMax` of the gateway) takes half, and an eighth for one organisation.
   */
  rpcStreamsMax: 4_000,
  /** Age at which a gRPC connection is replaced, so that cores behind one address share the calls of a client. */
  rpcConnectionAgeMsMax: 20_000,
  /** Time that the calls of a replaced connection have to end. */
  rpcConnectionGraceMsMax: HOUR_MS,
  /** Interval at which gateways and jobs look up the addresses of the cores. */
  coreLookupMs: 10_000,
  /** Shortest pause between two such lookups, as after a lost connection. */
  coreLookupPauseMs: 1_000,
  /** Silence on a gRPC connection after which a keepalive ping is sent. */
  rpcKeepaliveMs: 30_000,
  /** Time for the answer to that ping. */
  rpcKeepaliveTimeoutMs: 10_000,
  /** Time that running calls get when the core stops; shorter than the supervisor's grace period. */
  rpcDrainMsMax: 8_000,

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
  /** Asynchronous validations of an organisation that may wait. */
  asyncWaitingMax: 2_000,
  /** Project validations of an organisation in a minute. */
  projectPerMinuteMax: 10,
  /** Project uploads of an organisation at once. */
  projectUploadsMax: 4,
  /** Project validations of an organisation that may run at once. */
  projectsRunningMax: 2,
  /** Projects of an organisation that may wait for others of it. */
  projectsWaitingMax: 20,
  /** Largest archive of a project. What is in it is limited by `ZIP_LIMITS`. */
  projectBytesMax: 250 * MIB,
  /** Largest directory of an archive; ten thousand entries with long names need a quarter of it. */
  zipDirectoryBytesMax: 16 * MIB,
  /** Longest path of a file in a project, in UTF-8: it is a key of the database, whose keys have an end at 2,704. */
  projectPathBytesMax: 1_024,
  /** Cost of a shard of a project; each file costs its bytes and a little more. */
  projectShardBytes: 4 * MIB,
  /** Files of a shard that are stored with one transaction … */
  projectBatchFilesMax: 128,
  /** … and their content together, unless one file alone is larger. */
  projectBatchBytesMax: 8 * MIB,
  /** Content of archives that a core holds at once. */
  projectBytesInCoreMax: 32 * MIB,
  /** Unchanged files of a project whose results are reused with one transaction. */
  projectReuseFilesMax: 1_000,
  /** Findings in these files, unless one file alone has more. */
  projectReuseFindingsMax: 20_000,
  /** Time that the engine has for one file of a project. */
  projectFileRunMsMax: MINUTE_MS,
  /** Time that the rules across files have for all of them. */
  projectJudgeMsMax: 120_000,
  /** Facts that the files of a project share with each other, in characters of JSON. */
  projectFactsCharactersMax: 64 * MIB,
  /** Files that one answer about a project lists. */
  projectItemsMax: 1_000,
  /** Blocking findings that one answer about a project lists; their number is exact. */
  projectBlockingMax: 1_000,
  /** Interval at which a watched project is polled. */
  projectLookMs: 500,
  /** Watches of projects in one core, each of which polls by itself. */
  projectWatchesMax: 200,
  /** Of these, how many may be those of one organisation. */
  projectWatchesOrgMax: 50,
  /** The longest watch. */
  projectWatchMsMax: HOUR_MS,
  /** Time of one call to the core for a shard; files that are done by then stay done. */
  projectCallMsMax: 900_000,
  /** Attempts of a job for a project; every death of a jobs process uses one up. */
  projectJobAttemptsMax: 10,
  /** Repeated calls in one attempt after a core is lost. */
  projectCallsMax: 12,
  /** Pause before such a repeated call. */
  projectCallAgainMs: 500,
  /** Silence after which a running project that has lost all its jobs is resumed. */
  projectSilenceMsMax: 120_000,
  /** Time after its last use that the report of an unchanged file can be reused. */
  fileReportDaysMax: 30,
  /** Calls of a credential in a minute that only read. */
  readPerMinuteMax: 600,
  /** Other calls of a credential in a minute: keys, webhooks, policies. */
  managePerMinuteMax: 60,
  /** Wrong credentials from one address in a minute; behind them the answer is 429. Right ones are always let in. */
  wrongCredentialsPerMinuteMax: 20,
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
  /** Time to query the others; without an answer a core decides by itself. */
  limitQueryMsMax: 2_000,
  /** Lease of a permit: the permits of a core that was killed are free after this. */
  slotLeaseMsMax: 6_000,
  /** Interval at which a core renews the permits that it holds. */
  slotRenewMs: 2_000,
  /** Buckets that a core remembers. */
  limitBucketsMax: 10_000,

  /** Time for a whole upload. */
  uploadMsMax: 120_000,
  /** The core waits this much longer for a message than the gateway for its upload. */
  uploadMarginMs: 5_000,
  /** Longest silence during an upload. */
  uploadIdleMsMax: 15_000,

  /** Webhooks of one organisation. */
  webhooksPerOrganisationMax: 20,
  /** Longest address of a webhook. */
  webhookUrlCharactersMax: 2_048,
  /** Time to look up the name in a webhook's address when it is set. */
  webhookResolveMsMax: 2_000,
  /** Longest description of a webhook. */
  webhookDescriptionCharactersMax: 200,
  /** Time that the old secret still signs after a rotation, unless the caller sets one. */
  webhookRotationHoursDefault: 24,
  /** Longest time that the old secret may sign. */
  webhookRotationHoursMax: 168,
  /** Largest body of a delivery in our own envelope. */
  webhookBodyBytesMax: 24 * KIB,
  /** Most blocks of a block message. */
  chatABlocksMax: 20,
  /** Most characters of a block message. */
  chatACharactersMax: 10_000,
  /** Most files that a chat message about a project lists. */
  chatWorstFilesMax: 5,
  /** Largest message card. */
  chatBBytesMax: 20 * KIB,
  /** Time of one attempt of a delivery, from the look-up of the name to the end of the answer. */
  webhookAttemptMsMax: 15_000,
  /** Time in an attempt to open a connection. */
  webhookConnectMsMax: 5_000,
  /** Part of a receiver's answer that is read. */
  webhookAnswerBytesReadMax: 64 * KIB,
  /** Part of a receiver's answer that is stored in the delivery log. */
  webhookAnswerBytesStoredMax: 16 * KIB,
  /** Connections to receivers stay open for this long without use. */
  webhookKeepAliveMs: 20_000,
  /** Secrets of webhooks whose opened form and keys a jobs process remembers. */
  webhookSecretsRemembered: 2_000,
  /** Parsed addresses that a jobs process remembers. */
  webhookAddressesRemembered: 2_000,
  /** A webhook without success for this long is disabled … */
  webhookFailingDaysMax: 5,
  /** … when at least this many events failed meanwhile. */
  webhookFailingEventsMin: 10,
  /** Retention of the delivery log. */
  deliveryDaysMax: 30,
  /**
   * Deliveries that go into or out of the queue at once. They move, oldest first, when their webhook is recovered,
   * disabled or deleted: many more would take longer than a statement may.
   */
  deliveriesMovedMax: 10_000,
  /** Deliveries in the queue that every scrape of the metrics counts; with more … */
  deliveriesCountedMax: 10_000,
  /** … they are counted again after this. */
  deliveryCountMsMin: MINUTE_MS,
  /** A delivery that is being sent belongs to its process for this long. */
  deliveryLeaseMs: MINUTE_MS,
  /** Interval at which due deliveries are polled when nothing announces them. */
  deliveryPollMs: 500,
  /** Results of attempts are gathered for this long, and then written together. */
  deliveryGatherMs: 20,
  /** Most results that are written with one transaction. */
  deliveryResultsAtOnceMax: 500,
  /** Time that attempts get when a jobs process ends; those that last are left to the next process. */
  deliveryStopMsMax: 5_000,
  /** Deliveries that one jobs process sends at once. */
  deliveriesAtOnceMax: 256,
  /** Of these, to one webhook, or to one host for the addresses that validations of an organisation name; fewer when many are under way. */
  deliveriesPerWebhookMax: 16,
  /** Of these, to one host, however many webhooks lead to it; fewer when many are under way. */
  deliveriesPerHostMax: 64,
  /** Of these, for one organisation; fewer when many are under way. */
  deliveriesPerOrganisationMax: 128,
  /** Times as many deliveries are claimed as are sent at once: the next one is there when an attempt ends. */
  deliveriesClaimedFactor: 8,

  /** Entries of one page of a list, unless the caller sets a size. */
  pageSizeDefault: 50,
  /** Most entries of one page of a list. */
  pageSizeMax: 200,

  /** TTL of the cache of an organisation's plan and usage in a core; a change is effective after this. */
  planCacheMsMax: 5_000,
  /** Organisations whose plan a core remembers. */
  planCacheEntriesMax: 10_000,
  /** Days that a payment may be past due before validations are rejected. */
  pastDueDaysMax: 14,
  /** Months that the usage shows, the current one included. */
  usageMonthsShown: 12,

  /** Time that the answer to a call with an Idempotency-Key is stored. */
  idempotencyHoursMax: 24,
  /** Longest Idempotency-Key. */
  idempotencyKeyCharactersMax: 255,
  /** Attempts of a call to claim a key that others claim and free at the same moment. */
  idempotencyClaimsMax: 5,
  /** The key of a call whose core died is free after this. */
  idempotencyLeaseMsMax: 10_000,
  /** Interval at which a running call renews its lease: two renewals may be missed. */
  idempotencyBeatMs: 3_000,

  /** Connections that one process holds to the database. */
  databaseConnectionsMax: 10,
  /** Transactions of one core that may wait for a connection; with more it takes no new calls. */
  databaseWaitingMax: 100,
  /** Time to open one connection to the database. */
  databaseConnectSecondsMax: 5,
  /** A connection that has served this long is replaced, as Postgres' processes grow. */
  databaseConnectionMsMax: 1_800_000,
  /** Time of one SQL statement, enforced by the server. */
  databaseStatementMsMax: 10_000,
  /** Time of a statement that reads a list. */
  listReadMsMax: 2_000,
  /** Lists of an organisation that one core reads at once … */
  listReadsAtOnceMax: 3,
  /** … and that may wait for their turn. */
  listReadsWaitingMax: 12,
  /** A result is large when its findings take so many bytes in the database, which compresses them. */
  largeResultBytesMin: 64 * KIB,
  /** Large results that one core reads at once, each of another organisation … */
  largeReadsAtOnceMax: 2,
  /** … and reads of one organisation that may wait for their turn. */
  largeReadsWaitingMax: 12,
  /** Findings of a large result that are read, or encoded, before other calls have their turn. */
  largeReadTurnFindings: 200,
  /** Time of one transaction; a dead connection is noticed then at the latest. */
  databaseTransactionMsMax: 15_000,
  /** Time that a transaction may wait for its next statement: after it, its client has gone or hangs. */
  databaseIdleInTransactionMsMax: MINUTE_MS,
  /** Silence of a client before the server probes it. Each of the three probes waits as long for its answer. */
  databaseKeepaliveSeconds: 10,
  /** Interval at which the server checks that the client of a running statement is still connected. */
  databaseClientLookMs: 500,
  /** Time of all migrations together, with the wait for another process that migrates. */
  migrationMsMax: 600_000,
  /** Time that a migration waits for a lock, with all other statements queued behind it, before it lets them pass. */
  migrationLockMsMax: 2_000,
  /** Attempts of a migration to get a lock. */
  migrationLockTriesMax: 30,

  /** TTL of the caches of keys, members and spellings in a core: changes are effective after this. */
  accessCacheMsMax: 5_000,
  /** Interval at which the access of a long call is checked again … */
  accessRecheckMs: 4_000,
  /** … by cached values up to this age: both together are no longer than the TTL for other calls. */
  accessRecheckAgeMsMax: 1_000,
  /** Entries of each of these caches. */
  accessCacheEntriesMax: 10_000,
  /** Life of an API key, unless its creator sets one. */
  apiKeyDaysDefault: 365,
  /** Longest life of an API key. */
  apiKeyDaysMax: 1_095,
  /** Longest name of an API key. */
  apiKeyNameCharactersMax: 100,
  /** Longest time that the old secret of a rotated key stays valid. */
  apiKeyOverlapSecondsMax: 604_800,
  /** Difference of clocks that the times in a token may show. */
  tokenSkewSecondsMax: 30,
  /** Longest token that is read. */
  tokenCharactersMax: 8_192,
  /** Longest subject of a token; longer names and addresses are cut here. */
  subjectCharactersMax: 255,
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
  /** Members of one organisation. */
  membersMax: 10_000,
  /** Longest e-mail address. */
  emailCharactersMax: 254,
  /** Entries of the audit log that its check reads at once. */
  auditCheckRowsMax: 1_000,
  /** The time of last use of a key or by a member is written at most this often. */
  lastUseMsMin: MINUTE_MS,

  /** Longest retention of results. */
  validationDaysMax: 400,
  /** Retention of events, the same as that of the delivery log. */
  eventDaysMax: 30,
  /** Rows that the retention sweep deletes with one statement. */
  sweepRowsMax: 1_000,
  /** Longest advance of the retention clock towards the database's at each step of ten minutes. */
  retentionStepMsMax: 20 * 60 * 1_000,
  /** Lag of the retention clock beyond which nothing is deleted any more. */
  retentionLagMsMax: DAY_MS,
  /** Monthly partitions that are created ahead. */
  partitionMonthsAhead: 3,

  /** Bytes of one chunk of a file that is stored in the database. Every stored file depends on it: never change it. */
  blobChunkBytes: 256 * KIB,
  /** Chunks that are written or read at once. */
  blobChunksAtOnce: 4,
  /** Bytes of one part of an upload to S3: the least that it allows. */
  s3PartBytes: 5 * MIB,
  /** Attempts of one request to S3. */
  s3AttemptsMax: 3,
  /** Time to connect to S3. */
  s3ConnectMsMax: 5_000,
  /** Longest silence of S3 during a request. */
  s3SilenceMsMax: 10_000,
  /** Interval at which a core checks that files can be stored, and the timeout of that check. */
  filesLookMs: 30_000,
  filesProbeMsMax: 10_000,
  /** Time that a stored file may stay unclaimed by any record before it is deleted. */
  blobUnclaimedMsMax: 60 * 60 * 1_000,
  /** Stored files that the sweep looks up at once. */
  blobSweepRowsMax: 100,

  /** Time that a job that is taken from the queue may wait for a worker before it is given back. */
  jobPrefetchMsMax: 250,
  /** Jobs with waiting callers that one jobs process runs at once. */
  interactiveJobsMax: 10,
  /** Sweeps, scans and jobs in bulk that one jobs process runs at once. */
  batchJobsMax: 4,
  /** Attempts of a job, unless its creator sets them. */
  jobAttemptsMax: 3,
  /** The last turn that distinguishes an organisation's jobs: the largest smallint of Postgres. */
  jobTurnMax: 32_767,
  /** The turn of the first waiting job from which on all waiting jobs are moved back to zero. */
  jobTurnsShiftMin: 8_192,
  /** Longest pause before the jobs try again to reach an unavailable core. */
  coreReconnectMsMax: 1_000,
  /** Interval of the heartbeat of a jobs process. */
  heartbeatMs: 10_000,
  /** After this silence a jobs process counts as dead and its jobs are given to others. */
  heartbeatSilenceMsMax: 45_000,
  /** Time that a process which ends takes to send its last spans. */
  tracesCloseMsMax: 2_000,
  /** Interval at which a core checks its readiness. */
  readinessLookMs: 1_000,
  /** Time that the database has to answer such a check: a busy machine must not look like one without a database. */
  readinessLookMsMax: 10_000,

  /** First pause before a process that died is started again. */
  restartBackoffMsMin: 100,
  /** Longest pause before a process that died is started again. */
  restartBackoffMsMax: 5_000,
  /** A process that has lived this long is restarted at once. */
  restartBackoffResetMs: 30_000,
  /** Deaths of a process that has never been ready, after which the start is given up. */
  startAttemptsMax: 5,
  /** Time from SIGTERM to SIGKILL when a process is stopped. */
  stopGraceMsMax: 10_000,
  /** A role ends itself this long before the supervisor would kill it, so that it can still log that. */
  stopMarginMs: 1_000,
  /** Time after a signal in which a second one is its echo, passed on by a shell or npm. */
  signalEchoMsMax: 500,
  /** Interval at which the supervisor checks that the shell that npm started it with is still there. */
  parentCheckMs: 500,
  /** Time that a role has to drain once its parent is gone. */
  orphanGraceMsMax: 3_000,
  /** Time that an error of the job queue waits for the end of the process before it is logged. */
  queueErrorDelayMs: 1_000,
  /** Time for Postgres to accept connections. */
  postgresStartMsMax: 30_000,
  /** Time for Postgres to stop before it is ordered to drop everything. */
  postgresStopMsMax: 10_000,
  /** Wait for a port that the previous run may still hold. */
  portFreeMsMax: 5_000,
  /** The log of the embedded Postgres is started anew beyond this size. */
  postgresLogBytesMax: 10 * MIB,

  /** Time that a role has to report whether it serves. */
  healthMsMax: 3_000,

  /** Largest file with certificates or a key. */
  tlsFileBytesMax: MIB,
  /** Interval at which the files of certificates are checked. */
  tlsReloadMs: 5_000,
  /** Time for a client to agree on keys. */
  tlsHandshakeMsMax: 10_000,
  /** Time before the end of a certificate that its expiry is announced. */
  tlsExpiryWarningMs: 14 * DAY_MS,
  /** Interval at which the announcement is repeated. */
  tlsExpiryWarningAgainMs: DAY_MS,
} as const satisfies Readonly<Record<string, number>>;
