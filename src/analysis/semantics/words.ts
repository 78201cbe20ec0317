/** Words and parts of names. */

/** Splits an identifier into lower-case words: `in_DbPassWord2` → `in db pass word`. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');
}

/** Returns the part of a dotted name behind its last dot. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
