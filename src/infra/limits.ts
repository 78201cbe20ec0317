/** Limits of the database, stored files, the queue, connections and processes. Each has its unit in its name. */
import { KIB } from '../units.ts';

export const INFRA_LIMITS = {
  /** Silence on a gRPC connection after which a keepalive ping is sent. */
  rpcKeepaliveMs: 30_000,
  /** Time for the answer to that ping. */
  rpcKeepaliveTimeoutMs: 10_000,
  /** Secrets of webhooks whose opened form and keys a jobs process remembers. */
  webhookSecretsRemembered: 2_000,
  /** Connections that one process holds to the database. */
  databaseConnectionsMax: 10,
  /** Time of all migrations together, with the wait for another process that migrates. */
  migrationMsMax: 600_000,
  /** Time that a migration waits for a lock, with all other statements queued behind it, before it lets them pass. */
  migrationLockMsMax: 2_000,
  /** Rows that the retention sweep deletes with one statement. */
  sweepRowsMax: 1_000,
  /** Bytes of one chunk of a file that is stored in the database. Every stored file depends on it: never change it. */
  blobChunkBytes: 256 * KIB,
  /** Timeout of that check. */
  filesProbeMsMax: 10_000,
  /** Attempts of a job, unless its creator sets them. */
  jobAttemptsMax: 3,
  /** Interval of the heartbeat of a jobs process. */
  heartbeatMs: 10_000,
  /** After this silence a jobs process counts as dead and its jobs are given to others. */
  heartbeatSilenceMsMax: 45_000,
  /** First pause before a process that died is started again. */
  restartBackoffMsMin: 100,
  /** Time from SIGTERM to SIGKILL when a process is stopped. */
  stopGraceMsMax: 10_000,
  /** A role ends itself this long before the supervisor would kill it, so that it can still log that. */
  stopMarginMs: 1_000,
  /** Time after a signal in which a second one is its echo, passed on by a shell or npm. */
  signalEchoMsMax: 500,
  /** Time for Postgres to stop before it is ordered to drop everything. */
  postgresStopMsMax: 10_000,
  /** Time that a role has to report whether it serves. */
  healthMsMax: 3_000,
} as const satisfies Readonly<Record<string, number>>;
