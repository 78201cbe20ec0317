/** Comparison of two lists of lines as multisets: the same line twice is two lines. */

/** Lines of one list only, each in the order of its list. */
export interface LineDifference {
  readonly missing: readonly string[];
  readonly added: readonly string[];
}

/** Finds the lines that only one of two lists has. */
export function compareLines(before: readonly string[], after: readonly string[]): LineDifference {
  return { missing: without(before, after), added: without(after, before) };
}

function without(lines: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of others) counts.set(line, (counts.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}
