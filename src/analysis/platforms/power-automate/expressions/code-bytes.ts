/** Lexing of an expression in the bytes of a file, with the same tokens as `lexer.ts`. */

export const ASCII = 0x80;
export const QUOTE = 0x27;
export const DOT = 0x2e;
export const CLOSE_BRACE = 0x7d;

const SPACE = 1;
const NAME_START = 2;
const DIGIT = 4;

/** Class of an ASCII character. */
const CLASSES = Uint8Array.from({ length: ASCII }, (_, code) => {
  if (code === 32 || (code >= 9 && code <= 13)) return SPACE;
  if (code >= 48 && code <= 57) return DIGIT;
  return /[a-z_$]/i.test(String.fromCharCode(code)) ? NAME_START : 0;
});

const isSpace = (byte: number): boolean => CLASSES[byte] === SPACE;
export const isNameStart = (byte: number): boolean => CLASSES[byte] === NAME_START;
/** Returns the offset of the next character that is no white space of ASCII. */
export function skipSpaces(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && isSpace(bytes[at]!)) at += 1;
  return at;
}

/** Returns the start of the white space that ends here. */
export function skipSpacesBack(bytes: Uint8Array, from: number, start: number): number {
  let at = from;
  while (at > start && isSpace(bytes[at - 1]!)) at -= 1;
  return at;
}

/** Returns the start of the letters and digits that end here. */
export function nameStart(bytes: Uint8Array, from: number, start: number): number {
  let at = from;
  while (at > start && (CLASSES[bytes[at - 1]!]! & (NAME_START | DIGIT)) !== 0) at -= 1;
  return at;
}

/** Returns the end of a name, as far as it is ASCII. */
export function nameEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from + 1;
  while (at < end && (CLASSES[bytes[at]!]! & (NAME_START | DIGIT)) !== 0) at += 1;
  return at;
}

/** Returns the end of the string that opens at `from`; one that never closes goes to the end. */
export function stringEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from + 1;
  while (at < end) {
    if (bytes[at] !== QUOTE) at += 1;
    else if (at + 1 < end && bytes[at + 1] === QUOTE) at += 2;
    else return at;
  }
  return end;
}

/** Returns the same for a string without quotes in it; -1 for one with them. */
export function plainStringEnd(bytes: Uint8Array, from: number, end: number): number {
  let at = from + 1;
  while (at < end && bytes[at] !== QUOTE) at += 1;
  return at + 1 < end && bytes[at + 1] === QUOTE ? -1 : at;
}
