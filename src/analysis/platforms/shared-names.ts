/**
 * Names of settings as shared strings. Files of a platform are made of a few hundred names: a name that is one object
 * wherever it stands is made once, and whoever looks it up in a table finds it by identity.
 */

/** Slots of the table of keys, a power of two; keys that meet in one take turns. */
const SLOTS = 4096;
/** Longer keys are data. */
const KEY_BYTES_MAX = 48;
const BACKSLASH = 92;

const keys: (string | undefined)[] = new Array<string | undefined>(SLOTS).fill(undefined);

/**
 * The same text as the one object that the engine has for texts of this content in programs: comparing it with a word
 * of ours is comparing two addresses.
 */
export function internal(text: string): string {
  // Keys of objects are kept that way; an object without a prototype costs no hidden class.
  const keys = Object.create(null) as Record<string, true>;
  keys[text] = true;
  return Object.keys(keys)[0]!;
}

/** The key that stands in a range of bytes; undefined when it has escapes, is not ASCII or too long to be shared. */
export function sharedKey(bytes: Buffer, start: number, end: number): string | undefined {
  if (end - start > KEY_BYTES_MAX) return undefined;
  let hash = end - start;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === BACKSLASH || byte >= 0x80) return undefined;
    hash = Math.imul(hash, 31) + byte;
  }
  const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  const known = keys[slot];
  if (known !== undefined && stands(known, bytes, start, end)) return known;
  const key = internal(bytes.toString('latin1', start, end));
  keys[slot] = key;
  return key;
}

/** Whether a text of ASCII characters stands in a range of bytes; false for any other text. */
export function stands(text: string, bytes: Buffer, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code !== bytes[start + i] || code >= 0x80) return false;
  }
  return true;
}
