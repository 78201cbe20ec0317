/** Embedded Postgres: started on a free port of 127.0.0.1, and ended with us, however we end. */

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MIB } from '../../units.ts';
import { connectOwner, inTransaction } from '../database/database.ts';
import { INFRA_LIMITS } from '../limits.ts';
import { processExit, type Running } from '../process/restart-process.ts';
import { StartError } from '../process/start-error.ts';
import { commandAs } from './account.ts';
import {
  type Cluster,
  clusterFolder,
  POSTGRES_USER,
  prepareCluster,
  recoverCluster,
  runningPort,
  socketFolder,
} from './cluster.ts';
import { storedSecret } from './data-folder.ts';

/** Time for Postgres to accept connections. */
const POSTGRES_START_MS_MAX = 30_000;

/** The log of the embedded Postgres is started anew beyond this size. */
const POSTGRES_LOG_BYTES_MAX = 10 * MIB;

/** Number of lines of Postgres' log that an error quotes. */
const LOG_LINES = 15;

/** Returns the owner's URL of the Postgres of this data folder on `port`. */
export function embeddedUrl(dataDir: string, port: number): string {
  const password = storedSecret(dataDir, 'postgres-password');
  return `postgres://${POSTGRES_USER}:${password}@127.0.0.1:${port}/postgres`;
}

/** Returns the owner's URL of the Postgres that `serve` runs on this data folder; null when it runs none. */
export function runningUrl(dataDir: string): string | null {
  const port = runningPort(clusterFolder(dataDir));
  return port === null ? null : embeddedUrl(dataDir, port);
}

/** Starts Postgres on the data folder; `ready` resolves when it answers. */
export async function startPostgres(dataDir: string, port: number): Promise<Running> {
  const cluster = await prepareCluster(dataDir);
  await recoverCluster(cluster.folder);
  const logPath = join(dataDir, 'postgres.log');
  const child = launch(cluster, port, logPath);
  const logStart = statSync(logPath).size;
  const exited = processExit(child).then(
    (how) => `${how}; the end of ${logPath}:\n${logTail(logPath, logStart)}`,
  );
  return {
    ready: waitUntilReady(embeddedUrl(dataDir, port), child),
    exited,
    // SIGINT is Postgres' fast shutdown: it ends sessions, writes everything and exits.
    async stop() {
      child.kill('SIGINT');
      const timer = setTimeout(() => child.kill('SIGQUIT'), INFRA_LIMITS.postgresStopMsMax);
      await exited;
      clearTimeout(timer);
    },
    hurry: () => void child.kill('SIGQUIT'),
  };
}

function launch(cluster: Cluster, port: number, logPath: string): ChildProcess {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    // The socket shows that these files are in use, also to another container.
    unix_socket_directories: socketFolder(cluster.folder),
    unix_socket_permissions: '0700',
    max_connections: 100,
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
  const assignments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { account, binaries, folder } = cluster;
  const { program, argv, options } = commandAs(account, 'INT', binaries.postgres, [
    '-D',
    folder,
    ...assignments,
  ]);
  if (existsSync(logPath) && statSync(logPath).size > POSTGRES_LOG_BYTES_MAX) rmSync(logPath);
  const log = openSync(logPath, 'a', 0o600);
  try {
    // Detached: a Ctrl-C in the terminal must not reach Postgres while others still use it.
    return spawn(program, argv, { ...options, cwd: folder, detached: true, stdio: ['ignore', log, log] });
  } finally {
    closeSync(log);
  }
}

/** Polls until Postgres answers, as its log lines are not a contract. Stays pending if Postgres ends instead. */
async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + POSTGRES_START_MS_MAX;
  while (child.exitCode === null && child.signalCode === null) {
    const sql = connectOwner(url, 1);
    try {
      await inTransaction(sql, (inner) => inner`select 1`);
      return;
    } catch (cause) {
      if (isWrongPassword(cause)) {
        throw new StartError(
          'The embedded Postgres rejects the password in the file postgres-password of the data folder. Restore the file that belongs to these data.',
          1,
          { cause },
        );
      }
      if (Date.now() > deadline) throw new StartError('The embedded Postgres does not answer.', 1, { cause });
      await sleep(10);
    } finally {
      await sql.end(0);
    }
  }
  return new Promise(() => {});
}

function isWrongPassword(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === '28P01';
}

function logTail(logPath: string, start: number): string {
  const text = readFileSync(logPath).subarray(start).toString().trim();
  return text.split('\n').slice(-LOG_LINES).join('\n');
}
