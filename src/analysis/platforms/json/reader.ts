/** Reads JSON into columns of offsets, as strictly as RFC 8259 and JSON.parse: one pass over the bytes, no objects. */

import { limitExceeded, READ_LIMITS, type ReadLimits } from '../limits.ts';
import { toUtf8, unparsable } from '../text.ts';
import { type JsonDocument, JsonKind, TextMark } from './document.ts';
import { beginJsonScan, cutJsonDocument, endJsonScan, growValues, type JsonScan } from './scan.ts';

const QUOTE = 34;
const PLUS = 43;
const COMMA = 44;
const MINUS = 45;
const DOT = 46;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const AT = 64;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const LOWER_U = 117;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/*
 * Every loop below tests for the end of the bytes first: a single read behind it, and V8 compiles the loop for reads
 * that may be undefined, at a tenth of the speed.
 */

/** 1 where a string cannot simply go on: its end, an escape, a control character; and characters that set a mark. */
const STRING_STOPS = new Uint8Array(256).fill(1, 0, 32);
for (const stop of [QUOTE, BACKSLASH, AT]) STRING_STOPS[stop] = 1;

const WHITE = new Uint8Array(256);
for (const white of [9, 10, 13, 32]) WHITE[white] = 1;

/** 1 for characters that may follow a backslash; `u` has its own rule. */
const ESCAPES = new Uint8Array(256);
for (const sign of '"\\/bfnrt') ESCAPES[sign.charCodeAt(0)] = 1;

const HEX = new Uint8Array(256);
for (const digit of '0123456789abcdefABCDEF') HEX[digit.charCodeAt(0)] = 1;

/** Reads a whole document. Throws `unparsable_file` with line and column, or `structure_limit_exceeded`. */
export function readJson(input: Uint8Array, limits: ReadLimits = READ_LIMITS): JsonDocument {
  const bytes = toUtf8(input);
  const scan = beginJsonScan(bytes, limits);
  try {
    const end = skipWhite(bytes, readValues(scan, skipWhite(bytes, 0)));
    if (end < bytes.length) throw unparsable(bytes, end, 'something follows after the end of the JSON value');
    return cutJsonDocument(scan);
  } finally {
    endJsonScan(scan);
  }
}

function skipWhite(bytes: Buffer, from: number): number {
  const end = bytes.length;
  let p = from;
  while (p < end && WHITE[bytes[p]!] === 1) p++;
  return p;
}

/** Reads values until the root is complete and returns the offset behind it. */
function readValues(scan: JsonScan, from: number): number {
  const { bytes } = scan;
  let p = readValue(scan, from, -1, -1, 0);
  while (scan.depth > 0) {
    p = skipWhite(bytes, p);
    const inObject = scan.kinds[scan.parent] === JsonKind.object;
    const byte = bytes[p];
    if (byte === (inObject ? CLOSE_BRACE : CLOSE_BRACKET)) {
      closeContainer(scan, ++p);
      continue;
    }
    if (scan.lastChildren[scan.depth] !== -1) {
      if (byte !== COMMA) throw unexpected(bytes, p, inObject ? '"," or "}"' : '"," or "]"');
      p = skipWhite(bytes, p + 1);
    }
    p = inObject ? readMember(scan, p) : readValue(scan, p, -1, -1, 0);
  }
  return p;
}

function readMember(scan: JsonScan, from: number): number {
  const { bytes } = scan;
  if (bytes[from] !== QUOTE) throw unexpected(bytes, from, 'the name of a member in quotation marks');
  const end = stringEnd(scan, from);
  const keyMarks = (scan.met & TextMark.escape) === 0 ? 0 : TextMark.keyEscape;
  let p = skipWhite(bytes, end);
  if (bytes[p] !== COLON) throw unexpected(bytes, p, '":"');
  p = skipWhite(bytes, p + 1);
  return readValue(scan, p, from + 1, end - 1, keyMarks);
}

/** Reads a scalar, or opens a container, and returns the offset behind it. */
function readValue(
  scan: JsonScan,
  start: number,
  keyStart: number,
  keyEnd: number,
  keyMarks: number,
): number {
  const { bytes } = scan;
  const value = addValue(scan, start, keyStart, keyEnd);
  let marks = keyMarks;
  let end: number;
  let kind: number;
  const byte = bytes[start];
  if (byte === QUOTE) {
    kind = JsonKind.string;
    end = stringEnd(scan, start);
    marks |= scan.met;
  } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
    openContainer(scan, value);
    kind = byte === OPEN_BRACE ? JsonKind.object : JsonKind.array;
    end = start + 1;
  } else if (byte === MINUS || (byte! >= ZERO && byte! <= NINE)) {
    kind = JsonKind.number;
    end = numberEnd(bytes, start);
  } else if (isWord(bytes, start, 'true')) {
    kind = JsonKind.true;
    end = start + 4;
  } else if (isWord(bytes, start, 'false')) {
    kind = JsonKind.false;
    end = start + 5;
  } else if (isWord(bytes, start, 'null')) {
    kind = JsonKind.null;
    end = start + 4;
  } else throw unexpected(bytes, start, 'a value');
  scan.kinds[value] = kind;
  scan.marks[value] = marks;
  scan.ends[value] = end;
  return end;
}

