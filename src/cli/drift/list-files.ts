/** Lists the files of a place: a folder, an archive, or one file. Archives inside count as folders. */
import { readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isNestedArchive } from '../../analysis/platforms/artefacts/find-artefacts.ts';
import { type InputFile, openFile } from '../../analysis/platforms/input-file.ts';
import { ZIP_LIMITS } from '../../analysis/platforms/limits.ts';
import { packedPath } from '../../analysis/platforms/uipath/packed-files.ts';
import { isFromMacos } from '../../analysis/platforms/zip/foreign-members.ts';
import { AppError } from '../../errors.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { formatNumber } from '../../text/format.ts';
import { RECORD_NAME } from '../pull/pull-record.ts';
import { pathBetween } from '../system-path.ts';
import { excluded, type LeaveOut, leftOutOf } from '../validate/left-out.ts';
import { isLfsPointer, LFS_POINTER } from '../validate/lfs-pointer.ts';
import { cannotRead } from '../validate/read-error.ts';
import { walkFolder } from '../validate/walk-folder.ts';
import type { OpenedArchives } from './opened-archives.ts';

/** A file of a place. */
export interface ListedFile {
  /** Path in the place, with `/` on every system. */
  readonly path: string;
  /** The same without the folders that a package has round its project. */
  readonly pathInside: string;
  /** Reason why the file cannot be read, where the list knows it. */
  readonly problem?: string;
  open(): Promise<InputFile>;
}

const BYTES_MAX = ZIP_LIMITS.entryBytesMax;

/**
 * Returns the files of a place, without those that are left out: members of archives too.
 * @throws StartError (exit 2) for a path that cannot be read
 */
export async function listFiles(
  path: string,
  leaveOut: LeaveOut,
  archives: OpenedArchives,
): Promise<readonly ListedFile[]> {
  try {
    const isPlain = !(await stat(path)).isDirectory();
    const files = isPlain
      ? await listOne(path, basename(path), archives, true)
      : await listFolder(path, leaveOut, archives);
    const isExcluded = excluded(leaveOut, path);
    return files.filter((file) => !isExcluded(file.path) && !isExcluded(file.pathInside));
  } catch (cause) {
    throw cannotRead(path, cause);
  }
}

async function listFolder(
  folder: string,
  leaveOut: LeaveOut,
  archives: OpenedArchives,
): Promise<readonly ListedFile[]> {
  const files: ListedFile[] = [];
  for (const { path } of await walkFolder(folder, await leftOutOf(folder, leaveOut))) {
    // It says what a pull has seen, and is no file of the tenant.
    if (basename(path) === RECORD_NAME) continue;
    const shown = pathBetween(folder, path);
    files.push(...(await listOne(path, shown, archives, false)));
  }
  return files;
}

/** Lists a file on disk; of an archive its members, which stand below its name unless it is the place itself. */
async function listOne(
  path: string,
  shown: string,
  archives: OpenedArchives,
  isPlace: boolean,
): Promise<readonly ListedFile[]> {
  if (isPlace || isNestedArchive(shown)) {
    const file = await archives.open(path);
    if (file.syntax === 'zip')
      return membersOf(file, () => archives.open(path), { path: isPlace ? '' : `${shown}/`, name: shown });
  }
  return [{ path: shown, pathInside: shown, open: async () => openPlain(path, shown) }];
}

/** Reads a file at once: one call after the other takes a tenth of the time of as many promises. */
function openPlain(path: string, shown: string): InputFile {
  const bytes = readPlain(path);
  if (isLfsPointer(path, bytes)) throw new AppError(LFS_POINTER.code, LFS_POINTER.message);
  return openFile(shown, bytes);
}

function readPlain(path: string): Buffer {
  try {
    if (statSync(path).size <= BYTES_MAX) return readFileSync(path);
  } catch (cause) {
    throw cannotRead(path, cause);
  }
  throw new AppError('file_too_large', `The file has more than ${formatNumber(BYTES_MAX)} bytes.`);
}

/** Place of the members of an archive. */
interface Place {
  /** Beginning of their paths. */
  readonly path: string;
  readonly name: string;
}

function membersOf(file: InputFile, open: () => Promise<InputFile>, place: Place): readonly ListedFile[] {
  try {
    const { paths, canNest, open: openMember } = file.archive();
    const isPackage = paths.some((path) => /^[^/]+\.nuspec$/i.test(path));
    if (isPackage && !paths.some((path) => isSource(packedPath(path))))
      return [unread(open, place, 'The package holds assemblies alone. Pack it with its sources.')];
    return paths.flatMap((path): readonly ListedFile[] => {
      const inside = isPackage ? packedPath(path) : path;
      if (isFromMacos(path) || inside === undefined) return [];
      const openOne = async () => (await open()).archive().open(path);
      const whole = `${place.path}${path}`;
      if (canNest && isNestedArchive(path)) {
        const inner = openMember(path);
        if (inner.syntax === 'zip') return membersOf(inner, openOne, { path: `${whole}/`, name: whole });
      }
      return [{ path: whole, pathInside: `${place.path}${inside}`, open: openOne }];
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [unread(open, place, error.message)];
  }
}

const isSource = (path: string | undefined): boolean =>
  path !== undefined && /\.(?:xaml|cs|json)$/i.test(path);

function unread(open: ListedFile['open'], { name }: Place, problem: string): ListedFile {
  return { path: name, pathInside: name, problem, open };
}

/** Returns the error for two places of which one is empty. */
export function nothingIn(path: string): StartError {
  return new StartError(`${JSON.stringify(path)} holds no files. Check the path.`, 2);
}
