/** Patterns that limit a text as a whole, to letters, digits and what they name. */

const BEGINNING = /^(?:\^|\\A)/;
const END = /(?:\$|\\[zZ])$/;
/** One part of a pattern. */
const PART = /\\p\{[^}]{0,40}\}|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\((?:\?[^)]{0,80}?[:>)])?|[\s\S]/g;
/** Groups; other ones look ahead, or change what `^` and `$` mean. */
const GROUP = /^\((?:\?:|\?<\w{1,60}>|\?i\)|\?i:)?$/;
/** Escapes and properties that stand for nearly every character. */
const WIDE = /\\[SWDPxu]|\\p\{[^LN]/;
/** Ranges of a class other than those between two letters or two digits. */
const WIDE_RANGE = /(?:[^\\A-Za-z0-9]|\\.)-[^\]]|[A-Za-z0-9]-[^\]A-Za-z0-9]|[A-Z]-[a-z]|[0-9]-[A-Za-z]/;
/** Longer patterns are not looked at. */
const LENGTH_MAX = 300;

const isWide = (part: string): boolean =>
  part === '.' ||
  WIDE.test(part) ||
  (part.length > 1 && part.startsWith('[') && (part[1] === '^' || WIDE_RANGE.test(part.slice(1)))) ||
  (part.startsWith('(') && !GROUP.test(part));

/** Returns whether a regular expression limits a text from its beginning to its end, without a part that takes anything. */
export function isClosedPattern(pattern: string): boolean {
  if (pattern.length > LENGTH_MAX || !BEGINNING.test(pattern) || !END.test(pattern)) return false;
  let depth = 0;
  let last = '';
  for (const [part] of pattern.matchAll(PART)) {
    last = part;
    if (isWide(part) || (part === '|' && depth === 0)) return false;
    if (part.startsWith('(') && !part.endsWith(')')) depth += 1;
    else if (part === ')') depth -= 1;
  }
  return depth === 0 && (last === '$' || /^\\[zZ]$/.test(last));
}
