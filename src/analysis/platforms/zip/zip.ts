/**
 * Reader of untrusted zip archives. It checks every declaration of the central directory first, and inflates a member
 * only on request, never beyond its declared size.
 */

import { ZIP_LIMITS } from '../limits.ts';
import { checkPlaces, quotedName, readDirectory, readEnd, type ZipEntry } from './directory.ts';
import { dataStartOf, unpack } from './member.ts';

export type ZipMember = Pick<ZipEntry, 'path' | 'sizeBytes' | 'packedBytes'>;

export interface ZipArchive {
  /** Files in the order of the central directory; folders are left out. */
  readonly members: readonly ZipMember[];
  /** Unpacks a member. @throws AppError `archive_unsafe` when it differs from the directory */
  read(member: ZipMember): Buffer;
}

/**
 * Reads the directory of an archive and checks everything that can be checked without unpacking.
 * @throws AppError `archive_unsafe`, `archive_too_large`
 */
export function readZip(bytes: Buffer, limits = ZIP_LIMITS): ZipArchive {
  const end = readEnd(bytes, bytes.length, limits);
  const { directoryStart, endStart } = end;
  const entries = readDirectory(bytes.subarray(directoryStart, endStart), end, limits);
  const starts = new Map<ZipMember, number>(
    entries.map((entry) => [entry, dataStartOf(bytes, entry.localStart, entry)]),
  );
  checkPlaces(entries, directoryStart, (entry) => starts.get(entry)!);
  return {
    members: entries,
    read(member) {
      const start = starts.get(member);
      if (start === undefined)
        throw new TypeError(`${quotedName(member.path)} is a member of another archive`);
      const entry = member as ZipEntry;
      return unpack(bytes.subarray(start, start + entry.packedBytes), entry);
    },
  };
}
