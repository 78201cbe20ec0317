/** Positions of a JSON document as lines, columns and JSON Pointers. */
import type { Source } from '../../model/workflow.ts';
import { LineIndex } from '../text.ts';
import { type JsonDocument, pointerOf } from './document.ts';

/** Returns a source whose positions are values. */
export function jsonSource(doc: JsonDocument): Source {
  const lines = new LineIndex(doc.bytes);
  return {
    lineAndColumn: (at) => lines.positionOf(doc.starts[at]!),
    path: (at) => pointerOf(doc, at),
  };
}

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
