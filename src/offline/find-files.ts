/** Finds the files below a path, or in an archive, that could be workflows; of each other one it is known why it is left out. */
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { isCandidate, SNIFF_BYTES } from '../platforms/candidate.ts';
import { StartError } from '../start-error.ts';
import { findMembers } from './find-members.ts';
import type { FoundFile } from './found-file.ts';

/** What a path stands for. */
export interface Found {
  readonly files: readonly FoundFile[];
  /** A folder or an archive: its files are judged together, and one of another platform is left out. */
  readonly isProject: boolean;
}

const IGNORED_FOLDERS = new Set(['.git', 'node_modules', '.flowarden']);

async function readCandidate(path: string): Promise<Buffer | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    if (!isCandidate(buffer.subarray(0, bytesRead))) return null;
  } finally {
    await file.close();
  }
  return readFile(path);
}

async function* walk(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!IGNORED_FOLDERS.has(entry.name)) yield* walk(path);
    } else if (entry.isFile()) {
      yield path;
    }
  }
}

async function describe(absolutePath: string, path: string): Promise<FoundFile> {
  const { size } = await stat(absolutePath);
  const read = () =>
    readCandidate(absolutePath).catch((cause: unknown) => {
      throw cannotRead(absolutePath, cause);
    });
  return { path, sizeBytes: size, read };
}

/** What is said of a path, or of what is below it and stands in the cause: a file that was not read is no passed one. */
function cannotRead(path: string, cause: unknown): StartError {
  const { code = String(cause), path: below = path } = cause as NodeJS.ErrnoException;
  return new StartError(`Cannot read ${JSON.stringify(below)} (${code}). Check the path and its rights.`, 2, {
    cause,
  });
}

/**
 * Every regular file below a folder in the order of their paths, the files of an archive, or the one file. Links are
 * not followed.
 * @throws StartError when the path does not exist, cannot be read, or is too large an archive
 */
export async function findFiles(path: string): Promise<Found> {
  try {
    if ((await stat(path)).isFile()) {
      const members = await findMembers(path);
      if (members !== null) return { files: members, isProject: true };
      return { files: [await describe(path, basename(path))], isProject: false };
    }
    const files: FoundFile[] = [];
    for await (const file of walk(path))
      files.push(await describe(file, relative(path, file).split(sep).join('/')));
    return { files, isProject: true };
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    throw cannotRead(path, cause);
  }
}
