/** Size of a pattern before it is compiled: nested repetitions of 500 characters compile to half a million instructions. */

/** A character, class or escape; the beginning or end of a group; a repetition with its counts. */
const PART =
  /\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|(?<open>\()|(?<close>\))|\{(?<min>\d{1,4})(?:,(?<max>\d{0,4}))?\}|./gsu;

/** Returns about how many instructions a pattern compiles to. */
export function instructionsOf(pattern: string): number {
  // Sizes of the groups that are open, each without what stands last in it, which a repetition may multiply.
  const outer: number[] = [];
  let size = 0;
  let last = 0;
  for (const { groups: { open, close, min, max } = {} } of pattern.matchAll(PART)) {
    if (min !== undefined) last *= Math.max(Number(min), Number(max ?? 0), 1);
    else if (open !== undefined) {
      outer.push(size + last);
      size = 0;
      last = 0;
    } else if (close !== undefined) {
      last += size;
      size = outer.pop() ?? 0;
    } else {
      size += last;
      last = 1;
    }
  }
  return outer.reduce((sum, part) => sum + part, size + last);
}
