/** Text layer under both readers: bytes of any Unicode encoding to UTF-8, and byte offsets to lines and columns. */

import { isAscii, isUtf8 } from 'node:buffer';
import { AppError } from '../../errors.ts';

const LF = 10;
const CR = 13;
/** Distance in bytes between two stored counts. */
const CHECKPOINT_BYTES = 1024;
/** Four times the first byte behind those that may end a line; smaller ones are line ends, and tabs. */
const ABOVE_BREAKS = 0x0e0e0e0e;
/** The top bit of each of four bytes: only ASCII has none of them set. */
const NON_ASCII = 0x80808080 | 0;
/** Bytes examined to recognise UTF-16 without a byte order mark. */
const SNIFF_BYTES = 256;

/** A place as editors show it: both 1-based, the column in UTF-16 code units, a byte order mark not counted. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/**
 * Returns the same text as UTF-8 without a byte order mark. UTF-8 is returned without a copy; UTF-16 is recognised by
 * its mark, or without one by its NUL bytes, and transcoded.
 * @throws AppError `unparsable_file` for bytes that are neither
 */
export function toUtf8(bytes: Uint8Array): Buffer {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const utf16 = utf16Encoding(whole);
  if (utf16 !== undefined) return fromUtf16(whole, utf16);
  const text = whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf ? whole.subarray(3) : whole;
  if (isUtf8(text)) return text;
  const offset = firstInvalidByte(text);
  throw unparsable(text.subarray(0, offset), offset, 'the bytes are not valid UTF-8. Save the file as UTF-8');
}

function utf16Encoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SNIFF_BYTES);
  if (!sample.includes(0)) return undefined;
  const zeros = [0, 0];
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i & 1]!++;
  const many = sample.length / 4;
  if (sample.length < 4 || (zeros[0]! < many && zeros[1]! < many)) return undefined;
  return zeros[1]! > zeros[0]! ? 'utf-16le' : 'utf-16be';
}

function fromUtf16(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): Buffer {
  try {
    return Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(bytes), 'utf8');
  } catch (cause) {
    const problem = `The file looks like ${encoding.toUpperCase()} but does not decode as it. Save it as UTF-8.`;
    throw new AppError('unparsable_file', problem, {}, { cause });
  }
}

/**
 * Returns the offset of the first invalid byte. Decoding replaces the first bad sequence, so the first byte that does
 * not survive the round trip is its start.
 */
function firstInvalidByte(bytes: Buffer): number {
  const survived = Buffer.from(bytes.toString('utf8'), 'utf8');
  let i = 0;
  while (i < bytes.length && bytes[i] === survived[i]) i++;
  return i;
}

/** Creates the error for bytes that are not well-formed; `problem` is a phrase without a full stop. */
export function unparsable(bytes: Buffer, offset: number, problem: string): AppError {
  const { line, column } = new LineIndex(bytes).positionOf(offset);
  const message = `Line ${line}, column ${column}: ${problem}.`;
  return new AppError('unparsable_file', message, { line: String(line), column: String(column) });
}

/**
 * Lazy index from byte offsets to lines and columns of one UTF-8 text. LF, CRLF and a lone CR all end a line, as in XML
 * and the common editors.
 */
export class LineIndex {
  readonly #bytes: Buffer;
  /** A view of the bytes, to read four at once. */
  #view: DataView | undefined;
  /** Offset of the last query, its line, and the start of that line: most queries continue from it. */
  #at = 0;
  #line = 0;
  #start = 0;
  /** The line at every CHECKPOINT_BYTES-th byte and its start, as far as computed. */
  readonly #lines: number[] = [0];
  readonly #starts: number[] = [0];
  /** UTF-16 units before every CHECKPOINT_BYTES-th byte, as far as computed. */
  readonly #units: number[] = [0];
  #ascii: boolean | undefined;
  /** Up to where units of the line have been counted, and how many. */
  #countedTo = 0;
  #counted = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Returns the position of a byte offset. An offset inside a multi-byte character counts as the character's start. */
  positionOf(offset: number): LineAndColumn {
    const known = Math.min(Math.floor(offset / CHECKPOINT_BYTES), this.#lines.length - 1);
    if (offset < this.#at || known * CHECKPOINT_BYTES > this.#at) {
      this.#at = known * CHECKPOINT_BYTES;
      this.#line = this.#lines[known]!;
      this.#start = this.#starts[known]!;
    }
    const end = Math.min(offset, this.#bytes.length);
    while (this.#at < end) this.#goOn(end);
    this.#ascii ??= isAscii(this.#bytes);
    const column = this.#ascii ? offset - this.#start : this.#unitsInLine(offset);
    return { line: this.#line + 1, column: column + 1 };
  }

  /** Advances to an offset, or to the next checkpoint that is not known yet. */
  #goOn(offset: number): void {
    const bytes = this.#bytes;
    const view = this.#wide();
    const checkpoint = this.#lines.length * CHECKPOINT_BYTES;
    const end = Math.min(offset, checkpoint);
    for (let at = this.#at; at < end; at += 1) {
      at = skipUnbroken(view, at, end);
      if (at === end) break;
      const byte = bytes[at]!;
      if (byte !== LF && (byte !== CR || bytes[at + 1] === LF)) continue;
      this.#line += 1;
      this.#start = at + 1;
    }
    this.#at = end;
    if (end !== checkpoint) return;
    this.#lines.push(this.#line);
    this.#starts.push(this.#start);
  }

  #wide(): DataView {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    return (this.#view ??= new DataView(buffer, byteOffset, byteLength));
  }

  /** Returns the UTF-16 units from the start of the line up to an offset in it. */
  #unitsInLine(offset: number): number {
    const start = this.#start;
    if (this.#countedTo < start || this.#countedTo > offset) {
      this.#countedTo = start;
      this.#counted = 0;
    }
    if (offset - this.#countedTo < CHECKPOINT_BYTES)
      this.#counted += utf16Units(this.#wide(), this.#countedTo, offset);
    else this.#counted = this.#unitsBefore(offset) - this.#unitsBefore(start);
    this.#countedTo = offset;
    return this.#counted;
  }

  #unitsBefore(offset: number): number {
    const bytes = this.#wide();
    const units = this.#units;
    const checkpoint = Math.floor(offset / CHECKPOINT_BYTES);
    while (units.length <= checkpoint) {
      const end = units.length * CHECKPOINT_BYTES;
      units.push(units.at(-1)! + utf16Units(bytes, end - CHECKPOINT_BYTES, end));
    }
    return units[checkpoint]! + utf16Units(bytes, checkpoint * CHECKPOINT_BYTES, offset);
  }
}

/**
 * Returns the first place from `at` on that may hold a line's end, or a few bytes before it; `end` when there is none.
 */
function skipUnbroken(bytes: DataView, at: number, end: number): number {
  let i = at;
  while (i <= end - 4) {
    const four = bytes.getInt32(i, true);
    if (((four - ABOVE_BREAKS) & ~four & NON_ASCII) !== 0) return i;
    i += 4;
  }
  return i;
}

/**
 * Counts UTF-16 units of the characters that start in the range: one for every first byte, two where four bytes follow.
 */
function utf16Units(bytes: DataView, from: number, to: number): number {
  let units = to - from;
  let i = from;
  for (;;) {
    while (i <= to - 8 && ((bytes.getInt32(i, true) | bytes.getInt32(i + 4, true)) & NON_ASCII) === 0) i += 8;
    if (i >= to) return units;
    const byte = bytes.getUint8(i++);
    if ((byte & 0xc0) === 0x80) units--;
    else if (byte >= 0xf0) units++;
  }
}
