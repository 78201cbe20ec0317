/** Packs files into the archive of a project. */
import { deflateRawSync } from 'node:zlib';
import { Zip, ZipPassThrough } from 'fflate';
import { ZIP_LIMITS } from '../../analysis/platforms/limits.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { formatNumber } from '../../text/format.ts';
import { cannotRead } from '../validate/read-error.ts';
import type { SentFile } from './sent-files.ts';

/** Time of every member: equal files make equal archives, whose results the service reuses. */
const MEMBER_TIME = new Date(1980, 0, 1);
/** Content of a file that cannot be a workflow. */
const NOTHING = new Uint8Array(0);
const HINT = 'Leave files out with --exclude, or submit folders one by one.';

/**
 * Packs the files under their paths in the service. Of a file that cannot be a workflow only the name goes, so that
 * checks across files find it; its content stays here.
 * @throws StartError beyond the limits of the service, and for a file that cannot be read
 */
export async function packFiles(files: readonly SentFile[]): Promise<Uint8Array<ArrayBuffer>> {
  requireCount(files.length);
  const pieces: Uint8Array[] = [];
  let packedBytes = 0;
  let unpackedBytes = 0;
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    pieces.push(piece);
    packedBytes += piece.byteLength;
  });
  for (const { file, sentPath, shownPath } of files) {
    const content =
      (await file.read().catch((cause: unknown) => {
        throw cannotRead(shownPath, cause);
      })) ?? NOTHING;
    requireSize(shownPath, content.byteLength);
    addMember(zip, sentPath, content);
    unpackedBytes += content.byteLength;
    requireTotals(packedBytes, unpackedBytes);
  }
  zip.end();
  return new Uint8Array(Buffer.concat(pieces));
}

/** Method of the format for deflated members (APPNOTE 4.4.5). */
const DEFLATED = 8;

/** Member that Node has compressed: the library's own streams are not always valid (fflate#260). */
class PackedMember extends ZipPassThrough {
  override compression = DEFLATED;
  private readonly packed: Uint8Array<ArrayBuffer>;

  constructor(path: string, packed: Uint8Array<ArrayBuffer>) {
    super(path);
    this.packed = packed;
  }

  protected override process(_: Uint8Array, isLast: boolean): void {
    this.ondata(null, this.packed, isLast);
  }
}

function addMember(zip: Zip, path: string, content: Uint8Array): void {
  const packed = new Uint8Array(deflateRawSync(content));
  // The service takes a member that packs better for a bomb, and an empty one needs no stream.
  const isPacked = content.byteLength > 0 && content.byteLength <= packed.byteLength * ZIP_LIMITS.ratioMax;
  const member = isPacked ? new PackedMember(path, packed) : new ZipPassThrough(path);
  member.mtime = MEMBER_TIME;
  zip.add(member);
  member.push(content, true);
}

function requireCount(count: number): void {
  if (count <= ZIP_LIMITS.entriesMax) return;
  const limit = formatNumber(ZIP_LIMITS.entriesMax);
  throw new StartError(
    `A project may have at most ${limit} files; these are ${formatNumber(count)}. ${HINT}`,
    2,
  );
}

function requireSize(path: string, bytes: number): void {
  if (bytes <= ZIP_LIMITS.entryBytesMax) return;
  const limit = formatNumber(ZIP_LIMITS.entryBytesMax);
  const problem = `${JSON.stringify(path)} has ${formatNumber(bytes)} bytes; a file of a project may have at most ${limit}.`;
  throw new StartError(`${problem} Leave it out with --exclude.`, 2);
}

function requireTotals(packedBytes: number, unpackedBytes: number): void {
  const { projectBytesMax } = CONTRACT_LIMITS;
  const { totalBytesMax } = ZIP_LIMITS;
  if (packedBytes <= projectBytesMax && unpackedBytes <= totalBytesMax) return;
  const limits = `${formatNumber(projectBytesMax)} bytes packed and ${formatNumber(totalBytesMax)} unpacked`;
  throw new StartError(`A project may have at most ${limits}; these files have more. ${HINT}`, 2);
}
