/** Search for long runs of certain characters, the first step of most searches for secrets. */

/** Characters that may stand in a run, by their code; none outside ASCII. */
export type RunCharacters = Uint8Array;

/** Returns the set of the ASCII characters in ranges such as `AZ`, and of single ones. */
export function runCharacters(ranges: readonly string[], singles: string): RunCharacters {
  const members = new Uint8Array(128);
  for (const range of ranges) members.fill(1, range.charCodeAt(0), range.charCodeAt(1) + 1);
  for (const single of singles) members[single.charCodeAt(0)] = 1;
  return members;
}

/** Characters of base64. */
export const BASE64_RUN = runCharacters(['AZ', 'az', '09'], '+/');
/** Characters of tokens: base64, also in its URL-safe form. */
export const TOKEN_RUN = runCharacters(['AZ', 'az', '09'], '+/_-');
/** Characters of secrets that issuers generate. */
export const SECRET_RUN = runCharacters(['AZ', 'az', '09'], '+/_-%~.');

/** Yields every run of at least `length` of the characters, as offsets of its start and behind its end. */
export function* runsIn(
  text: string,
  members: RunCharacters,
  length: number,
): Generator<readonly [start: number, end: number]> {
  let start = 0;
  while (start + length <= text.length) {
    let at = start + length - 1;
    while (at >= start && members[text.charCodeAt(at)] === 1) at -= 1;
    if (at < start) {
      at = start + length;
      while (at < text.length && members[text.charCodeAt(at)] === 1) at += 1;
      yield [start, at];
    }
    start = at + 1;
  }
}

/**
 * Returns whether `length` of the characters follow each other somewhere. It reads the end of each possible run first,
 * so that it skips most characters of texts without one.
 */
export function hasRun(text: string, members: RunCharacters, length: number): boolean {
  let start = 0;
  while (start + length <= text.length) {
    let at = start + length - 1;
    while (at >= start && members[text.charCodeAt(at)] === 1) at -= 1;
    if (at < start) return true;
    start = at + 1;
  }
  return false;
}

/** Does the same for a text as bytes in UTF-8. */
export function hasRunOfBytes(
  bytes: Uint8Array,
  from: number,
  to: number,
  members: RunCharacters,
  length: number,
): boolean {
  let start = from;
  while (start + length <= to) {
    let at = start + length - 1;
    while (at >= start && members[bytes[at]!] === 1) at -= 1;
    if (at < start) return true;
    start = at + 1;
  }
  return false;
}
