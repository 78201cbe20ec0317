/** Comparison of a file with an object of Git. Git itself would run the filters that the repository names. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { isLfsPointer } from '../validate/lfs-pointer.ts';
import type { BlobReader } from './blob-reader.ts';
import type { GitBlob } from './revision.ts';

const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/** Size up to which an object may be a pointer of Git LFS, as its specification says. */
const POINTER_BYTES_MAX = 1_024;

/** Returns whether a file has the content of an object, or of the object's Git LFS pointer. */
export async function isSameContent(
  path: string,
  { id, sizeBytes }: GitBlob,
  reader: BlobReader,
): Promise<boolean> {
  const { size } = await stat(path);
  // Nothing larger is judged, and Node reads no more than 2 GiB at once.
  if (size > CONTRACT_LIMITS.projectBytesMax) return false;
  const bytes = await readFile(path);
  // A checkout may have changed the ends of lines.
  if (objectId(bytes, id) === id || objectId(withLineFeeds(bytes), id) === id) return true;
  if (sizeBytes === 0 || sizeBytes > POINTER_BYTES_MAX) return false;
  const hash = pointedHash(path, await reader.read(id));
  return hash !== null && hash === createHash('sha256').update(bytes).digest('hex');
}

/** Returns the object id of a content, in the format of another id (Git's "blob" header and SHA-1 or SHA-256). */
function objectId(bytes: Buffer, { length }: string): string {
  const hash = createHash(length === 40 ? 'sha1' : 'sha256');
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function withLineFeeds(bytes: Buffer): Buffer {
  const result = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i += 1) {
    if (bytes[i] === CARRIAGE_RETURN && bytes[i + 1] === LINE_FEED) continue;
    result[length] = bytes[i]!;
    length += 1;
  }
  return result.subarray(0, length);
}

/** Returns the SHA-256 of the content that a pointer of Git LFS stands for; null if the content is no pointer. */
function pointedHash(path: string, content: Buffer): string | null {
  if (!isLfsPointer(path, content)) return null;
  return /\noid sha256:([0-9a-f]{64})\n/.exec(content.toString('latin1'))?.[1] ?? null;
}
