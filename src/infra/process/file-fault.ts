/** Messages for file system errors, so that a start ends with one of them, not with a stack trace. */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** File system error codes that an operator can fix, with their messages. ENOENT is missing, as it is our fault. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'the user of this process may not use it',
  EPERM: 'the user of this process may not change it',
  EROFS: 'its file system is read-only',
  ENOTDIR: 'it is a file, and a folder is needed there',
  EEXIST: 'it is a file, and a folder is needed there',
  EISDIR: 'it is a folder, and a file is needed there',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the disk quota is used up',
  ENAMETOOLONG: 'its path is too long',
  ELOOP: 'its symbolic links lead in a circle',
  EIO: 'its disk reports an error',
};

/** Describes an error of the file system as `<path> cannot be used: <reason>`; null for any other error. */
export function fileFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path } = error as NodeJS.ErrnoException;
  const reason = REASONS[code ?? ''];
  if (!path || !reason) return null;
  return `${code === 'ENOTDIR' ? fileAbove(path) : path} cannot be used: ${reason}${accountFor(code, path)}`;
}

/** Returns the file that is in the place of a folder in the path. */
function fileAbove(path: string): string {
  let above = path;
  while (statSync(above, { throwIfNoEntry: false })?.isFile() !== true && above !== dirname(above)) {
    above = dirname(above);
  }
  return above;
}

/** Names both users if permissions are the cause and the system has users. */
function accountFor(code: string | undefined, path: string): string {
  const uid = process.getuid?.();
  if (uid === undefined || (code !== 'EACCES' && code !== 'EPERM')) return '';
  const owner = ownerOf(path);
  return owner === null || owner === uid ? ` (uid ${uid})` : ` (uid ${uid}; it belongs to uid ${owner})`;
}

/** Returns the owner of the path, or of the nearest visible folder above it. */
function ownerOf(path: string): number | null {
  for (let above = path; ; above = dirname(above)) {
    try {
      return statSync(above).uid;
    } catch {
      if (above === dirname(above)) return null;
    }
  }
}
