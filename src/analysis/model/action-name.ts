/** Matching of action names in a Power Automate flow: letter case is ignored, and blanks and `_` are equal. */

const BLANK = 0x20;
const UNDERSCORE = 0x5f;

/** Returns the form of a name that is compared: files have `_`, hand-written references sometimes blanks. */
export function matchedName(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes(' ') ? lower.replaceAll(' ', '_') : lower;
}

/** For each byte of an ASCII name, the byte of its matched form; 0 outside ASCII. */
export const MATCHED_BYTES: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return 0;
  return byte === BLANK ? UNDERSCORE : String.fromCharCode(byte).toLowerCase().charCodeAt(0);
});
