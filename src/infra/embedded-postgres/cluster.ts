/** Files of the embedded Postgres: their creation, and recovery from a Postgres that outlived its supervisor. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { INFRA_LIMITS } from '../limits.ts';
import { processCommand, processStart } from '../process/process-identity.ts';
import { StartError } from '../process/start-error.ts';
import { type Account, commandAs, postgresAccount, requireWayTo } from './account.ts';
import { type PostgresBinaries, postgresBinaries } from './binaries.ts';
import { readText, storedSecret } from './data-folder.ts';

/** Name of the owner, who is also the superuser of the embedded Postgres. */
export const POSTGRES_USER = 'flowarden';
const MAJOR_VERSION = '18';
/** Room in the 108 bytes of a `sockaddr_un` (unix(7)) besides the name of the socket. */
const SOCKET_FOLDER_BYTES_MAX = 85;

export interface Cluster {
  readonly folder: string;
  readonly binaries: PostgresBinaries;
  readonly account: Account | null;
}

/** Returns the folder of Postgres within a data folder. */
export const clusterFolder = (dataDir: string): string => join(dataDir, 'postgres');

/** Returns the cluster in the data folder; initdb creates it if there is none. */
export async function prepareCluster(dataDir: string): Promise<Cluster> {
  const folder = clusterFolder(dataDir);
  const binaries = await postgresBinaries();
  const account = postgresAccount(existsSync(folder) ? statSync(folder).uid : null);
  requireWayTo(binaries.postgres, 'its programs', account);
  requireWayTo(folder, 'its data', account);
  const cluster = { folder, binaries, account };
  const version = readText(join(folder, 'PG_VERSION'))?.trim();
  if (version === undefined) await initialise(dataDir, cluster);
  else if (version !== MAJOR_VERSION) {
    throw new StartError(
      `${folder} was made by Postgres ${version}; this program brings Postgres ${MAJOR_VERSION}. Set FLOWARDEN_DATA_DIR to a new folder, or move the data to a Postgres of yours and set DATABASE_URL.`,
    );
  }
  return cluster;
}

/** Returns the port of the Postgres that runs on these files; null when there is none. */
export function runningPort(folder: string): number | null {
  const [pid, , , port] = readText(pidFile(folder))?.split('\n') ?? [];
  return runsOn(folder, Number(pid)) && Number(port) > 0 ? Number(port) : null;
}

const pidFile = (folder: string): string => join(folder, 'postmaster.pid');

/** Returns whether the process lives and is a Postgres on these files: its pid may have been reused. */
function runsOn(folder: string, pid: number): boolean {
  return pid > 1 && processStart(pid) !== null && (processCommand(pid)?.includes(folder) ?? false);
}

/**
 * Ends a Postgres of an earlier run on these files, and removes files that would prevent a new one.
 * @throws StartError when it does not end, or runs in another container
 */
export async function recoverCluster(folder: string): Promise<void> {
  const path = pidFile(folder);
  const pid = Number(readText(path)?.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1) return;
  const started = processStart(pid);
  if (!runsOn(folder, pid)) return removeStale(folder);
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal);
    const deadline = Date.now() + INFRA_LIMITS.postgresStopMsMax;
    while (processStart(pid) === started && Date.now() < deadline) await sleep(20);
    if (processStart(pid) !== started) return;
  }
  throw new StartError(`The Postgres of an earlier run (process ${pid}) does not end. Stop it by hand.`);
}

/**
 * Returns the directory for the socket of a Postgres on these files; none if the path of the socket would be too
 * long.
 */
export const socketFolder = (folder: string): string =>
  Buffer.byteLength(folder) <= SOCKET_FOLDER_BYTES_MAX ? folder : '';

/**
 * Removes the files of a dead Postgres, which would prevent a new one. Its pid may have been reused, or belong to
 * another container; there its socket shows whether it lives.
 */
async function removeStale(folder: string): Promise<void> {
  const sockets = readdirSync(folder).filter((name) => name.startsWith('.s.PGSQL.'));
  for (const name of sockets) {
    if (name.endsWith('.lock') || !(await isListening(join(folder, name)))) continue;
    throw new StartError(
      `A Postgres that cannot be seen from here, as in another container, uses ${folder}. Stop it, or set FLOWARDEN_DATA_DIR to another folder.`,
    );
  }
  for (const name of [...sockets, 'postmaster.pid']) rmSync(join(folder, name), { force: true });
}

async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Runs initdb in a temporary folder and moves the result, so that a killed initdb leaves nothing half done. */
async function initialise(dataDir: string, cluster: Cluster): Promise<void> {
  const { account, binaries, folder } = cluster;
  const fresh = `${folder}.new`;
  const passwordFile = join(dataDir, 'initdb-password');
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { mode: 0o700 });
  writeFileSync(passwordFile, storedSecret(dataDir, 'postgres-password'), { mode: 0o600 });
  if (account) for (const path of [fresh, passwordFile]) chownSync(path, account.uid, account.gid);
  const { program, argv, options } = commandAs(account, 'KILL', binaries.initdb, [
    `--pgdata=${fresh}`,
    `--username=${POSTGRES_USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-sync',
    '--no-instructions',
  ]);
  try {
    await promisify(execFile)(program, argv, { ...options, cwd: fresh });
    renameSync(fresh, folder);
  } catch (cause) {
    rmSync(fresh, { recursive: true, force: true });
    throw new StartError(`The embedded Postgres could not be set up: ${initdbFault(cause)}`, 1, { cause });
  } finally {
    rmSync(passwordFile, { force: true });
  }
}

/** Extracts the error from the output of initdb, without the command line and consequential messages. */
function initdbFault(cause: unknown): string {
  const { message, stderr } = cause as Error & { readonly stderr?: string };
  const said = (stderr ?? '')
    .split('\n')
    .filter((line) => line && !/^(child process|initdb: removing)/.test(line));
  const reason = said.length > 0 ? said.join('\n') : message.trim();
  if (!reason.includes('look up effective user')) return reason;
  return `${reason}\nThe user that flowarden runs as has no entry in /etc/passwd: give it one, or set DATABASE_URL.`;
}
