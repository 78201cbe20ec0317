/** Suggestions for misspelt names: options, commands, settings. */

/** Longest compared word: longer ones are not misspelt names, and the cost is the product of both lengths. */
const WORD_CHARACTERS_MAX = 64;

/**
 * Returns the name with the fewest edits from `word`, ignoring case; undefined when a third or more of the letters differ.
 */
export function nearestName(word: string, names: readonly string[]): string | undefined {
  if (word.length > WORD_CHARACTERS_MAX) return undefined;
  let nearest: string | undefined;
  let fewest = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const name of names) {
    const edits = editDistance(word.toLowerCase(), name.toLowerCase());
    if (edits < fewest) [nearest, fewest] = [name, edits];
  }
  return nearest;
}

/** Returns ` Did you mean "name"?`, or an empty text when no name is near. */
export function didYouMean(word: string, names: readonly string[]): string {
  const nearest = nearestName(word, names);
  return nearest === undefined ? '' : ` Did you mean "${nearest}"?`;
}

/** Returns the optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? beforeLast[j - 2]! + 1 : substituted;
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, substituted, swapped);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
