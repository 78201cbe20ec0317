/** Places of settings by their position in the model. */

import type { Position } from '../../model/workflow.ts';
import type { XmlDocument } from '../../platforms/xml/document.ts';
import type { XmlPlace } from '../place.ts';

/** Returns the place of a position: an element, or an attribute as its complement. */
export function attributePlace(doc: XmlDocument, at: Position): XmlPlace {
  if (at >= 0) return { syntax: 'xml', doc, element: at, attribute: -1 };
  const attribute = ~at;
  let element = 0;
  while (element + 1 < doc.size && doc.attributeStarts[element + 1]! <= attribute) element += 1;
  return { syntax: 'xml', doc, element, attribute };
}
