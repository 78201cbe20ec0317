/** The text layer under both readers: bytes of any Unicode encoding to UTF-8, and byte offsets to lines and columns. */

import { isAscii, isUtf8 } from 'node:buffer';
import { AppError } from '../errors.ts';

const LF = 10;
const CR = 13;
/** For each byte: itself when it can end a line, else 0. */
const LINE_ENDS = new Uint8Array(256);
LINE_ENDS[LF] = LF;
LINE_ENDS[CR] = CR;
/** Room for the starts of lines at first. */
const INITIAL_LINES = 256;
/** Where the first line starts. Most texts are never asked for a place. */
const ONE_LINE = new Int32Array(1);
/** Distance in bytes between two stored UTF-16 counts. */
const CHECKPOINT_BYTES = 1024;
/** The top bit of each of four bytes: only ASCII has none of them set. */
const NON_ASCII = 0x80808080 | 0;
/** How many bytes of a line are gone through one by one before a search for its end. */
const NEAR_BYTES = 128;
/** How many lines are gone through one by one before a binary search. */
const NEAR_LINES = 8;
/** How many bytes are looked at to recognise UTF-16 without a byte order mark. */
const SNIFF_BYTES = 256;

/** A place as editors show it: both 1-based, the column in UTF-16 code units, a byte order mark not counted. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * The same text as UTF-8 without a byte order mark. UTF-8 is passed through without a copy; UTF-16 is recognised
 * by its mark, or without one by its NUL bytes, and transcoded. Bytes that are neither are an `unparsable_file`.
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

/** Decoding replaces the first bad sequence, so the first byte that does not survive the round trip is its start. */
function firstInvalidByte(bytes: Buffer): number {
  const survived = Buffer.from(bytes.toString('utf8'), 'utf8');
  let i = 0;
  while (i < bytes.length && bytes[i] === survived[i]) i++;
  return i;
}

/** The error for bytes that are not well-formed; `problem` is a phrase without a full stop. */
export function unparsable(bytes: Buffer, offset: number, problem: string): AppError {
  const { line, column } = new LineIndex(bytes).positionOf(offset);
  const message = `Line ${line}, column ${column}: ${problem}.`;
  return new AppError('unparsable_file', message, { line: String(line), column: String(column) });
}

/**
 * Byte offset → line and column of one UTF-8 text. The tables are built as far as somebody asks. LF, CRLF and a
 * lone CR all end a line, as XML and the common editors have it.
 */
