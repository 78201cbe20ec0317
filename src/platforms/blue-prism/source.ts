/** Positions of a Blue Prism document as lines, columns and XPath. */
import type { Position, Source } from '../../model/workflow.ts';
import { LineIndex } from '../text.ts';
import { attributeXPathOf, type XmlDocument, xpathOf } from '../xml-document.ts';

/** One source serves every workflow of a file: the table of lines is built once. */
export function sourceOf(doc: XmlDocument): Source {
  const lines = new LineIndex(doc.bytes);
  return {
    lineAndColumn: (at) => lines.positionOf(at >= 0 ? doc.starts[at]! : doc.attributeOffsets[~at]!),
    path: (at) => (at >= 0 ? xpathOf(doc, at) : attributeXPathOf(doc, elementOf(doc, ~at), ~at)),
  };
}

/** The position of an attribute. */
export function attributePosition(attribute: number): Position {
  return ~attribute;
}

/** The element that an attribute stands in: the last one whose attributes start at or before it. */
function elementOf(doc: XmlDocument, attribute: number): number {
  let low = 0;
  let high = doc.size - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (doc.attributeStarts[middle]! <= attribute) low = middle;
    else high = middle - 1;
  }
  return low;
}
