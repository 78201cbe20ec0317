/** Faults of regular expressions of .NET that its parser rejects in every run. */

/** A sign of repetition at the start of a text. */
const QUANTIFIER = /^(?:[*+?]|\{\d{1,9}(?:,\d{0,9})?\})/;
/** Comments, the mode in which `#` begins one, control characters and names of sets: brackets in them count for nothing. */
const UNREAD = /#|\(\?[a-z]*x|\\c|\[:/i;
/** Longest pattern that is read. */
const LENGTH_MAX = 2000;

/** Returns the index behind a set that begins at `[`; undefined when nothing closes it. */
function endOfSet(pattern: string, start: number): number | undefined {
  let depth = 0;
  let first = start;
  let canSubtract = true;
  for (let at = start; at < pattern.length; at += 1) {
    const sign = pattern[at];
    // `[` counts in a subtraction alone: `[a-z-[aeiou]]`.
    if (sign === '[' && canSubtract) {
      depth += 1;
      // A bracket or hyphen that stands first is a character.
      if (pattern[at + 1] === '^') at += 1;
      first = at + 1;
      if (pattern[first] === ']') at += 1;
    } else if (sign === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
    canSubtract = sign === '-' && at !== first;
    if (sign === '\\') at += 1;
  }
  return undefined;
}

/** Returns what is wrong with a pattern, as the end of a sentence; undefined for one that may be right. */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > LENGTH_MAX || UNREAD.test(pattern)) return undefined;
  let open = 0;
  let canRepeat = false;
  for (let at = 0; at < pattern.length; ) {
    const sign = pattern[at]!;
    const quantifier = QUANTIFIER.exec(pattern.slice(at, at + 24))?.[0];
    if (sign === '\\') {
      if (at === pattern.length - 1) return 'ends with a backslash that escapes nothing';
      at += 2;
      canRepeat = true;
    } else if (sign === '[') {
      const end = endOfSet(pattern, at);
      if (end === undefined) return 'has a "[" that nothing closes';
      at = end;
      canRepeat = true;
    } else if (quantifier !== undefined) {
      // Braces without something to repeat are characters.
      if (!canRepeat && sign !== '{') return `has a "${sign}" with nothing to repeat before it`;
      at += quantifier.length + (pattern[at + quantifier.length] === '?' ? 1 : 0);
      canRepeat = false;
    } else if (sign === '(') {
      open += 1;
      at += /^\((?:\?(?:[:=!>]|<[=!]|<[^>]{1,100}>|'[^']{1,100}'|[a-z+-]{0,10}[:)]|(?=\()))?/i.exec(
        pattern.slice(at, at + 110),
      )![0].length;
      // `(?i)` is closed by what was just read.
      if (pattern[at - 1] === ')') open -= 1;
      canRepeat = false;
    } else if (sign === ')') {
      open -= 1;
      if (open < 0) return 'has a ")" too many';
      at += 1;
      canRepeat = true;
    } else {
      at += 1;
      canRepeat = sign !== '|';
    }
  }
  return open > 0 ? 'has a "(" that nothing closes' : undefined;
}
