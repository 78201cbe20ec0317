/** Character classes of XML 1.0, and the scans over runs of them. */

import { unparsable } from '../text.ts';

/** Byte values that have a meaning in markup. */
export const TAB = 9;
export const LF = 10;
export const CR = 13;
export const SPACE = 32;
export const BANG = 33;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const AMPERSAND = 38;
export const SINGLE_QUOTE = 39;
export const MINUS = 45;
export const SLASH = 47;
export const COLON = 58;
export const SEMICOLON = 59;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const QUESTION = 63;
export const OPEN_BRACKET = 91;
export const CLOSE_BRACKET = 93;

/** Classes of the stop tables: 0 is plain, STOP has a meaning here, CHECK may start U+FFFE or U+FFFF. */
const STOP = 1;
const CHECK = 2;
const FORBIDDEN = 3;

function stopTable(...stops: number[]): Uint8Array {
  const table = new Uint8Array(256);
  table.fill(FORBIDDEN, 0, SPACE);
  for (const white of [TAB, LF, CR]) table[white] = 0;
  table[0xef] = CHECK;
  for (const stop of stops) table[stop] = STOP;
  return table;
}

/*
 * Every loop below tests for the end of the bytes first: a single read behind it, and V8 compiles the loop for reads
 * that may be undefined, at a tenth of the speed.
 */

/** Stops of `skipPlain`, by context. */
export const TEXT_STOPS = stopTable(LESS, AMPERSAND, CLOSE_BRACKET);
export const DOUBLE_QUOTED_STOPS = stopTable(DOUBLE_QUOTE, LESS, AMPERSAND);
export const SINGLE_QUOTED_STOPS = stopTable(SINGLE_QUOTE, LESS, AMPERSAND);
export const CDATA_STOPS = stopTable(CLOSE_BRACKET);
export const COMMENT_STOPS = stopTable(MINUS);
export const INSTRUCTION_STOPS = stopTable(QUESTION);

/** 1 for the bytes of XML white space. */
export const WHITE = new Uint8Array(256);
for (const white of [TAB, LF, CR, SPACE]) WHITE[white] = 1;

/** 1 for the ASCII name characters and for every byte of a non-ASCII character; names are checked when interned. */
export const NAME_BYTES = new Uint8Array(256);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_:-.') {
  NAME_BYTES[char.charCodeAt(0)] = 1;
}
NAME_BYTES.fill(1, 0x80);

/**
 * Returns the first stop of the table at or after `from`; the end of the bytes is one. Rejects characters that XML
 * forbids.
 */
export function skipPlain(bytes: Buffer, from: number, stops: Uint8Array): number {
  const end = bytes.length;
  let p = from;
  while (p < end && stops[bytes[p]!] === 0) p++;
  return p >= end || stops[bytes[p]!] === STOP ? p : skipUnusual(bytes, p, stops);
}

/** Continues from a rare character that needs a check. It stands apart so that the loop above stays small. */
function skipUnusual(bytes: Buffer, from: number, stops: Uint8Array): number {
  const end = bytes.length;
  let p = from;
  while (p < end && stops[bytes[p]!] !== STOP) {
    const kind = stops[bytes[p]!];
    if (kind === FORBIDDEN) throw forbiddenCharacter(bytes, p);
    if (kind === CHECK && bytes[p + 1] === 0xbf && bytes[p + 2]! >= 0xbe) throw forbiddenCharacter(bytes, p);
    p++;
  }
  return p;
}

function forbiddenCharacter(bytes: Buffer, offset: number): Error {
  const code = bytes[offset]! < SPACE ? bytes[offset]! : 0xffc0 + (bytes[offset + 2]! & 0x3f);
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  return unparsable(bytes, offset, `the character ${name} is not allowed in XML`);
}

/** Returns the first byte at or after `from` that cannot belong to a name. */
export function skipName(bytes: Buffer, from: number): number {
  const end = bytes.length;
  let p = from;
  while (p < end && NAME_BYTES[bytes[p]!] === 1) p++;
  return p;
}

/** Returns the first byte at or after `from` that is not white space. */
export function skipWhite(bytes: Buffer, from: number): number {
  const end = bytes.length;
  let p = from;
  while (p < end && WHITE[bytes[p]!] === 1) p++;
  return p;
}

/** Checks the reference whose `&` stands at `from` and returns the offset behind its `;`. */
export function skipReference(bytes: Buffer, from: number): number {
  const known = predefinedLength(bytes, from + 1);
  if (known !== 0) return from + 1 + known;
  let end = from + 1;
  while (NAME_BYTES[bytes[end]!] === 1 || bytes[end] === HASH) end++;
  if (bytes[end] !== SEMICOLON) {
    throw unparsable(bytes, from, 'an "&" must start a reference such as &amp; and end with ";"');
  }
  const body = bytes.toString('utf8', from + 1, end);
  if (referencedText(body) === undefined) {
    const shown = body.length > 40 ? `${body.slice(0, 40)}…` : body;
    throw unparsable(
      bytes,
      from,
      `&${shown}; does not stand for an allowed character and no entity has this name`,
    );
  }
  return end + 1;
}

/** Returns the length of `quot;`, `amp;`, `lt;` or `gt;` at `p`, or 0: nearly all references are these. */
function predefinedLength(bytes: Buffer, p: number): number {
  const first = bytes[p];
  const second = bytes[p + 1];
  if (second === 0x74 /* t */) {
    return (first === 0x6c || first === 0x67) /* l, g */ && bytes[p + 2] === SEMICOLON ? 3 : 0;
  }
  if (first === 0x71 /* q */) {
    const rest = second === 0x75 && bytes[p + 2] === 0x6f && bytes[p + 3] === 0x74; // uot
    return rest && bytes[p + 4] === SEMICOLON ? 5 : 0;
  }
  if (first === 0x61 && second === 0x6d /* am */) {
    return bytes[p + 2] === 0x70 && bytes[p + 3] === SEMICOLON ? 4 : 0;
  }
  return 0;
}

/** Returns the text that `&body;` stands for, or undefined when XML has no such reference. */
export function referencedText(body: string): string | undefined {
  switch (body) {
    case 'quot':
      return '"';
    case 'amp':
      return '&';
    case 'lt':
      return '<';
    case 'gt':
      return '>';
    case 'apos':
      return "'";
    default:
      return numericReference(body);
  }
}

function numericReference(body: string): string | undefined {
  let code = Number.NaN;
  if (/^#[0-9]+$/.test(body)) code = Number.parseInt(body.slice(1), 10);
  else if (/^#x[0-9a-fA-F]+$/.test(body)) code = Number.parseInt(body.slice(2), 16);
  return isXmlCharacter(code) ? String.fromCodePoint(code) : undefined;
}

function isXmlCharacter(code: number): boolean {
  if (code < SPACE) return code === TAB || code === LF || code === CR;
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff);
}
