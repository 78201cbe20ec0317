/** Places in a Robin script, and in the file that holds it. */
import type { Source } from '../../../model/workflow.ts';
import { textLines } from '../../text-lines.ts';

/** Location of a script: a file of its own, or an element or value of another. */
export interface ScriptHome {
  /** XPath or JSON Pointer of the element that holds the script; '' when the file is the script. */
  readonly path: string;
  /** The place of that element; undefined when the file is the script, so that its lines are those of the file. */
  readonly place: { readonly line: number; readonly column: number } | undefined;
}

/**
 * Returns a source whose positions are offsets into the script. Their path is that of the element that holds the
 * script, followed by `/script.robin#L` and the line in the script, as
 * `/properties/definition/package/script.robin#L12`. A script inside another file is often one line of it: there line
 * and column are those of the element.
 */
export function scriptSource(script: string, { path, place }: ScriptHome): Source {
  const { lineOf, startOf } = textLines(script);
  return {
    lineAndColumn(at) {
      if (place !== undefined) return place;
      const line = lineOf(at);
      return { line: line + 1, column: at - startOf(line) + 1 };
    },
    path: (at) => `${path}/script.robin#L${lineOf(at) + 1}`,
  };
}
