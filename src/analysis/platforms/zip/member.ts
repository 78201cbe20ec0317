/** One member of a zip archive: finds its packed bytes behind its local header, and unpacks them. */
import { constants, crc32, inflateRaw, inflateRawSync } from 'node:zlib';
import { LOCAL_BYTES, quotedName, unsafe, type ZipEntry } from './directory.ts';
import { decodeName, safePath } from './names.ts';

const LOCAL = 0x04034b50;
const STORED = 0;
const DEFLATED = 8;

/**
 * Returns the offset of a member's packed bytes in `bytes`. They follow its local header, which must have the same
 * name.
 * @param local start of that header in `bytes`
 */
export function dataStartOf(bytes: Buffer, local: number, { path }: ZipEntry): number {
  if (local + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(local) !== LOCAL) {
    throw unsafe(`promises ${quotedName(path)} where nothing is`);
  }
  const nameEnd = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26);
  const isFlagged = (bytes.readUInt16LE(local + 6) & 0x800) !== 0;
  const name = decodeName(bytes.subarray(local + LOCAL_BYTES, nameEnd), isFlagged);
  // A program that unpacks by local headers would get another file than the one that is checked here.
  if (safePath(name) !== path) throw unsafe(`has two names for ${quotedName(path)}`);
  return nameEnd + bytes.readUInt16LE(local + 28);
}

/** Unpacks a member synchronously. @throws AppError `archive_unsafe` when it differs from the directory */
export function unpack(packed: Buffer, entry: ZipEntry): Buffer {
  if (isPlain(packed, entry)) return checked(packed, entry);
  let content: Buffer;
  try {
    content = inflateRawSync(packed, roomFor(entry));
  } catch (cause) {
    throw damaged(entry, cause);
  }
  return checked(content, entry);
}

/** Unpacks a member in the thread pool of Node. @throws AppError `archive_unsafe` when it differs from the directory */
export async function unpackAside(packed: Buffer, entry: ZipEntry): Promise<Buffer> {
  if (isPlain(packed, entry)) return checked(packed, entry);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  inflateRaw(packed, roomFor(entry), (cause, content) =>
    cause === null ? resolve(content) : reject(damaged(entry, cause)),
  );
  return checked(await promise, entry);
}

/** Packed bytes that suffice to see the beginning of a content. */
const START_BYTES = 1024;

/** Returns the beginning of the content, as far as it is in the first bytes; nothing is checked. */
export function unpackStart(packed: Buffer, entry: ZipEntry): Buffer {
  const start = packed.subarray(0, START_BYTES);
  if (isPlain(start, entry)) return start;
  try {
    return inflateRawSync(start, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch (cause) {
    throw damaged(entry, cause);
  }
}

/** Returns whether the bytes are the content itself. */
function isPlain(packed: Buffer, { path, method, sizeBytes }: ZipEntry): boolean {
  // Some programs declare an empty member as deflated and write no deflate stream for it.
  if (method === STORED || (sizeBytes === 0 && packed.length === 0)) return true;
  if (method === DEFLATED) return false;
  throw unsafe(`packs ${quotedName(path)} by a method that is not supported; use deflate`);
}

/** Returns the output limit. One byte of room shows a member that is larger than declared. */
function roomFor({ sizeBytes }: ZipEntry): { readonly maxOutputLength: number; readonly chunkSize: number } {
  const room = sizeBytes + 1;
  return { maxOutputLength: room, chunkSize: Math.max(64, room) };
}

function checked(content: Buffer, { path, sizeBytes, crc }: ZipEntry): Buffer {
  if (content.length === sizeBytes && crc32(content) === crc) return content;
  throw unsafe(`holds ${quotedName(path)} in another form than its directory says`);
}

function damaged({ path }: ZipEntry, cause: unknown): Error {
  return unsafe(`has a member that is damaged or larger than declared: ${quotedName(path)}`, { cause });
}
