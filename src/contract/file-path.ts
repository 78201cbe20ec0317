/** The path under which a file was submitted: what is compared and shown, and never opened on a disk. */

/** Drives in front of a segment: `C:`. */
const DRIVES = /^(?:[a-z]:\s*)+/i;

/**
 * Returns the path relative to no drive and no root, with `/` between its segments. Resolves `.` and `..`, never above
 * the root. Composes accents (NFC), as macOS decomposes them in names of files. Replaces control characters and lone
 * surrogates. Cuts a long path at the front, as its end says more. Empty when the text names no file but a folder at
 * most. Normalising twice changes nothing.
 */
export function normalisePath(text: string, charactersMax: number): string {
  const segments: string[] = [];
  let isFile = false;
  const printable = text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ');
  for (const raw of printable.split(/[\\/]/)) {
    const segment = segments.length === 0 ? raw.trim().replace(DRIVES, '') : raw.trim();
    isFile = segment !== '' && segment !== '.' && segment !== '..';
    if (isFile) segments.push(segment);
    else if (segment === '..') segments.pop();
  }
  if (!isFile) return '';
  const path = segments.join('/');
  return path.length <= charactersMax ? path : `…${path.slice(1 - charactersMax).toWellFormed()}`;
}

/** The last segment of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
