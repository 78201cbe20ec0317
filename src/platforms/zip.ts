/**
 * Reads zip archives from hostile hands: the central directory first, every promise in it checked, and a member
 * inflated only when somebody asks for it, never beyond the size that it declared.
 */
import { crc32, inflateRawSync } from 'node:zlib';
import { AppError } from '../errors.ts';
import { decodeName, safePath } from './zip-names.ts';

export interface ZipLimits {
  /** Members of an archive, folders included. */
  readonly entriesMax: number;
  /** Unpacked size of one member. */
  readonly entryBytesMax: number;
  /** Unpacked size of all members. */
  readonly totalBytesMax: number;
  /** Unpacked size over packed size, of one member and of all. */
  readonly ratioMax: number;
}

/** The highest ratio of a real archive known is 23. */
export const ZIP_LIMITS: ZipLimits = Object.freeze({
  entriesMax: 10_000,
  entryBytesMax: 64 * 1024 * 1024,
  totalBytesMax: 1024 * 1024 * 1024,
  ratioMax: 100,
});

/** A small member may be packed as well as it likes: the ratio says nothing there. */
const RATIO_FREE_BYTES = 64 * 1024;

export interface ZipMember {
  /** With `/` between folders, relative, without `.` and `..`. */
  readonly path: string;
  /** Unpacked, as declared; reading fails when it is not true. */
  readonly sizeBytes: number;
}

export interface ZipArchive {
  /** Files in the order of the central directory; folders are left out. */
  readonly members: readonly ZipMember[];
  /** Unpacks a member. @throws AppError `archive_unsafe` when it is not what the directory says */
  read(member: ZipMember): Buffer;
}

interface Entry extends ZipMember {
  readonly packedBytes: number;
  readonly method: number;
  readonly crc: number;
  readonly localStart: number;
  readonly dataStart: number;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const STORED = 0;
const DEFLATED = 8;
const UNIX_LINK = 0xa000;
/** What a field says whose true value stands in a Zip64 record. */
const IN_ZIP64 = 0xffffffff;
/** Names may have 65,535 bytes; a message shows the end, which tells more. */
const SHOWN_CHARACTERS = 100;

const unsafe = (reason: string): AppError => new AppError('archive_unsafe', `The archive ${reason}.`);
const tooLarge = (reason: string): AppError => new AppError('archive_too_large', `The archive ${reason}.`);
const count = (value: number): string => value.toLocaleString('en');
const quoted = (path: string): string =>
  JSON.stringify(path.length <= SHOWN_CHARACTERS ? path : `…${path.slice(-SHOWN_CHARACTERS).toWellFormed()}`);

/** The end record is the last thing in the file but for a comment of at most 65,535 bytes. */
function findEnd(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - END_BYTES - 0xffff);
  for (let at = bytes.length - END_BYTES; at >= lowest; at -= 1) {
    if (bytes.readUInt32LE(at) === END && at + END_BYTES + bytes.readUInt16LE(at + 20) === bytes.length)
      return at;
  }
  throw unsafe('has no central directory: it is cut off or damaged');
}

/** Where the packed bytes of a member begin: behind its local header, which must carry the same name. */
function dataStartOf(bytes: Buffer, local: number, name: Buffer, path: string): number {
  if (local + 30 > bytes.length || bytes.readUInt32LE(local) !== LOCAL) {
    throw unsafe(`promises ${quoted(path)} where nothing is`);
  }
  const nameEnd = local + 30 + bytes.readUInt16LE(local + 26);
  // Who unpacks by local headers would get another file than the one that is checked here.
  if (!bytes.subarray(local + 30, nameEnd).equals(name)) throw unsafe(`has two names for ${quoted(path)}`);
  return nameEnd + bytes.readUInt16LE(local + 28);
}

/** Reads one record of the central directory; undefined for a folder. */
function readEntry(bytes: Buffer, at: number): { readonly entry: Entry | undefined; readonly next: number } {
  if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL)
    throw unsafe('has a damaged central directory');
  const flags = bytes.readUInt16LE(at + 8);
  const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
  const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  const nameBytes = bytes.subarray(at + 46, nameEnd);
  const name = decodeName(nameBytes, (flags & 0x800) !== 0);
  const path = safePath(name);
  if (path === undefined) throw unsafe(`has a member whose name leads out of it: ${quoted(name)}`);
  if (path.endsWith('/')) return { entry: undefined, next };
  if ((flags & 1) !== 0) throw unsafe(`is protected by a password (${quoted(path)}); upload it without one`);
  if (((bytes.readUInt32LE(at + 38) >>> 16) & 0xf000) === UNIX_LINK)
    throw unsafe(`has a link in it (${quoted(path)})`);
  const localStart = bytes.readUInt32LE(at + 42);
  const packedBytes = bytes.readUInt32LE(at + 20);
  const sizeBytes = bytes.readUInt32LE(at + 24);
  if (sizeBytes === IN_ZIP64 || packedBytes === IN_ZIP64 || localStart === IN_ZIP64) {
    throw tooLarge(`uses the Zip64 form for ${quoted(path)}, which is for files over 4 GiB`);
  }
  const entry = {
    path,
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packedBytes,
    sizeBytes,
    localStart,
    dataStart: dataStartOf(bytes, localStart, nameBytes, path),
  };
  return { entry, next };
}

