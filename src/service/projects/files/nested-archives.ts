/** Archives inside the archive of a project: each may be within its limits, and all together must be. */
import { isNestedArchive } from '../../../analysis/platforms/artefacts/find-artefacts.ts';
import { ARCHIVE_NESTING_MAX, ZIP_LIMITS } from '../../../analysis/platforms/limits.ts';
import { RATIO_FREE_BYTES } from '../../../analysis/platforms/zip/directory.ts';
import { readZip, type ZipArchive } from '../../../analysis/platforms/zip/zip.ts';
import { AppError } from '../../../errors.ts';
import type { BlobStore } from '../../../infra/blobs/blob-store.ts';
import { formatNumber } from '../../../text/format.ts';
import { openMembers, type PlacedEntry, type StoredArchive } from './archive.ts';

/** Declared totals of the nested archives so far, on all levels. */
interface Totals {
  members: number;
  bytes: number;
  /** Bytes that they take in the archive of the project. */
  packedBytes: number;
}

/** Returns the error for archives inside that exceed a limit together; undefined when they do not. */
export async function nestedExcess(
  blobs: BlobStore,
  archive: StoredArchive,
  entries: readonly PlacedEntry[],
): Promise<AppError | undefined> {
  const nested = entries.filter(({ path }) => isNestedArchive(path));
  const totals: Totals = { members: 0, bytes: 0, packedBytes: 0 };
  const reader = openMembers(blobs, archive, nested);
  try {
    for (const entry of nested) {
      totals.packedBytes += entry.packedBytes;
      const content = await orDamaged(() => reader.read(entry));
      if (content !== undefined) addArchive(totals, content, 1);
      const excess = excessOf(totals);
      if (excess !== undefined) return excess;
    }
  } finally {
    await reader.close();
  }
  return undefined;
}

/** Adds an archive with those inside it, until the totals are over a limit. */
function addArchive(totals: Totals, content: Buffer, nesting: number): void {
  const zip = orNone(() => readZip(content));
  if (zip === undefined) return;
  totals.members += zip.members.length;
  for (const { sizeBytes } of zip.members) totals.bytes += sizeBytes;
  if (nesting === ARCHIVE_NESTING_MAX) return;
  for (const member of zip.members) {
    if (excessOf(totals) !== undefined) return;
    if (isNestedArchive(member.path)) addMember(totals, zip, member, nesting);
  }
}

function addMember(
  totals: Totals,
  zip: ZipArchive,
  member: ZipArchive['members'][number],
  nesting: number,
): void {
  const content = orNone(() => zip.read(member));
  if (content !== undefined) addArchive(totals, content, nesting + 1);
}

function excessOf({ members, bytes, packedBytes }: Totals): AppError | undefined {
  const { entriesMax, totalBytesMax, ratioMax } = ZIP_LIMITS;
  if (members > entriesMax) return tooLarge(`have more than ${formatNumber(entriesMax)} members together`);
  if (bytes > totalBytesMax)
    return tooLarge(`unpack to more than ${formatNumber(totalBytesMax)} bytes together`);
  if (bytes <= RATIO_FREE_BYTES || bytes <= packedBytes * ratioMax) return undefined;
  return new AppError(
    'archive_unsafe',
    `The archives inside are packed more than ${ratioMax} times together, as only a bomb is.`,
  );
}

const tooLarge = (what: string): AppError =>
  new AppError(
    'archive_too_large',
    `The archives inside the project ${what}. Send them as projects of their own.`,
  );

/** Returns undefined for a damaged archive: the analysis of the file reports that. */
function orNone<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

async function orDamaged(read: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'archive_unsafe') throw error;
    return undefined;
  }
}
