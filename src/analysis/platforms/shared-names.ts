/**
 * Names of settings as shared strings. Files of a platform have a few hundred names: each is made once, and a look-up
 * in a table finds it by identity.
 */

/** Slots of the table of keys, a power of two; keys that share a slot replace each other. */
const SLOTS = 4096;
/** Longer keys are data. */
const KEY_BYTES_MAX = 48;
const BACKSLASH = 92;

const keys: (string | undefined)[] = new Array<string | undefined>(SLOTS).fill(undefined);

/** Returns the engine's internalised string of this content: comparing it with a constant compares two addresses. */
export function internal(text: string): string {
  // The engine internalises keys of objects; an object without a prototype costs no hidden class.
  const keys = Object.create(null) as Record<string, true>;
  keys[text] = true;
  return Object.keys(keys)[0]!;
}

/**
 * Returns the key that stands in a range of bytes; undefined when it has escapes, is not ASCII or too long to be
 * shared.
 */
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

/** Returns whether a text of ASCII characters stands in a range of bytes; false for any other text. */
export function stands(text: string, bytes: Buffer, start: number, end: number): boolean {
  if (text.length !== end - start) return false;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code !== bytes[start + i] || code >= 0x80) return false;
  }
  return true;
}
