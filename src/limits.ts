/**
 * Every limit and waiting time of the product, each with its unit in its name. One frozen table: the documentation
 * page shows it, the error messages quote it, and no other file holds such a number. Imports nothing.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

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
  /** Longest reason of an exception, and longest note of who decides. */
  exceptionTextCharactersMax: 1_000,
  /** Longest pattern of a file name or a location. */
  exceptionPatternCharactersMax: 500,
  /** Exceptions whose end is announced in one transaction. */
  announcedAtOnceMax: 100,
  /** Default branches of an organisation. */
  defaultBranchesMax: 10,
  /** Longest name of one. */
  branchCharactersMax: 200,
  /** Longest path of a file that is kept; longer ones are cut at the front. */
  filenameCharactersMax: 255,
  /** Of a longer path only so many characters at its end are read. */
  filenameReadCharactersMax: 4_096,
  /** Longest `X-Request-Id` that is taken over. */
  requestIdCharactersMax: 64,

  /** Findings that are stored with one validation; the summary holds the true totals. */
  findingsStoredMax: 10_000,
  /** Changes that a comparison with the previous run lists. */
  diffChangesMax: 1_000,
  /** Findings that a `validation.completed` event carries. */
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
  /** Time that the upload of a free scan has in any case; then it makes room when others want its place. */
  scanUploadMsMin: 5_000,
  /** Time that the engine has for one free scan. */
  scanRunMsMax: 10_000,
  /** How long the report of a free scan is kept. */
  scanDaysMax: 30,
  /** For so long the same address and share token is the same lead. */
  leadSameHoursMax: 24,
  /** How long leads are kept. */
  leadDaysMax: 400,
  /** Longest answer of a human verification that a form may have. */
  captchaCharactersMax: 8_192,
  /** Time to ask about one. */
  captchaMsMax: 5_000,
  /** Largest answer to that. */
  captchaAnswerBytesMax: 64 * KIB,

  /** Time that the engine has for one synchronous validation. */
  engineRunMsMax: 30_000,
  /** Time that the engine has for one asynchronous validation. */
  asyncRunMsMax: 120_000,
  /** Validations that may wait for a thread in one core. */
  engineQueueMax: 2_000,
  /** The process for free scans ends when nobody has scanned for so long. */
  scanIdleMsMax: 300_000,
  /** Free scans that may wait for their thread in one core. */
  scanQueueMax: 32,
  /** Heap of one analysis thread, in MiB. */
  threadHeapMiBMax: 512,

  /** Runs of a validation that a core did not live to see the end of, after which it fails. */
  runsLostMax: 3,
  /** Attempts of the job of a validation: a jobs process that dies uses one up, whatever the file is. */
  runAttemptsMax: 1_000,
  /** Time of one run with its wait for a thread. */
  runCallMsMax: 900_000,
  /** Pause before a run is tried again that the core gave back, or that it was lost with. */
  runAgainMs: 500,
  /** How often a core looks for what other cores have changed of the validations that somebody waits for. */
  runLookMs: 500,
  /** Calls of one core that may wait for the end of validations and projects. */
  runWaitersMax: 2_000,
  /** Of these, how many may be those of one organisation. */
  runWaitersOrgMax: 500,
  /** The longest wait that a caller may ask for. */
  runWaitSecondsMax: 30,
  /** Time that the answer at the end of a wait needs. */
  runAnswerMs: 500,
  /** How often the watch of a validation looks for itself. */
  watchMsMax: 30_000,

  /** Deaths of a core, in a row, while it analysed a content, after which that content is refused. */
  poisonDeathsMax: 2,
  /** How long such a content is remembered. */
  poisonHoursMax: 24,
  /** How many such contents a core remembers. */
  poisonFilesMax: 1_000,
  /** A file of this size is noted before its analysis; a smaller one only when the analysis takes a moment. */
  poisonRecordBytesMin: 256 * KIB,
  /** That moment. */
  poisonRecordDelayMs: 20,
  /** A note of another machine that is older than this is that of a dead core. */
  poisonRecordMsMax: 300_000,

  /** Log lines that wait in memory while nobody reads them; further ones are dropped and counted. */
  logBytesWaitingMax: MIB,

  /** Flow-control window of a gRPC connection and of each call in it. */
  rpcWindowBytes: MIB,
  /** What a gRPC message may hold besides the largest file, so that a file over the limit is told so by name. */
  rpcMessageSlackBytes: MIB,
  /** Largest gRPC answer: 10,000 findings and their texts. */
  rpcAnswerBytesMax: 64 * MIB,
  /** Largest piece of a file that is uploaded in several gRPC messages. */
  uploadPieceBytesMax: MIB,
  /** Size of such pieces as the gateway sends them; a file of one piece is sent again when its core is lost. */
  uploadPieceBytes: 256 * KIB,
  /** Time of a gRPC call with many answers whose caller names no deadline. */
  streamMsDefault: 3_600_000,
  /** gRPC connections at once; further ones are closed at once. */
  rpcConnectionsMax: 5_000,
  /**
   * Calls at once in one gRPC connection: a gateway carries those of all its callers over a few connections, so what
   * may last long (`runWaitersMax`, `openedCallsMax` of the gateway) takes half, and an eighth for one organisation.
   */
  rpcStreamsMax: 4_000,
  /** Age at which a gRPC connection is replaced, so that cores behind one address share the calls of a client. */
  rpcConnectionAgeMsMax: 20_000,
  /** Time that the calls of a replaced connection have to end. */
  rpcConnectionGraceMsMax: 3_600_000,
  /** How often gateways and jobs look up the addresses of the cores. */
  coreLookupMs: 10_000,
  /** Shortest pause between two such lookups, as after a lost connection. */
  coreLookupPauseMs: 1_000,
  /** A silent gRPC connection is asked whether it lives. */
  rpcKeepaliveMs: 30_000,
  /** Time for the answer to that. */
  rpcKeepaliveTimeoutMs: 10_000,
  /** Time that running calls get when the core stops; shorter than the supervisor's patience. */
  rpcDrainMsMax: 8_000,

  /** Validations of a credential in a minute. */
  validatePerMinuteMax: 120,
  /** Of these, how many may come at once. */
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
  /** What a shard of a project costs; each file costs its bytes and a little more. */
  projectShardBytes: 4 * MIB,
  /** Files of a shard that are kept with one transaction … */
  projectBatchFilesMax: 128,
  /** … and what their content may be together, unless one file alone is larger. */
  projectBatchBytesMax: 8 * MIB,
  /** Content of archives that a core holds at once. */
  projectBytesInCoreMax: 32 * MIB,
  /** Unchanged files of a project that are carried over with one transaction. */
  projectReuseFilesMax: 1_000,
  /** And findings in them, unless one file alone has more. */
  projectReuseFindingsMax: 20_000,
  /** Time that the engine has for one file of a project. */
  projectFileRunMsMax: 60_000,
  /** Time that the rules across files have for all of them. */
  projectJudgeMsMax: 120_000,
  /** What the files of a project may tell each other, in characters of JSON. */
  projectFactsCharactersMax: 64 * MIB,
  /** Files that one answer about a project lists. */
  projectItemsMax: 1_000,
  /** Blocking findings that one answer about a project lists; their number is exact. */
  projectBlockingMax: 1_000,
  /** How often a project that is watched is looked at. */
  projectLookMs: 500,
  /** Watches of projects in one core, each of which looks for itself. */
  projectWatchesMax: 200,
  /** Of these, how many may be those of one organisation. */
  projectWatchesOrgMax: 50,
  /** The longest watch. */
  projectWatchMsMax: 3_600_000,
  /** Time of one call to the core for a shard; what is done by then stays done. */
  projectCallMsMax: 900_000,
  /** Attempts of a job for a project; every death of a jobs process uses one up. */
  projectJobAttemptsMax: 10,
  /** How often a core that is lost meanwhile is called again in one attempt. */
  projectCallsMax: 12,
  /** Pause before that. */
  projectCallAgainMs: 500,
  /** A running project whose jobs have all been lost is taken up again after this. */
  projectSilenceMsMax: 120_000,
  /** How long the report of an unchanged file serves again after it was last needed. */
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
  /** Free scans of everybody in a minute: what a flood from many addresses may cost the installation. */
  scanAllPerMinuteMax: 300,
  /** Free scans that may run at once in the whole installation. */
  scanAtOnceMax: 4,
  /** Reports of free scans that one address may read in a minute. */
  scanReadPerMinuteMax: 60,
  /** Leads from one address in a minute. */
  leadPerMinuteMax: 5,
  /** Leads from one address in a day. */
  leadPerDayMax: 20,
  /** How often a core tells the others what it has let through by itself. */
  limitSyncMs: 100,
  /** For how long a core believes what it knows of the others. */
  limitFreshMsMax: 500,
  /** Time for asking the others; without an answer a core decides by itself. */
  limitQueryMsMax: 2_000,
  /** What a core that was killed held is free after this. */
  slotLeaseMsMax: 6_000,
  /** How often a core says that it still holds what it holds. */
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
  /** How long the old secret still signs after a rotation, when the caller does not say. */
  webhookRotationHoursDefault: 24,
  /** The longest that it may. */
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
  /** Time in it to open a connection. */
  webhookConnectMsMax: 5_000,
  /** What is read of a receiver's answer. */
  webhookAnswerBytesReadMax: 64 * KIB,
  /** What is kept of it in the delivery log. */
  webhookAnswerBytesStoredMax: 16 * KIB,
  /** Connections to receivers stay open for this long without use. */
  webhookKeepAliveMs: 20_000,
  /** Secrets of webhooks whose opened form and keys a jobs process remembers. */
  webhookSecretsRemembered: 2_000,
  /** Addresses that a jobs process remembers to have read. */
  webhookAddressesRemembered: 2_000,
  /** A webhook without success for this long is disabled … */
  webhookFailingDaysMax: 5,
  /** … when at least this many events failed meanwhile. */
  webhookFailingEventsMin: 10,
  /** How long the delivery log is kept. */
  deliveryDaysMax: 30,
  /**
   * Deliveries of a webhook that go into or out of the queue at once, oldest first, when it is recovered, disabled or
   * deleted: many more would take longer than a statement may.
   */
  deliveriesMovedMax: 10_000,
  /** Deliveries in the queue that every scrape of the metrics counts; with more … */
  deliveriesCountedMax: 10_000,
  /** … they are counted again after this. */
  deliveryCountMsMin: 60_000,
  /** A delivery that is being sent belongs to its process for this long. */
  deliveryLeaseMs: 60_000,
  /** How often due deliveries are looked for when nothing announces them. */
  deliveryPollMs: 500,
  /** Results of attempts are gathered for this long, and then written together. */
  deliveryGatherMs: 20,
  /** Most results that are written with one transaction. */
  deliveryResultsAtOnceMax: 500,
  /** When a jobs process ends, attempts get this long; those that last are left to the next process. */
  deliveryStopMsMax: 5_000,
  /** Deliveries that one jobs process sends at once. */
  deliveriesAtOnceMax: 256,
  /** Of these, to one webhook, or to one host for the addresses that validations of an organisation name; fewer when many are under way. */
  deliveriesPerWebhookMax: 16,
  /** Of these, to one host, however many webhooks lead to it; fewer when many are under way. */
  deliveriesPerHostMax: 64,
  /** Of these, for one organisation; fewer when many are under way. */
  deliveriesPerOrganisationMax: 128,
  /** Times as many deliveries are claimed as are sent at once: what follows is there when an attempt ends. */
  deliveriesClaimedFactor: 8,

  /** Entries of one page of a list when the caller does not say. */
  pageSizeDefault: 50,
  /** Most entries of one page of a list. */
  pageSizeMax: 200,

  /** How long a core believes what it knows of an organisation's plan and usage; a change is effective after this. */
  planCacheMsMax: 5_000,
  /** Organisations whose plan a core remembers. */
  planCacheEntriesMax: 10_000,
  /** Days that a payment may be past due before validations are refused. */
  pastDueDaysMax: 14,
  /** Months that the usage shows, the current one included. */
  usageMonthsShown: 12,

  /** How long the answer to a call with an Idempotency-Key is kept. */
  idempotencyHoursMax: 24,
  /** Longest Idempotency-Key. */
  idempotencyKeyCharactersMax: 255,
  /** How often a call tries to get a key that others take and free at the same moment. */
  idempotencyClaimsMax: 5,
  /** The key of a call whose core died is free after this. */
  idempotencyLeaseMsMax: 10_000,
  /** How often a call that goes on says so: two may be missed. */
  idempotencyBeatMs: 3_000,

  /** Connections that one process keeps to the database. */
  databaseConnectionsMax: 10,
  /** Transactions of one core that may wait for a connection; with more it takes no new calls. */
  databaseWaitingMax: 100,
  /** Time to open one connection to the database. */
  databaseConnectSecondsMax: 5,
  /** A connection that has served this long is replaced, as Postgres' processes grow. */
  databaseConnectionMsMax: 1_800_000,
  /** Time of one SQL statement, kept by the server. */
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
  /** Findings of a large result that are read, or encoded, before others have their turn. */
  largeReadTurnFindings: 200,
  /** Time of one transaction; a dead connection is noticed then at the latest. */
  databaseTransactionMsMax: 15_000,
  /** How long a transaction may wait for its next statement: then its client has gone, or stands still. */
  databaseIdleInTransactionMsMax: 60_000,
  /** How long the server waits for a sign of life of a silent client, and for each of the three answers to its question. */
  databaseKeepaliveSeconds: 10,
  /** How often the server looks whether the client of a running statement is still there. */
  databaseClientLookMs: 500,
  /** Time of all migrations together, with the wait for another process that migrates. */
  migrationMsMax: 600_000,
  /** How long a migration waits for a lock, with everybody else queued up behind it, before it lets them pass. */
  migrationLockMsMax: 2_000,
  /** How often it tries. */
  migrationLockTriesMax: 30,

  /** How long a core believes what it has read of a key, a member or a spelling: changes are effective after this. */
  accessCacheMsMax: 5_000,
  /** How often the access of a call that lasts is checked again … */
  accessRecheckMs: 4_000,
  /** … by what has been read this lately: together no longer than other calls believe it. */
  accessRecheckAgeMsMax: 1_000,
  /** Of each of these, how many it remembers. */
  accessCacheEntriesMax: 10_000,
  /** Life of an API key when its maker does not say. */
  apiKeyDaysDefault: 365,
  /** Longest life of an API key. */
  apiKeyDaysMax: 1_095,
  /** Longest name of an API key. */
  apiKeyNameCharactersMax: 100,
  /** How long the old secret of a rotated key may serve on. */
  apiKeyOverlapSecondsMax: 604_800,
  /** Difference of clocks that the times in a token may show. */
  tokenSkewSecondsMax: 30,
  /** Longest token that is looked at. */
  tokenCharactersMax: 8_192,
  /** Longest subject of a token; longer names and addresses are cut here. */
  subjectCharactersMax: 255,
  /** The identity provider's keys are fetched anew after this, in the background. */
  jwksFreshMsMax: 600_000,
  /** Keys that nobody has needed for this long are fetched anew before they are used. */
  jwksUnseenMsMax: 1_800_000,
  /** How long keys are believed when the identity provider is away. */
  jwksStaleMsMax: 86_400_000,
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
  lastUseMsMin: 60_000,

  /** How long results are kept. */
  validationDaysMax: 400,
  /** How long events are kept, as long as the delivery log. */
  eventDaysMax: 30,
  /** Rows that the retention sweep deletes with one statement. */
  sweepRowsMax: 1_000,
  /** How far the clock of retention follows the database's at each step of ten minutes. */
  retentionStepMsMax: 20 * 60 * 1_000,
  /** How far it may be behind before nothing is deleted any more. */
  retentionLagMsMax: 24 * 60 * 60 * 1_000,
  /** Monthly partitions that are made ahead. */
  partitionMonthsAhead: 3,

  /** Bytes of one chunk of a file that is kept in the database. Every stored file depends on it: never change it. */
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
  /** How often a core asks whether files can be stored, and for how long it waits for the answer. */
  filesLookMs: 30_000,
  filesProbeMsMax: 10_000,
  /** How long a stored file waits for somebody to say what it is for, before it is deleted. */
  blobUnclaimedMsMax: 60 * 60 * 1_000,
  /** Stored files that the sweep looks up at once. */
  blobSweepRowsMax: 100,

  /** How long a job that is taken from the queue may wait for a worker before it is given back. */
  jobPrefetchMsMax: 250,
  /** Jobs that somebody waits for which one jobs process runs at once. */
  interactiveJobsMax: 10,
  /** Sweeps, scans and jobs that come in floods which one jobs process runs at once. */
  batchJobsMax: 4,
  /** Attempts of a job whose maker does not say. */
  jobAttemptsMax: 3,
  /** The last turn that an organisation's jobs are told apart by: what Postgres' smallint holds. */
  jobTurnMax: 32_767,
  /** The turn of the first waiting job from which on all waiting jobs are moved back to zero. */
  jobTurnsShiftMin: 8_192,
  /** Longest pause before the jobs look again for a core that is away. */
  coreReconnectMsMax: 1_000,
  /** How often a jobs process says that it lives. */
  heartbeatMs: 10_000,
  /** After this silence a jobs process counts as dead and its jobs are given to others. */
  heartbeatSilenceMsMax: 45_000,
  /** Time that a process which ends takes to send its last spans. */
  tracesCloseMsMax: 2_000,
  /** How often a core looks at whether it can serve. */
  readinessLookMs: 1_000,
  /** Time that the database has to answer such a look: a machine that is merely busy must not look like one without. */
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
  /** A role ends itself this long before the supervisor would kill it, so that it can still say so. */
  stopMarginMs: 1_000,
  /** A signal that comes this soon after the first is the same one, passed on by a shell or by npm. */
  signalEchoMsMax: 500,
  /** How often the supervisor looks whether the shell that npm started it with is still there. */
  parentCheckMs: 500,
  /** Time that a role has to drain once its parent is gone. */
  orphanGraceMsMax: 3_000,
  /** Time that an error of the job queue waits for the end of the process before it is logged. */
  queueErrorDelayMs: 1_000,
  /** Time for Postgres to accept connections. */
  postgresStartMsMax: 30_000,
  /** Time for Postgres to stop before it is told to drop everything. */
  postgresStopMsMax: 10_000,
  /** How long a port that the previous run may still hold is waited for. */
  portFreeMsMax: 5_000,
  /** The log of the embedded Postgres is started anew beyond this size. */
  postgresLogBytesMax: 10 * MIB,

  /** Time that a role has to say whether it serves. */
  healthMsMax: 3_000,

  /** Largest file with certificates or a key. */
  tlsFileBytesMax: MIB,
  /** How often the files of certificates are looked at. */
  tlsReloadMs: 5_000,
  /** Time for a client to agree on keys. */
  tlsHandshakeMsMax: 10_000,
  /** How long before the end of a certificate it is said. */
  tlsExpiryWarningMs: 14 * 24 * 60 * 60 * 1_000,
  /** How often it is said again. */
  tlsExpiryWarningAgainMs: 24 * 60 * 60 * 1_000,
} as const satisfies Readonly<Record<string, number>>;