function checkSizes(entries: readonly Entry[], limits: ZipLimits): void {
  let total = 0;
  let packed = 0;
  for (const { path, sizeBytes, packedBytes } of entries) {
    total += sizeBytes;
    packed += packedBytes;
    if (sizeBytes > limits.entryBytesMax) {
      throw tooLarge(
        `unpacks ${quoted(path)} to ${count(sizeBytes)} bytes; the limit is ${count(limits.entryBytesMax)}`,
      );
    }
    if (sizeBytes > RATIO_FREE_BYTES && sizeBytes > packedBytes * limits.ratioMax) {
      throw unsafe(`packs ${quoted(path)} more than ${limits.ratioMax} times, as only a bomb does`);
    }
  }
  if (total > limits.totalBytesMax) {
    throw tooLarge(`unpacks to ${count(total)} bytes; the limit is ${count(limits.totalBytesMax)}`);
  }
  if (total > RATIO_FREE_BYTES && total > packed * limits.ratioMax) {
    throw unsafe(`is packed more than ${limits.ratioMax} times, as only a bomb is`);
  }
}

/** Members that share bytes, or reach into the directory, make a small file unpack to anything. */
function checkPlaces(entries: readonly Entry[], directoryStart: number): void {
  const paths = new Set<string>();
  let end = 0;
  for (const entry of [...entries].sort((a, b) => a.localStart - b.localStart)) {
    if (paths.has(entry.path)) throw unsafe(`has two members with the name ${quoted(entry.path)}`);
    paths.add(entry.path);
    if (entry.localStart < end) throw unsafe('has members that overlap');
    end = entry.dataStart + entry.packedBytes;
    if (end > directoryStart) throw unsafe(`promises more of ${quoted(entry.path)} than there is`);
  }
}

function inflate(bytes: Buffer, entry: Entry): Buffer {
  const packed = bytes.subarray(entry.dataStart, entry.dataStart + entry.packedBytes);
  // Some tools call an empty member deflated and write no deflate stream for it.
  if (entry.method === STORED || (entry.sizeBytes === 0 && packed.length === 0)) return packed;
  if (entry.method !== DEFLATED)
    throw unsafe(`packs ${quoted(entry.path)} by a method that is not supported; use deflate`);
  try {
    // One byte of room shows a member that is larger than it said.
    const room = entry.sizeBytes + 1;
    return inflateRawSync(packed, { maxOutputLength: room, chunkSize: Math.max(64, room) });
  } catch (cause) {
    throw new AppError(
      'archive_unsafe',
      `The archive's member ${quoted(entry.path)} is damaged or larger than declared.`,
      {},
      { cause },
    );
  }
}

/**
 * Reads the directory of an archive and checks everything that can be checked without unpacking.
 * @throws AppError `archive_unsafe`, `archive_too_large`
 */
export function readZip(bytes: Buffer, limits: ZipLimits = ZIP_LIMITS): ZipArchive {
  if (bytes.length < END_BYTES) throw unsafe('is cut off');
  const end = findEnd(bytes);
  const entriesCount = bytes.readUInt16LE(end + 10);
  const directoryStart = bytes.readUInt32LE(end + 16);
  if (entriesCount === 0xffff || directoryStart === IN_ZIP64)
    throw tooLarge('uses the Zip64 form, which is for huge archives');
  if (bytes.readUInt32LE(end + 4) !== 0 || bytes.readUInt16LE(end + 8) !== entriesCount)
    throw unsafe('is one part of several');
  if (entriesCount > limits.entriesMax) {
    throw tooLarge(`has ${count(entriesCount)} members; the limit is ${count(limits.entriesMax)}`);
  }
  const entries: Entry[] = [];
  let at = directoryStart;
  for (let i = 0; i < entriesCount; i += 1) {
    const { entry, next } = readEntry(bytes, at);
    if (entry !== undefined) entries.push(entry);
    at = next;
  }
  if (at > end) throw unsafe('has a damaged central directory');
  checkSizes(entries, limits);
  checkPlaces(entries, directoryStart);
  const known = new Map<ZipMember, Entry>(entries.map((entry) => [entry, entry]));
  return {
    members: entries,
    read(member) {
      const entry = known.get(member);
      if (entry === undefined) throw new TypeError(`${quoted(member.path)} is a member of another archive`);
      const content = inflate(bytes, entry);
      if (content.length !== entry.sizeBytes || crc32(content) !== entry.crc) {
        throw unsafe(`holds ${quoted(entry.path)} in another form than its directory says`);
      }
      return content;
    },
  };
}
