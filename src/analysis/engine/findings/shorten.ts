/**
 * Texts of the file that findings repeat, cut to a readable length. A name of a megabyte around ten thousand findings
 * would otherwise make a report of gigabytes.
 */

/** Longest name, subject or id that a finding repeats. */
export const NAME_MAX = 200;
/** Longest XPath or JSON Pointer: enough for 100 levels. */
export const PATH_MAX = 4_000;
/** Longest sentence about a finding. */
export const SENTENCE_MAX = 1_000;
/** Longest chain of names; of a longer one the middle is left out. */
const NAMES_MAX = 40;
/** Number of outermost names that remain then. */
const OUTER_NAMES = 5;

/** Returns a chain of names, without its middle when it has too many. */
export function shortenList(names: readonly string[]): readonly string[] {
  if (names.length <= NAMES_MAX) return names;
  return [...names.slice(0, OUTER_NAMES), '…', ...names.slice(OUTER_NAMES + 1 - NAMES_MAX)];
}
