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
