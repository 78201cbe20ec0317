/** Places in a Robin script, and in the file that holds it. */
import type { Source } from '../../../model/workflow.ts';

/** Location of a script: a file of its own, or an element or value of another. */
export interface ScriptHome {
  /** XPath or JSON Pointer of the element that holds the script; '' when the file is the script. */
  readonly path: string;
  /** The place of that element; undefined when the file is the script, so that its lines are those of the file. */
  readonly place: { readonly line: number; readonly column: number } | undefined;
}

function lineStarts(script: string): number[] {
  const starts = [0];
  for (let at = 0; at < script.length; at += 1) {
    const code = script.charCodeAt(at);
    if (code === 10 || (code === 13 && script.charCodeAt(at + 1) !== 10)) starts.push(at + 1);
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

/**
 * Returns a source whose positions are offsets into the script. Their path is that of the element that holds the
 * script, followed by `/script.robin#L` and the line in the script, as
 * `/properties/definition/package/script.robin#L12`. A script inside another file is often one line of it: there line
 * and column are those of the element.
 */
export function scriptSource(script: string, { path, place }: ScriptHome): Source {
  let starts: readonly number[] | undefined;
  const lineOf = (at: number): number => lastAtMost((starts ??= lineStarts(script)), at);
  return {
    lineAndColumn(at) {
      if (place !== undefined) return place;
      const line = lineOf(at);
      return { line: line + 1, column: at - starts![line]! + 1 };
    },
    path: (at) => `${path}/script.robin#L${lineOf(at) + 1}`,
  };
}
