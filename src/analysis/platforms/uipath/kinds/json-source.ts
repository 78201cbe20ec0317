/** Positions in the JSON of a designer, each shown where the name of a member stands. */
import type { Source } from '../../../model/workflow.ts';
import { type JsonDocument, pointerOf } from '../../json/document.ts';
import { LineIndex } from '../../text.ts';

/** Returns a source that shows a member where its key stands, the name that people look for. */
export function memberSource(doc: JsonDocument): Source {
  const lines = new LineIndex(doc.bytes);
  return {
    lineAndColumn(at) {
      const key = doc.keyStarts[at]!;
      return lines.positionOf(key === -1 ? doc.starts[at]! : key - 1);
    },
    path: (at) => pointerOf(doc, at),
  };
}
