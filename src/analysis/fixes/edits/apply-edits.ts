/** Applies edits to the bytes of a file: its encoding, byte-order mark, line ends and all other bytes stay. */
import { toUtf8 } from '../../platforms/text.ts';
import type { Edit } from './edit.ts';

const BOM_LITTLE = 0xff;
const BOM_BIG = 0xfe;

/** Encodes text as UTF-16. */
function utf16(text: string, isBig: boolean): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
}

/** Returns how offsets and texts of the UTF-8 form are written in the file. */
function encodingOf(bytes: Buffer, text: Buffer) {
  // UTF-8 is a view of the same bytes; small buffers share their memory with others.
  const isView =
    text.buffer === bytes.buffer && text.byteOffset + text.length === bytes.byteOffset + bytes.length;
  if (isView) {
    const mark = bytes.length - text.length;
    return { at: (offset: number) => mark + offset, encode: (added: string) => Buffer.from(added, 'utf8') };
  }
  const hasMark = bytes[0] === BOM_LITTLE || bytes[0] === BOM_BIG;
  const isBig = bytes[0] === BOM_BIG || bytes[0] === 0;
  const mark = hasMark ? 2 : 0;
  return {
    at: (offset: number) => mark + 2 * text.toString('utf8', 0, offset).length,
    encode: (added: string) => utf16(added, isBig),
  };
}

/**
 * Returns the file with the edits applied.
 * @param edits of its text as UTF-8 without a byte-order mark; none of them overlap
 */
export function applyEdits(input: Uint8Array, edits: readonly Edit[]): Buffer {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const { at, encode } = encodingOf(bytes, toUtf8(input));
  const pieces: Buffer[] = [];
  let from = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    pieces.push(bytes.subarray(from, at(start)), encode(text));
    from = at(end);
  }
  return Buffer.concat([...pieces, bytes.subarray(from)]);
}
