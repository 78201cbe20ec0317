/** Data folder: created with safe modes, locked by one supervisor at a time, holds our own secrets. */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  type WriteFileOptions,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileFault } from '../process/file-fault.ts';
import { isHere, machineOf, ownIdentity, type ProcessIdentity } from '../process/process-identity.ts';
import { StartError } from '../process/start-error.ts';

/**
 * Creates the folder if it is missing, and restricts it to our account; a Postgres of another account may traverse
 * it.
 */
export function makeDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(dataDir);
    const wanted = process.getuid?.() === 0 ? 0o711 : 0o700;
    if (uid === process.getuid?.() && (mode & wanted) !== wanted) chmodSync(dataDir, mode | wanted);
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const fault = fileFault(cause) ?? `${dataDir} cannot be used: ${(cause as Error).message}`;
    throw new StartError(
      `The data folder ${fault}. Start flowarden as the user that it belongs to, or set FLOWARDEN_DATA_DIR to another folder.`,
      1,
      { cause },
    );
  }
}

/** SQLite's code for a lock of another process. */
const SQLITE_BUSY = 5;

/**
 * Locks the folder for this process. The lock is the kernel's, on an empty SQLite database: it ends with the process,
 * in any way, and holds across containers. Returns the function that unlocks it.
 * @throws StartError when another process has it
 */
export function lockDataFolder(dataDir: string): () => void {
  const path = join(dataDir, 'supervisor.sqlite');
  const holderPath = join(dataDir, 'supervisor.lock');
  const lock = exclusive(path, () => readIdentity(readText(holderPath)), dataDir);
  writePrivateFile(holderPath, JSON.stringify(ownIdentity()));
  return () => {
    rmSync(holderPath, { force: true });
    lock.close();
  };
}

function exclusive(path: string, holder: () => ProcessIdentity | null, dataDir: string): DatabaseSync {
  try {
    const lock = new DatabaseSync(path);
    // Nothing is written, so no journal is needed.
    lock.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
    return lock;
  } catch (cause) {
    const { errcode, message } = cause as Error & { readonly errcode?: number };
    if (errcode === SQLITE_BUSY) throw new StartError(takenBy(holder(), dataDir), 1, { cause });
    throw new StartError(
      `The data folder ${dataDir} cannot be locked (${path}: ${message}). Set FLOWARDEN_DATA_DIR to a folder on a disk whose files can be locked.`,
      1,
      { cause },
    );
  }
}

/** Returns the secret in a file of the folder; generates and stores one, readable only by us, if there is none. */
export function storedSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  const stored = readText(path)?.trim();
  if (stored) return stored;
  const secret = randomBytes(32).toString('hex');
  writePrivateFile(path, `${secret}\n`);
  return secret;
}

/** Writes a file that only we can read, atomically. */
export function writePrivateFile(path: string, text: string): void {
  const fresh = `${path}.${process.pid}.new`;
  write(fresh, text, { mode: 0o600, flush: true });
  renameSync(fresh, path);
}

function write(path: string, text: string, options: WriteFileOptions): void {
  try {
    writeFileSync(path, text, options);
  } catch (error) {
    throw withPath(error, path);
  }
}

/** Adds the path of the file to the error: Node names none when an open file cannot be read or written. */
function withPath(error: unknown, path: string): unknown {
  return error instanceof Error ? Object.assign(error, { path }) : error;
}

/** Returns the text of a file, or null when there is none. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw withPath(error, path);
  }
}

function takenBy(holder: ProcessIdentity | null, dataDir: string): string {
  const number = holder === null ? 'a process' : `process ${holder.pid}`;
  const where = holder === null || isHere(holder) ? '' : ` of the machine or container ${machineOf(holder)}`;
  return `Another flowarden (${number}${where}) uses the data folder ${dataDir}. Stop it, or set FLOWARDEN_DATA_DIR to another folder.`;
}

function readIdentity(text: string | null): ProcessIdentity | null {
  try {
    return JSON.parse(text ?? '') as ProcessIdentity;
  } catch {
    return null;
  }
}
