/** Finds the files of a path: below a folder, in an archive, or a single file. */
import { open, readFile, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isCandidate, SNIFF_BYTES } from '../../analysis/platforms/candidate.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { pathBetween } from '../system-path.ts';
import { findMembers } from './find-members.ts';
import type { FoundFile } from './found-file.ts';
import { excluded, type LeaveOut, leftOutOf, recorded } from './left-out.ts';
import { isLfsPointer } from './lfs-pointer.ts';
import { cannotRead } from './read-error.ts';
import { type WalkedFile, walkFolder } from './walk-folder.ts';

/** Files of a path. */
export interface Found {
  /** The files of a folder or an archive are judged together, and skipped if they belong to another platform. */
  readonly kind: 'file' | 'folder' | 'archive';
  readonly realPath: string;
  readonly files: readonly FoundFile[];
  /** Paths of the files and folders that were left out; those of folders end with `/`. */
  readonly leftOut: readonly string[];
}

async function readCandidate(path: string, shownPath: string, sizeBytes: number): Promise<Buffer | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, 0);
    const start = buffer.subarray(0, bytesRead);
    if (!isCandidate(start, shownPath, sizeBytes) && !isLfsPointer(path, start)) return null;
  } finally {
    await file.close();
  }
  return readFile(path);
}

async function describe({ path, realPath }: WalkedFile, shownPath: string): Promise<FoundFile> {
  const { size } = await stat(path);
  const read = () =>
    readCandidate(path, shownPath, size).catch((cause: unknown) => {
      throw cannotRead(path, cause);
    });
  return { path: shownPath, id: realPath, sizeBytes: size, read };
}

async function findInFolder(folder: string, leaveOut: LeaveOut): Promise<Pick<Found, 'files' | 'leftOut'>> {
  const files: FoundFile[] = [];
  const { isLeftOut, leftOut } = recorded(await leftOutOf(folder, leaveOut));
  for (const file of await walkFolder(folder, isLeftOut))
    files.push(await describe(file, pathBetween(folder, file.path)));
  return { files, leftOut };
}

/**
 * Returns the files of a path: those below a folder or in an archive, in the order of their paths, or a single file.
 * @throws StartError when the path does not exist, cannot be read, or is too large an archive
 */
export async function findFiles(path: string, leaveOut: LeaveOut): Promise<Found> {
  if (path === '') throw new StartError('A path is empty. Is a variable of your script unset?', 2);
  try {
    const [kindOfPath, realPath] = await Promise.all([stat(path), realpath(path)]);
    if (kindOfPath.isDirectory())
      return { kind: 'folder', realPath, ...(await findInFolder(path, leaveOut)) };
    if (!kindOfPath.isFile())
      throw new StartError(
        `${JSON.stringify(path)} is neither a file nor a folder. Write it to a file first.`,
        2,
      );
    const members = await findMembers(path, realPath);
    if (members !== null) {
      const { isLeftOut, leftOut } = recorded(excluded(leaveOut, path));
      return { kind: 'archive', realPath, files: members.filter((file) => !isLeftOut(file.path)), leftOut };
    }
    return {
      kind: 'file',
      realPath,
      files: [await describe({ path, realPath }, basename(path))],
      leftOut: [],
    };
  } catch (cause) {
    throw cannotRead(path, cause);
  }
}
