/** The data folder: made with the right modes, held by one supervisor at a time, keeper of our own secrets. */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  type WriteFileOptions,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileFault } from '../file-fault.ts';
import { isGone, ownIdentity, type ProcessIdentity } from '../process-identity.ts';
import { StartError } from '../start-error.ts';

/** Makes the folder when it is missing, and lets only us in; a Postgres of another account may pass through it. */
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

/** Takes the folder for this process; throws when another one has it. Returns what gives it back. */
export function lockDataFolder(dataDir: string): () => void {
  const path = join(dataDir, 'supervisor.lock');
  const mine = `${path}.${process.pid}`;
  try {
    write(mine, JSON.stringify(ownIdentity()), { mode: 0o600 });
    // A link is made by one process only, and what it shows is complete at once.
    while (!linked(mine, path)) {
      const text = readText(path);
      if (text === null) continue;
      const holder = readIdentity(text);
      if (holder && !isGone(holder)) {
        throw new StartError(takenBy(holder, dataDir, path));
      }
      removeStale(path, text);
    }
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(path, { force: true });
}

/** The secret in a file of the folder; made up and kept, for our eyes only, when there is none. */
export function keptSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  const kept = readText(path)?.trim();
  if (kept) return kept;
  const secret = randomBytes(32).toString('hex');
  writePrivateFile(path, `${secret}\n`);
  return secret;
}

/** Writes a file that only we can read, whole or not at all. */
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

/** The error with the path of its file: Node names none when a file is open and cannot be read or written. */
function withPath(error: unknown, path: string): unknown {
  return error instanceof Error ? Object.assign(error, { path }) : error;
}

/** The text of a file, or null when there is none. */
export function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw withPath(error, path);
  }
}

function takenBy({ host, pid }: ProcessIdentity, dataDir: string, lockPath: string): string {
  const here = host === hostname();
  const who = here ? `process ${pid}` : `process ${pid} of the machine ${host}`;
  // Whether a process of another machine, or of a container that is no more, still lives cannot be seen from here.
  const hint = here ? '' : ` If it does not run any more, delete ${lockPath}.`;
  return `Another flowarden (${who}) uses the data folder ${dataDir}. Stop it, or set FLOWARDEN_DATA_DIR to another folder.${hint}`;
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Takes a dead holder's lock away, unless another process has just done so and put its own there. */
function removeStale(path: string, text: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readText(aside) !== text) linked(aside, path);
  rmSync(aside, { force: true });
}

function readIdentity(text: string): ProcessIdentity | null {
  try {
    return JSON.parse(text) as ProcessIdentity;
  } catch {
    return null;
  }
}
