/** Finds the files below a path that could be workflows, and says of each other one why it is left out. */
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, relative, sep } from 'node:path';
import { isCandidate, SNIFF_BYTES } from '../platforms/candidate.ts';
import { StartError } from '../start-error.ts';

export interface FoundFile {
  /** Below the given folder, with `/` on every system; for a single file its name. */
  readonly path: string;
  readonly absolutePath: string;
  readonly sizeBytes: number;
  /** False when the first bytes show that it is no XML, no JSON, no zip and no script of a desktop flow. */
  readonly isCandidate: boolean;
}

const IGNORED_FOLDERS = new Set(['.git', 'node_modules', '.flowarden']);

async function couldBeWorkflow(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    return isCandidate(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
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
  return {
    path,
    absolutePath,
    sizeBytes: size,
    isCandidate: size > 0 && (await couldBeWorkflow(absolutePath)),
  };
}

/**
 * Every regular file below a folder in the order of their paths, or the one file. Links are not followed.
 * @throws StartError when the path does not exist or cannot be read
 */
export async function findFiles(path: string): Promise<FoundFile[]> {
  try {
    if ((await stat(path)).isFile()) return [await describe(path, basename(path))];
    const found: FoundFile[] = [];
    for await (const file of walk(path))
      found.push(await describe(file, relative(path, file).split(sep).join('/')));
    return found;
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new StartError(`Cannot read "${path}" (${code}). Check the path and its rights.`, 2, { cause });
  }
}
