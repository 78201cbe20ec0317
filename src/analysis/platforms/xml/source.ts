/** Positions of an XML document as lines, columns and XPath. */
import type { Source } from '../../model/workflow.ts';
import { LineIndex } from '../text.ts';
import { attributeXPathOf, type XmlDocument, xpathOf } from './document.ts';

/** Returns a source whose positions are elements, and `~attribute` for attributes. */
export function xmlSource(doc: XmlDocument): Source {
  const lines = new LineIndex(doc.bytes);
  return {
    lineAndColumn: (at) => lines.positionOf(at >= 0 ? doc.starts[at]! : doc.attributeOffsets[~at]!),
    path: (at) => (at >= 0 ? xpathOf(doc, at) : attributeXPathOf(doc, ownerOf(doc, ~at), ~at)),
  };
}

/** Returns the element of an attribute: the last one whose attributes start at or before it. */
function ownerOf(doc: XmlDocument, attribute: number): number {
  let low = 0;
  let high = doc.size - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (doc.attributeStarts[middle]! <= attribute) low = middle;
    else high = middle - 1;
  }
  return low;
}
