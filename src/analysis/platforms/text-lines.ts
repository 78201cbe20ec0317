/** Lines of a text by offsets into it. */

/** Lines of a text; 0-based. */
export interface TextLines {
  /** Returns the line of an offset. */
  lineOf(offset: number): number;
  /** Returns the offset at which a line starts. */
  startOf(line: number): number;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
  }
  return starts;
}

/** Returns the index of the last entry that is not larger than `offset`. */
function lastAtMost(sorted: readonly number[], offset: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sorted[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Creates the index of a text; the lines are found on first use. */
export function textLines(text: string): TextLines {
  let starts: readonly number[] | undefined;
  return {
    lineOf: (offset) => lastAtMost((starts ??= lineStarts(text)), offset),
    startOf: (line) => (starts ??= lineStarts(text))[line] ?? 0,
  };
}
