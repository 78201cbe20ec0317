/** A stored archive, read where it is needed: its directory, or some of its members, never the whole. */

import { isCandidate } from '../../../analysis/platforms/candidate.ts';
import {
  checkPlaces,
  LOCAL_BYTES,
  quotedName,
  readDirectory,
  readEnd,
  TAIL_BYTES,
  unsafe,
  type ZipEntry,
} from '../../../analysis/platforms/zip/directory.ts';
import { dataStartOf, unpackAside, unpackStart } from '../../../analysis/platforms/zip/member.ts';
import type { BlobStore } from '../../../infra/blobs/blob-store.ts';
import { formatNumber } from '../../../text/format.ts';
import { MIB } from '../../../units.ts';

/** Longest path of a file in a project, in UTF-8: it is a key of the database, whose keys have an end at 2,704. */
const PROJECT_PATH_BYTES_MAX = 1_024;

/** Largest directory of an archive; ten thousand entries with long names need a quarter of it. */
const ZIP_DIRECTORY_BYTES_MAX = 16 * MIB;

/** Archive in the blob store. */
export interface StoredArchive {
  readonly orgId: string;
  readonly blobId: string;
  readonly bytes: number;
}

/** A member, and where the next thing in the archive begins. */
export interface PlacedEntry extends ZipEntry {
  readonly endMax: number;
}

/** Bytes of a local header at most: name and extra field have lengths of two bytes. */
const LOCAL_BYTES_MAX = LOCAL_BYTES + 2 * 0xffff;
/** Bytes of a member that are read first: its local header, and enough of its content. */
const HEAD_BYTES = 256 * 1024;
/** Number of bytes from which unneeded content is skipped instead of read. */
const JUMP_BYTES_MIN = MIB;

async function readRange(
  blobs: BlobStore,
  archive: StoredArchive,
  start: number,
  end: number,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of blobs.get(archive.orgId, archive.blobId, { start, end })) pieces.push(piece);
  return Buffer.concat(pieces);
}

/**
 * Lists the files of an archive in the order of their places. Checks the directory; what only the members themselves
 * show is checked when they are read.
 * @throws AppError `archive_unsafe`, `archive_too_large`
 */
export async function listArchiveMembers(
  blobs: BlobStore,
  archive: StoredArchive,
): Promise<readonly PlacedEntry[]> {
  const { bytes } = archive;
  const tailStart = Math.max(0, bytes - TAIL_BYTES);
  const tail = await readRange(blobs, archive, tailStart, bytes);
  const end = readEnd(tail, bytes);
  const { directoryStart, endStart } = end;
  if (directoryStart > endStart || endStart - directoryStart > ZIP_DIRECTORY_BYTES_MAX)
    throw unsafe('has a damaged central directory');
  const directory =
    directoryStart >= tailStart
      ? tail.subarray(directoryStart - tailStart, endStart - tailStart)
      : await readRange(blobs, archive, directoryStart, endStart);
  const entries = readDirectory(directory, end);
  checkPaths(entries);
  // A local header has at least these bytes before the packed ones.
  checkPlaces(entries, directoryStart, ({ localStart }) => localStart + LOCAL_BYTES);
  const placed = entries.toSorted((a, b) => a.localStart - b.localStart);
  return placed.map((entry, index) => {
    const next = placed[index + 1]?.localStart ?? directoryStart;
    return { ...entry, endMax: Math.min(next, entry.localStart + LOCAL_BYTES_MAX + entry.packedBytes) };
  });
}

function checkPaths(entries: readonly ZipEntry[]): void {
  const limit = PROJECT_PATH_BYTES_MAX;
  for (const { path } of entries) {
    const bytes = Buffer.byteLength(path);
    if (bytes <= limit) continue;
    const [is, most] = [bytes, limit].map(formatNumber);
    throw unsafe(`has a member whose path is ${is} bytes long (${quotedName(path)}); the limit is ${most}`);
  }
}

/** Takes parts of a stream, one behind the other. */
interface Cutter {
  /** The bytes between two places; nothing before them can be had any more. */
  take(start: number, end: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** @param open restarts the stream at a place, which is cheaper than reading over what no file needs */
function cutterOf(open: (start: number) => AsyncIterable<Uint8Array>): Cutter {
  let source: AsyncIterator<Uint8Array> | null = null;
  let pieces: Uint8Array[] = [];
  let length = 0;
  let at = 0;
  const close = async () => {
    await source?.return?.();
    source = null;
  };
  return {
    async take(start, end) {
      if (source === null || start - (at + length) > JUMP_BYTES_MIN) {
        await close();
        source = open(start)[Symbol.asyncIterator]();
        pieces = [];
        length = 0;
        at = start;
      }
      while (at + length < end) {
        const { value, done } = await source.next();
        if (done === true) break;
        pieces.push(value);
        length += value.byteLength;
        if (at + length <= start) {
          at += length;
          pieces = [];
          length = 0;
        }
      }
      const [only] = pieces;
      const all =
        pieces.length === 1
          ? Buffer.from(only!.buffer, only!.byteOffset, only!.byteLength)
          : Buffer.concat(pieces);
      const taken = all.subarray(Math.max(0, start - at), Math.max(0, end - at));
      const rest = all.subarray(Math.max(0, end - at));
      pieces = rest.length === 0 ? [] : [rest];
      at += all.length - rest.length;
      length = rest.length;
      return taken;
    },
    close,
  };
}

/** Reads members one after the other, each once, in the order of their places. */
export interface MemberReader {
  /**
   * Unpacks a member; undefined when its first bytes show that it is no workflow, which is known of a large one before the
   * rest of it is held in memory. @throws AppError `archive_unsafe` when it is not what the directory says
   */
  read(entry: PlacedEntry): Promise<Buffer | undefined>;
  close(): Promise<void>;
}

/** Opens the part of an archive that holds these members; they must be in the order of their places. */
export function openMembers(
  blobs: BlobStore,
  { orgId, blobId }: StoredArchive,
  entries: readonly PlacedEntry[],
): MemberReader {
  const end = entries.at(-1)?.endMax ?? 0;
  const cutter = cutterOf((start) => blobs.get(orgId, blobId, { start, end }));
  return {
    async read(entry) {
      const { localStart, endMax, packedBytes } = entry;
      const headEnd = Math.min(endMax, localStart + HEAD_BYTES);
      const head = await cutter.take(localStart, headEnd);
      const dataStart = dataStartOf(head, 0, entry);
      if (localStart + dataStart + packedBytes > endMax) throw unsafe('has members that overlap');
      if (headEnd === endMax) {
        const content = await unpackAside(head.subarray(dataStart, dataStart + packedBytes), entry);
        return isCandidate(content, entry.path) ? content : undefined;
      }
      const start = unpackStart(head.subarray(dataStart, dataStart + packedBytes), entry);
      if (!isCandidate(start, entry.path, entry.sizeBytes)) return undefined;
      const whole = Buffer.concat([head, await cutter.take(headEnd, endMax)]);
      return unpackAside(whole.subarray(dataStart, dataStart + packedBytes), entry);
    },
    close: cutter.close,
  };
}
