/** Zip archive of several files, made in the browser, in the form of PKWARE's APPNOTE (sections 4.3.7, 4.3.12, 4.3.16). */
import type { PathFile } from './dropped-files.ts';

/** Number of an archive, by its bytes. */
type Field = readonly [bytes: 2 | 4, value: number];

/** Members that every header of a file has: version 2.0, names in UTF-8, deflated, of the first day that zip knows. */
const HEAD: readonly Field[] = [
  [2, 20],
  [2, 0x800],
  [2, 8],
  [2, 0],
  [2, 0x21],
];

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  return crc;
});

/**
 * Returns an archive of the files. `onFile` receives the number of files that it has. @throws DOMException when the signal
 * is aborted, or a file can no longer be read
 */
export async function zipFiles(
  files: readonly PathFile[],
  onFile: (count: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const members: Blob[] = [];
  const directory: Blob[] = [];
  let offset = 0;
  for (const { path, file } of files) {
    signal.throwIfAborted();
    const bytes = new Uint8Array(await file.arrayBuffer());
    const packed = await deflate(bytes);
    const name = new TextEncoder().encode(path);
    const facts: readonly Field[] = [
      ...HEAD,
      [4, crcOf(bytes)],
      [4, packed.byteLength],
      [4, bytes.length],
      [2, name.length],
      [2, 0],
    ];
    const member = new Blob([record([[4, 0x04_03_4b_50], ...facts]), name, packed]);
    const place: readonly Field[] = [
      [2, 0],
      [4, 0],
      [4, 0],
      [4, offset],
    ];
    directory.push(new Blob([record([[4, 0x02_01_4b_50], [2, 20], ...facts, ...place]), name]));
    members.push(member);
    offset += member.size;
    onFile(members.length);
  }
  const end = record([
    [4, 0x06_05_4b_50],
    [4, 0],
    [2, files.length],
    [2, files.length],
    [4, new Blob(directory).size],
    [4, offset],
    [2, 0],
  ]);
  return new Blob([...members, ...directory, end], { type: 'application/zip' });
}

function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Response(packed).arrayBuffer();
}

function crcOf(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff]!;
  return ~crc;
}

/** Writes numbers one behind the other, the lowest byte first. */
function record(fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    fields.flatMap(([bytes, value]) => Array.from({ length: bytes }, (_, byte) => value >>> (8 * byte))),
  );
}
