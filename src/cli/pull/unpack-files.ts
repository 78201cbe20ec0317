/** Artefacts that are several files, such as an agent: written as a folder of the platform's export has them. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unzipSync } from 'fflate';
import { RemoteError } from '../../remotes/remote-error.ts';
import { comparable } from '../../text/comparable-path.ts';
import { replaceFile } from '../replace-file.ts';
import { makeFolder, segmentOf } from './pulled-file.ts';

/** Paths below the folder of a pull, each with the SHA-256 of its file in hexadecimal digits. */
export type UnpackedMembers = Readonly<Record<string, string>>;

/** Place of the files. */
export interface UnpackPlace {
  /** Folder of the pull. */
  readonly folder: string;
  /** Name of what holds the artefact, such as an environment. */
  readonly group: string;
  /** Name of the artefact. */
  readonly name: string;
  /** Files of the artefact from an earlier pull: those that it no longer has are removed. */
  readonly before: UnpackedMembers;
  /** Returns whether a path, as `comparable` writes it, is that of another artefact. */
  readonly isOfOther: (path: string) => boolean;
}

/**
 * Writes the files of an archive that a remote has packed.
 * @throws RemoteError `unreadable` when one would replace another one; StartError (exit 2) for a link, or a full disk
 */
export async function unpackFiles(
  bytes: Uint8Array,
  { folder, group, name, before, isOfOther }: UnpackPlace,
): Promise<UnpackedMembers> {
  const contents = Object.entries(unzipSync(bytes)).map(
    ([member, content]) => [[group, ...member.split('/')].map(segmentOf).join('/'), content] as const,
  );
  const paths = new Set(contents.map(([path]) => path));
  const own = new Set<string>();
  for (const [path] of contents) {
    const form = comparable(path);
    if (own.has(form) || isOfOther(form))
      throw new RemoteError(
        'unreadable',
        `${JSON.stringify(name)} has a file where another flow or agent has one: ${JSON.stringify(path)}.`,
      );
    own.add(form);
  }
  // Before the others are written: a name may differ only in its case, which some file systems take for the same.
  for (const [path, sha256] of Object.entries(before))
    if (!paths.has(path) && (await isInside(folder, path)) && (await digestOf(join(folder, path))) === sha256)
      await rm(join(folder, path));
  const members: Record<string, string> = {};
  for (const [path, content] of contents) {
    const file = join(folder, path);
    await makeFolder(folder, dirname(file));
    await replaceFile(file, content);
    members[path] = createHash('sha256').update(content).digest('hex');
  }
  return members;
}

/** Returns whether a path leads to its place below a folder, and through no link. */
async function isInside(folder: string, path: string): Promise<boolean> {
  try {
    return (await realpath(dirname(join(folder, path)))) === join(await realpath(folder), dirname(path));
  } catch {
    return false;
  }
}

/** Returns whether a value of a record names files below the folder of a pull, and their digests. */
export function isUnpackedMembers(value: unknown): value is UnpackedMembers {
  if (typeof value !== 'object' || value === null) return false;
  const members = Object.entries(value);
  return members.length > 0 && members.every(([path, sha256]) => typeof sha256 === 'string' && isBelow(path));
}

/** Every system reads the path as one below a folder. */
function isBelow(path: string): boolean {
  return !/[\\:]/.test(path) && path.split('/').every((name) => !['', '.', '..'].includes(name));
}

/** Returns whether the files are there as they were written. */
export async function isWhole(folder: string, members: UnpackedMembers): Promise<boolean> {
  for (const [path, sha256] of Object.entries(members))
    if ((await digestOf(join(folder, path))) !== sha256) return false;
  return true;
}

/** Returns the digest of a file; null: it is not there, or a link. */
async function digestOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    if (!(await lstat(path)).isFile()) return null;
    await pipeline(createReadStream(path), hash);
    return hash.digest('hex');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
