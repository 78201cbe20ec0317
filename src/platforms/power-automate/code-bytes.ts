/** Parts of an expression in the bytes of a file, as `lexer.ts` splits its text into tokens. */

export const ASCII = 0x80;
export const QUOTE = 0x27;
export const DOT = 0x2e;
export const CLOSE_BRACE = 0x7d;
const MINUS = 0x2d;
const PLUS = 0x2b;

const SPACE = 1;
const NAME_START = 2;
const DIGIT = 4;

/** What an ASCII character is. */
const CLASSES = Uint8Array.from({ length: ASCII }, (_, code) => {
  if (code === 32 || (code >= 9 && code <= 13)) return SPACE;
  if (code >= 48 && code <= 57) return DIGIT;
  return /[a-z_$]/i.test(String.fromCharCode(code)) ? NAME_START : 0;
});

export const isSpace = (byte: number): boolean => CLASSES[byte] === SPACE;
export const isNameStart = (byte: number): boolean => CLASSES[byte] === NAME_START;
const isDigitAt = (bytes: Uint8Array, at: number, end: number): boolean =>
  at < end && CLASSES[bytes[at]!] === DIGIT;

/** Where the next character is that is no white space of ASCII. */
export function skipSpaces(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(bytes[at]!)) at += 1;
  return at;
}

/** The end of a name, as far as it is ASCII. */
export function nameEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from + 1;
  while (at < end && (CLASSES[bytes[at]!]! & (NAME_START | DIGIT)) !== 0) at += 1;
  return at;
}

/** Whether a number begins here. */
export function isNumberStart(bytes: Uint8Array, at: number, end: number): boolean {
  return isDigitAt(bytes, at, end) || (bytes[at] === MINUS && isDigitAt(bytes, at + 1, end));
}

function digitsEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (isDigitAt(bytes, at, end)) at += 1;
  return at;
}

export function numberEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = digitsEnd(bytes, from + 1, end);
  if (at < end && bytes[at] === DOT && isDigitAt(bytes, at + 1, end)) at = digitsEnd(bytes, at + 1, end);
  if (at < end && (bytes[at]! | 0x20) === 0x65) {
    const sign = bytes[at + 1] === PLUS || bytes[at + 1] === MINUS ? 1 : 0;
    if (isDigitAt(bytes, at + 1 + sign, end)) at = digitsEnd(bytes, at + 1 + sign, end);
  }
  return at;
}

/** Where the string that opens at `from` closes; one that never does goes to the end. */
export function stringEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from + 1;
  while (at < end) {
    if (bytes[at] !== QUOTE) at += 1;
    else if (at + 1 < end && bytes[at + 1] === QUOTE) at += 2;
    else return at;
  }
  return end;
}

/** The same for a string without quotes in it; -1 for one with them. */
export function plainStringEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from + 1;
  while (at < end && bytes[at] !== QUOTE) at += 1;
  return at + 1 < end && bytes[at + 1] === QUOTE ? -1 : at;
}
