/** Passwords as Blue Prism stores them: obfuscated, so that their length shows. */

/** Characters that a password has at least; shorter values stand in for one. */
const CHARACTERS_MIN = 4;
/** Bytes of a character behind the colon, in UTF-16. */
const BYTES_EACH = 2;

/** Returns whether a stored value is too short for a password. Older versions write a number for each character. */
export function isShortPassword(encoded: string): boolean {
  const stored = encoded.trim();
  if (/^\d{1,5}(?:,\d{1,5})*$/.test(stored)) return stored.split(',').length < CHARACTERS_MIN;
  const colon = stored.indexOf(':');
  return colon !== -1 && Buffer.from(stored.slice(colon + 1), 'base64').length < CHARACTERS_MIN * BYTES_EACH;
}
