/** Folders that the tools may use: those that the client names and those of the arguments. */
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { StartError } from '../../infra/process/start-error.ts';
import { isInside } from '../system-path.ts';

/** Real paths of folders; a path must be in one of each list. */
export interface AllowedFolders {
  /** From `--root`; empty: the arguments name none. */
  readonly given: readonly string[];
  /** Roots of the client; null: it names none, as its protocol has no roots. */
  readonly ofClient: readonly string[] | null;
}

/** Returns the real paths of folders; of those that are not there, none. */
export async function realFolders(folders: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(folders.map((folder) => realpath(folder).catch(() => [])));
  return found.flat();
}

/** Returns the folders among the roots of a client, which are addresses like `file:///home/me/robots`. */
export function foldersOf(roots: readonly { readonly uri: string }[]): readonly string[] {
  return roots.flatMap(({ uri }) => {
    try {
      return [fileURLToPath(uri)];
    } catch {
      // A root that is no file cannot hold one.
      return [];
    }
  });
}

/** Returns whether the real path is in the allowed folders; without any, in the working folder. */
export function isAllowed(real: string, { given, ofClient }: AllowedFolders): boolean {
  const lists = [given.length === 0 ? null : given, ofClient].filter((list) => list !== null);
  const required = lists.length === 0 ? [[process.cwd()]] : lists;
  return required.every((folders) => folders.some((folder) => isInside(real, folder)));
}

/** Requires that each path, with its links followed, is in the allowed folders. @throws StartError */
export async function requireAllowed(paths: readonly string[], allowed: AllowedFolders): Promise<void> {
  for (const path of paths) if (!isAllowed(await realPlace(path), allowed)) throw notAllowed(path);
}

/** Returns the error about a path outside the allowed folders. */
export function notAllowed(path: string): StartError {
  return new StartError(
    `${JSON.stringify(path)} is outside the folders of this client. Name a path in the workspace, or start the server with --root FOLDER.`,
    2,
  );
}

/** Returns the real path; of what is not there, its place below the nearest folder that is. */
async function realPlace(path: string): Promise<string> {
  const full = resolve(path);
  try {
    return await realpath(full);
  } catch {
    return dirname(full) === full ? full : join(await realPlace(dirname(full)), basename(full));
  }
}
