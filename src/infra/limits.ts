/** Limits of the database, stored files, the queue, connections and processes. Each has its unit in its name. */
import { DAY_MS, KIB, MIB, MINUTE_MS } from '../units.ts';

export const INFRA_LIMITS = {
  /** Log lines that wait in memory while their reader is stalled; further ones are dropped and counted. */
  logBytesWaitingMax: MIB,
  /** Interval at which gateways and jobs look up the addresses of the cores. */
  coreLookupMs: 10_000,
  /** Shortest pause between two such lookups, as after a lost connection. */
  coreLookupPauseMs: 1_000,
  /** Silence on a gRPC connection after which a keepalive ping is sent. */
  rpcKeepaliveMs: 30_000,
  /** Time for the answer to that ping. */
  rpcKeepaliveTimeoutMs: 10_000,
  /** Secrets of webhooks whose opened form and keys a jobs process remembers. */
  webhookSecretsRemembered: 2_000,
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
  /** Rows that the retention sweep deletes with one statement. */
  sweepRowsMax: 1_000,
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
  /** Largest content of a result in the bucket, unpacked. */
  contentBytesMax: 256 * MIB,
  /** Contents that one transaction has read or written at once. */
  contentsAtOnce: 8,
  /** Time to read or write one content. */
  contentMsMax: 10_000,
  /** Interval at which a core checks that files can be stored. */
  filesLookMs: 30_000,
  /** Timeout of that check. */
  filesProbeMsMax: 10_000,
  /** Attempts of a job, unless its creator sets them. */
  jobAttemptsMax: 3,
  /** The last turn that distinguishes an organisation's jobs: the largest smallint of Postgres. */
  jobTurnMax: 32_767,
  /** The turn of the first waiting job from which on all waiting jobs are moved back to zero. */
  jobTurnsShiftMin: 8_192,
  /** Longest pause before the jobs try again to reach an unavailable core. */
  coreReconnectMsMax: 1_000,
  /** Difference between the clocks of a program and its database from which `flowarden doctor` complains. */
  clockSkewMsMax: 5_000,
  /** The same for the bucket, whose servers reject signatures that differ by a quarter of an hour. */
  bucketClockSkewMsMax: 60_000,
  /** Pause between two looks for the migrations that a role waits for. */
  migrationLookMs: 1_000,
  /** Interval of the heartbeat of a jobs process. */
  heartbeatMs: 10_000,
  /** After this silence a jobs process counts as dead and its jobs are given to others. */
  heartbeatSilenceMsMax: 45_000,
  /** Time after which a core that does not beat is forgotten. */
  programSilenceMsMax: 3_600_000,
  /** Time that a process which ends takes to send its last spans. */
  tracesCloseMsMax: 2_000,
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
  /** Time that a role has to drain once its parent is gone. */
  orphanGraceMsMax: 3_000,
  /** Time for Postgres to accept connections. */
  postgresStartMsMax: 30_000,
  /** Time for Postgres to stop before it is ordered to drop everything. */
  postgresStopMsMax: 10_000,
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
