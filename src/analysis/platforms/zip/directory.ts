/**
 * Directory of a zip archive: its members, their places, and whether its declarations can be true. Nothing is unpacked.
 */
import { AppError } from '../../../errors.ts';
import { formatNumber } from '../../../text/format.ts';
import { ZIP_LIMITS, type ZipLimits } from '../limits.ts';
import { decodeName, safePath } from './names.ts';

/** A small member may have any ratio: it means nothing there. */
export const RATIO_FREE_BYTES = 64 * 1024;

/** A file in an archive, as the directory describes it. */
export interface ZipEntry {
  /** With `/` between folders, relative, without `.` and `..`. */
  readonly path: string;
  /** Unpacked size, as declared; reading fails when it is not true. */
  readonly sizeBytes: number;
  readonly packedBytes: number;
  /** Compression method: 0 none, 8 deflate. */
  readonly method: number;
  /** CRC-32 of the content. */
  readonly crc: number;
  /** Start of its local header. */
  readonly localStart: number;
}

/** Location of the directory. */
export interface ZipEnd {
  readonly entriesCount: number;
  readonly directoryStart: number;
  /** Start of the end record, and upper bound of the directory. */
  readonly endStart: number;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
/** Bytes of a local header before the name. */
export const LOCAL_BYTES = 30;
const UNIX_LINK = 0xa000;
/** Value of a field whose true value stands in a Zip64 record. */
const IN_ZIP64 = 0xffffffff;
/** The last bytes of an archive in which its end record begins: a comment behind it has at most 65,535. */
export const TAIL_BYTES = END_BYTES + 0xffff;
/** Names may have 65,535 bytes; a message shows the end, which is more specific. */
const SHOWN_CHARACTERS = 100;

export const unsafe = (reason: string, options?: ErrorOptions): AppError =>
  new AppError('archive_unsafe', `The archive ${reason}.`, {}, options);
const tooLarge = (reason: string): AppError => new AppError('archive_too_large', `The archive ${reason}.`);
export const quotedName = (path: string): string =>
  JSON.stringify(path.length <= SHOWN_CHARACTERS ? path : `…${path.slice(-SHOWN_CHARACTERS).toWellFormed()}`);

/** Finds the end record, the last thing in the file but for a comment. */
function findEnd(tail: Buffer): number {
  const lowest = Math.max(0, tail.length - TAIL_BYTES);
  for (let at = tail.length - END_BYTES; at >= lowest; at -= 1) {
    if (tail.readUInt32LE(at) === END && at + END_BYTES + tail.readUInt16LE(at + 20) === tail.length)
      return at;
  }
  throw unsafe('has no central directory: it is cut off or damaged');
}

/**
 * Finds the directory.
 * @param tail the last `TAIL_BYTES` of the archive or more
 * @param totalBytes size of the whole archive
 * @throws AppError `archive_unsafe`, `archive_too_large`
 */
export function readEnd(tail: Buffer, totalBytes: number, limits: ZipLimits = ZIP_LIMITS): ZipEnd {
  if (tail.length < END_BYTES) throw unsafe('is cut off');
  const end = findEnd(tail);
  const entriesCount = tail.readUInt16LE(end + 10);
  const directoryStart = tail.readUInt32LE(end + 16);
  if (entriesCount === 0xffff || directoryStart === IN_ZIP64)
    throw tooLarge('uses the Zip64 form, which is for huge archives');
  if (tail.readUInt32LE(end + 4) !== 0 || tail.readUInt16LE(end + 8) !== entriesCount)
    throw unsafe('is one part of several');
  if (entriesCount > limits.entriesMax) {
    throw tooLarge(
      `has ${formatNumber(entriesCount)} members; the limit is ${formatNumber(limits.entriesMax)}`,
    );
  }
  return { entriesCount, directoryStart, endStart: totalBytes - tail.length + end };
}

/** Reads one record; undefined for a folder. */
function readEntry(
  bytes: Buffer,
  at: number,
): { readonly entry: ZipEntry | undefined; readonly next: number } {
  if (at + CENTRAL_BYTES > bytes.length || bytes.readUInt32LE(at) !== CENTRAL)
    throw unsafe('has a damaged central directory');
  const flags = bytes.readUInt16LE(at + 8);
  const nameEnd = at + CENTRAL_BYTES + bytes.readUInt16LE(at + 28);
  const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  const name = decodeName(bytes.subarray(at + CENTRAL_BYTES, nameEnd), (flags & 0x800) !== 0);
  const path = safePath(name);
  if (path === undefined) throw unsafe(`has a member whose name leads out of it: ${quotedName(name)}`);
  if (path.endsWith('/')) return { entry: undefined, next };
  if ((flags & 1) !== 0)
    throw unsafe(`is protected by a password (${quotedName(path)}); upload it without one`);
  if (((bytes.readUInt32LE(at + 38) >>> 16) & 0xf000) === UNIX_LINK)
    throw unsafe(`has a link in it (${quotedName(path)})`);
  const localStart = bytes.readUInt32LE(at + 42);
  const packedBytes = bytes.readUInt32LE(at + 20);
  const sizeBytes = bytes.readUInt32LE(at + 24);
  if (sizeBytes === IN_ZIP64 || packedBytes === IN_ZIP64 || localStart === IN_ZIP64) {
    throw tooLarge(`uses the Zip64 form for ${quotedName(path)}, which is for files over 4 GiB`);
  }
  const method = bytes.readUInt16LE(at + 10);
  return {
    entry: { path, method, crc: bytes.readUInt32LE(at + 16), packedBytes, sizeBytes, localStart },
    next,
  };
}

function checkSizes(entries: readonly ZipEntry[], limits: ZipLimits): void {
  let total = 0;
  let packed = 0;
  for (const { path, sizeBytes, packedBytes } of entries) {
    total += sizeBytes;
    packed += packedBytes;
    if (sizeBytes > limits.entryBytesMax) {
      throw tooLarge(
        `unpacks ${quotedName(path)} to ${formatNumber(sizeBytes)} bytes; the limit is ${formatNumber(limits.entryBytesMax)}`,
      );
    }
    if (sizeBytes > RATIO_FREE_BYTES && sizeBytes > packedBytes * limits.ratioMax) {
      throw unsafe(`packs ${quotedName(path)} more than ${limits.ratioMax} times, as only a bomb does`);
    }
  }
  if (total > limits.totalBytesMax) {
    throw tooLarge(
      `unpacks to ${formatNumber(total)} bytes; the limit is ${formatNumber(limits.totalBytesMax)}`,
    );
  }
  if (total > RATIO_FREE_BYTES && total > packed * limits.ratioMax) {
    throw unsafe(`is packed more than ${limits.ratioMax} times, as only a bomb is`);
  }
}

/**
 * Rejects members that share bytes, or reach into the directory: they make a small file unpack to anything.
 * @param dataStartOf returns the start of the packed bytes, or the earliest possible one
 */
export function checkPlaces(
  entries: readonly ZipEntry[],
  directoryStart: number,
  dataStartOf: (entry: ZipEntry) => number,
): void {
  const paths = new Set<string>();
  let end = 0;
  for (const entry of [...entries].sort((a, b) => a.localStart - b.localStart)) {
    if (paths.has(entry.path)) throw unsafe(`has two members with the name ${quotedName(entry.path)}`);
    paths.add(entry.path);
    if (entry.localStart < end) throw unsafe('has members that overlap');
    end = dataStartOf(entry) + entry.packedBytes;
    if (end > directoryStart) throw unsafe(`promises more of ${quotedName(entry.path)} than there is`);
  }
}

/**
 * Returns the files of an archive in the order of its directory, and checks all sizes that need nothing else.
 * @param bytes the range from `directoryStart` to `endStart`
 * @throws AppError `archive_unsafe`, `archive_too_large`
 */
export function readDirectory(
  bytes: Buffer,
  { entriesCount }: ZipEnd,
  limits: ZipLimits = ZIP_LIMITS,
): readonly ZipEntry[] {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let i = 0; i < entriesCount; i += 1) {
    const { entry, next } = readEntry(bytes, at);
    if (entry !== undefined) entries.push(entry);
    at = next;
  }
  if (at > bytes.length) throw unsafe('has a damaged central directory');
  // Other programs continue here: they would unpack members that were not checked.
  if (at + 4 <= bytes.length && bytes.readUInt32LE(at) === CENTRAL)
    throw unsafe(`has more members than the ${formatNumber(entriesCount)} that it says`);
  checkSizes(entries, limits);
  return entries;
}
