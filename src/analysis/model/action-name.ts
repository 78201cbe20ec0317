/** How names of actions in a Power Automate flow are matched: in any letter case, and blanks and `_` are one. */

const BLANK = 0x20;
const UNDERSCORE = 0x5f;

/** A name as it is matched: files have `_`, hand-written references sometimes the blanks. */
export function matchedName(name: string): string {
  const lower = name.toLowerCase();
  return lower.includes(' ') ? lower.replaceAll(' ', '_') : lower;
}

/** By byte of an ASCII name, the one as which it is matched; 0 outside ASCII. */
export const MATCHED_BYTES: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x80) return 0;
  return byte === BLANK ? UNDERSCORE : String.fromCharCode(byte).toLowerCase().charCodeAt(0);
});
