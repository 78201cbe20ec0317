/** Positions in C#, as lines of its file. */
import type { Source } from '../../../model/workflow.ts';
import { textLines } from '../../text-lines.ts';

/** Returns the source of a text of C#, whose positions are offsets. */
export function codeSource(text: string): Source {
  const { lineOf, startOf: startOfLine } = textLines(text);
  return {
    lineAndColumn(at) {
      const line = lineOf(at);
      return { line: line + 1, column: at - startOfLine(line) + 1 };
    },
    path: (at) => `/code.cs#L${lineOf(at) + 1}`,
  };
}
