/** Packed folder as npm reads it: the same bytes for the same content, on any machine. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const BLOCK_BYTES = 512;
/** Longest path that the plain header holds. */
const PATH_CHARACTERS_MAX = 100;
/** The time that npm itself writes: zip files cannot hold an earlier one. */
const MODIFIED_SECONDS = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/** Packs every file of a folder below `package/`; those in `bin` can be run. */
export function tarball(folder: string): Buffer {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
  const members = paths.flatMap((path) => {
    const content = readFileSync(join(folder, path));
    const padding = Buffer.alloc((BLOCK_BYTES - (content.length % BLOCK_BYTES)) % BLOCK_BYTES);
    return [header(`package/${path}`, content.length), content, padding];
  });
  const packed = gzipSync(Buffer.concat([...members, Buffer.alloc(2 * BLOCK_BYTES)]), { level: 9 });
  // The tenth byte names the system that compressed: it says nothing about the content.
  packed[9] = 255;
  return packed;
}

/** Returns the header of a member, in the format `ustar`. */
function header(path: string, bytes: number): Buffer {
  if (path.length > PATH_CHARACTERS_MAX) throw new Error(`The path is too long to be packed: ${path}`);
  const block = Buffer.alloc(BLOCK_BYTES);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  block.write(path, 0);
  block.write(octal(path.startsWith('package/bin/') ? 0o755 : 0o644, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(bytes, 11), 124);
  block.write(octal(MODIFIED_SECONDS, 11), 136);
  // The checksum is that of a header with spaces in its place.
  block.write('        ', 148);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)} `, 148);
  return block;
}