export class LineIndex {
  readonly #bytes: Buffer;
  #view: DataView | undefined;
  /** Offsets of the first bytes of the lines that begin in the first `#scanned` bytes. */
  #starts: Int32Array = ONE_LINE;
  #lines = 1;
  #scanned = 0;
  /** UTF-16 units before every CHECKPOINT_BYTES-th byte; undefined while not needed or for pure ASCII. */
  #units: Int32Array | undefined;
  #ascii: boolean | undefined;
  #hasCr: boolean | undefined;
  /** The last answer: most questions go on from it. */
  #lastLine = 0;
  #lastOffset = 0;
  #lastUnits = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Where a byte offset stands. An offset inside a multi-byte character counts as the character's start. */
  positionOf(offset: number): Position {
    if (offset > this.#scanned) this.#scanTo(offset);
    const starts = this.#starts;
    const line = lineOf(starts, this.#lines, offset, this.#lastLine);
    if (line !== this.#lastLine) {
      this.#lastLine = line;
      this.#lastOffset = starts[line]!;
      this.#lastUnits = 0;
    }
    this.#ascii ??= isAscii(this.#bytes);
    const column = this.#ascii ? offset - starts[line]! : this.#unitsInLine(starts[line]!, offset);
    return { line: line + 1, column: column + 1 };
  }

  /** Goes on with the lines up to an offset. */
  #scanTo(offset: number): void {
    const bytes = this.#bytes;
    const end = Math.min(offset, bytes.length);
    this.#hasCr ??= bytes.includes(CR);
    let at = this.#scanned;
    for (; at < end; at++) {
      const near = Math.min(at + NEAR_BYTES, end);
      while (at < near && LINE_ENDS[bytes[at]!] === 0) at++;
      // Lines are short, or the document has one: the call that searches pays from some length on.
      if (at === near && !this.#hasCr) at = nextLineFeed(bytes, at);
      if (at >= end) break;
      const ending = LINE_ENDS[bytes[at]!]!;
      if (ending === 0 || (ending === CR && at + 1 < bytes.length && bytes[at + 1] === LF)) continue;
      if (this.#lines === this.#starts.length) this.#starts = longer(this.#starts);
      this.#starts[this.#lines++] = at + 1;
    }
    // Up to the line end that was found behind the offset, as the next question shall not look for it again.
    this.#scanned = Math.max(at, end);
  }

  /** UTF-16 units from the start of the last line up to an offset in it. */
  #unitsInLine(start: number, offset: number): number {
    if (offset < this.#lastOffset) {
      this.#lastOffset = start;
      this.#lastUnits = 0;
    }
    if (offset - this.#lastOffset < CHECKPOINT_BYTES)
      this.#lastUnits += utf16Units(this.#wide(), this.#lastOffset, offset);
    else this.#lastUnits = this.#unitsBefore(offset) - this.#unitsBefore(start);
    this.#lastOffset = offset;
    return this.#lastUnits;
  }

  /** The bytes, to look at four at once. */
  #wide(): DataView {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    return (this.#view ??= new DataView(buffer, byteOffset, byteLength));
  }

  #unitsBefore(offset: number): number {
    this.#units ??= utf16Checkpoints(this.#wide());
    const checkpoint = Math.min(Math.floor(offset / CHECKPOINT_BYTES), this.#units.length - 1);
    return this.#units[checkpoint]! + utf16Units(this.#wide(), checkpoint * CHECKPOINT_BYTES, offset);
  }
}

/** The line of an offset. Most questions are about the line asked for last or one of the next few. */
function lineOf(starts: Int32Array, lines: number, offset: number, last: number): number {
  if (offset < starts[last]!) return lastAtMost(starts, lines, offset);
  const near = Math.min(last + NEAR_LINES, lines - 1);
  let line = last;
  while (line < near && starts[line + 1]! <= offset) line++;
  return line < near || near === lines - 1 ? line : lastAtMost(starts, lines, offset);
}

/** Index of the last of the first `count` entries that is not larger than `offset`; entry 0 is 0. */
function lastAtMost(sorted: Int32Array, count: number, offset: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sorted[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function nextLineFeed(bytes: Buffer, from: number): number {
  const found = bytes.indexOf(LF, from);
  return found === -1 ? bytes.length : found;
}

function longer(starts: Int32Array): Int32Array {
  const wider = new Int32Array(Math.max(starts.length * 2, INITIAL_LINES));
  wider.set(starts);
  return wider;
}

function utf16Checkpoints(bytes: DataView): Int32Array {
  const units = new Int32Array(Math.floor(bytes.byteLength / CHECKPOINT_BYTES) + 1);
  for (let i = 1; i < units.length; i++) {
    const end = i * CHECKPOINT_BYTES;
    units[i] = units[i - 1]! + utf16Units(bytes, end - CHECKPOINT_BYTES, end);
  }
  return units;
}

/** UTF-16 units of the characters that start in the range: one for every first byte, two where four bytes follow. */
function utf16Units(bytes: DataView, from: number, to: number): number {
  let units = to - from;
  let i = from;
  for (;;) {
    while (i <= to - 4 && (bytes.getInt32(i, true) & NON_ASCII) === 0) i += 4;
    if (i >= to) return units;
    const byte = bytes.getUint8(i++);
    if ((byte & 0xc0) === 0x80) units--;
    else if (byte >= 0xf0) units++;
  }
}