function addValue(scan: JsonScan, start: number, keyStart: number, keyEnd: number): number {
  const value = scan.size++;
  if (value === scan.kinds.length) growValues(scan);
  if (scan.size > scan.limits.jsonTokensMax) {
    throw limitExceeded(`has more than ${scan.limits.jsonTokensMax} values`, scan.limits.jsonTokensMax);
  }
  const previous = scan.lastChildren[scan.depth]!;
  if (previous !== -1) scan.nextSiblings[previous] = value;
  scan.lastChildren[scan.depth] = value;
  scan.parents[value] = scan.parent;
  scan.nextSiblings[value] = -1;
  scan.starts[value] = start;
  scan.keyStarts[value] = keyStart;
  scan.keyEnds[value] = keyEnd;
  return value;
}

function openContainer(scan: JsonScan, value: number): void {
  const { jsonDepthMax } = scan.limits;
  if (scan.depth >= jsonDepthMax) {
    throw limitExceeded(`nests values more than ${jsonDepthMax} levels deep`, jsonDepthMax);
  }
  scan.depth++;
  scan.lastChildren[scan.depth] = -1;
  scan.parent = value;
}

function closeContainer(scan: JsonScan, end: number): void {
  scan.ends[scan.parent] = end;
  scan.parent = scan.parents[scan.parent]!;
  scan.depth--;
}

/** Returns the offset behind the closing quotation mark of the string that opens at `start`; sets `scan.met`. */
function stringEnd(scan: JsonScan, start: number): number {
  const { bytes } = scan;
  const end = bytes.length;
  let p = start + 1;
  let met = 0;
  for (;;) {
    while (p < end && STRING_STOPS[bytes[p]!] === 0) p++;
    if (p >= end) throw unparsable(bytes, start, 'a string has no closing quotation mark');
    const byte = bytes[p];
    if (byte === QUOTE) break;
    if (byte === AT) {
      met |= TextMark.at;
      p++;
      continue;
    }
    if (byte !== BACKSLASH)
      throw unparsable(bytes, p, 'a control character stands in a string; write it as \\u00XX');
    met |= TextMark.escape;
    p = escapeEnd(bytes, p);
  }
  scan.met = met;
  return p + 1;
}

function escapeEnd(bytes: Buffer, backslash: number): number {
  const kind = bytes[backslash + 1]!;
  if (ESCAPES[kind] === 1) return backslash + 2;
  const end = backslash + 6;
  let p = backslash + 2;
  if (kind === LOWER_U) while (p < end && HEX[bytes[p]!] === 1) p++;
  if (p === end) return end;
  throw unparsable(bytes, backslash, 'a string has an escape that JSON does not know');
}

function numberEnd(bytes: Buffer, start: number): number {
  let p = bytes[start] === MINUS ? start + 1 : start;
  const first = p;
  p = digitsEnd(bytes, p);
  if (p === first) throw unexpected(bytes, p, 'a digit');
  if (bytes[first] === ZERO && p > first + 1)
    throw unparsable(bytes, start, 'a number must not begin with 0');
  if (bytes[p] === DOT) p = requiredDigitsEnd(bytes, p + 1);
  if ((bytes[p]! | 32) === 101 /* e */) {
    const sign = bytes[p + 1];
    p = requiredDigitsEnd(bytes, sign === PLUS || sign === MINUS ? p + 2 : p + 1);
  }
  return p;
}

function digitsEnd(bytes: Buffer, from: number): number {
  const end = bytes.length;
  let p = from;
  while (p < end && bytes[p]! >= ZERO && bytes[p]! <= NINE) p++;
  return p;
}

function requiredDigitsEnd(bytes: Buffer, from: number): number {
  const end = digitsEnd(bytes, from);
  if (end === from) throw unexpected(bytes, from, 'a digit');
  return end;
}

function isWord(bytes: Buffer, start: number, word: string): boolean {
  for (let i = 0; i < word.length; i++) if (bytes[start + i] !== word.charCodeAt(i)) return false;
  return true;
}

function unexpected(bytes: Buffer, offset: number, wanted: string): Error {
  const found = offset < bytes.length ? 'something else stands here' : 'the file ends here';
  return unparsable(bytes, offset, `${wanted} is expected but ${found}`);
}
