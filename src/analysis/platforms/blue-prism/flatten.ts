/** Flattens any element into settings with dotted names, for parts without a reader of their own. */
import type { Property } from '../../model/workflow.ts';
import { attributeName, attributeText, firstChild, localName, type XmlDocument } from '../xml/document.ts';
import { labelOf } from './labels.ts';
import {
  attributePlaced,
  contentPlaced,
  dataItemSetting,
  expressionSetting,
  literalSetting,
  type Placed,
  type ReleaseReading,
} from './reading.ts';

/**
 * Attributes without information of their own: names are in the dotted name, ids are links, the rest is in the called
 * object.
 */
const NOISE = new Set(['name', 'id', 'friendlyname', 'narrative', 'datatype', 'space']);
/** Elements that only lay out, or hold pictures. */
const NOISE_ELEMENTS = new Set(['display', 'font', 'distance', 'ontrue', 'onfalse', 'onsuccess', 'image']);

/**
 * Returns the last part of the dotted name of a child: its own name, else its place among children of the same kind.
 */
function segmentOf(doc: XmlDocument, element: number, counts: Map<string, number>): string {
  const kind = localName(doc, element);
  const place = (counts.get(kind) ?? 0) + 1;
  counts.set(kind, place);
  const name = attributeText(doc, element, 'name');
  if (name !== undefined && name !== '') return name;
  const repeats = place > 1 || followedBySame(doc, element);
  return repeats ? `${kind}.${place}` : kind;
}

function followedBySame(doc: XmlDocument, element: number): boolean {
  const next = doc.nextSiblings[element]!;
  return next !== -1 && doc.nameIds[next] === doc.nameIds[element];
}

function addAttribute(
  reading: ReleaseReading,
  owner: number,
  properties: Property[],
  name: string,
  attribute: string,
  placed: Placed,
): void {
  const label = labelOf(name, attribute);
  if (attribute === 'expr' || attribute === 'expression') {
    properties.push(expressionSetting(reading, owner, label, placed));
  } else if (attribute === 'stage') {
    properties.push(dataItemSetting(reading, owner, label, placed, 'out'));
  } else if (!placed.isEmpty) {
    properties.push(literalSetting(owner, label, placed));
  }
}

/**
 * Adds every attribute and text of an element and its descendants. `expr` and `expression` are computed, `stage` names
 * the data item that is written.
 */
export function flatten(
  reading: ReleaseReading,
  owner: number,
  properties: Property[],
  element: number,
  name: string,
): void {
  const { doc } = reading;
  const end = doc.attributeStarts[element + 1]!;
  for (let a = doc.attributeStarts[element]!; a < end; a += 1) {
    const attribute = attributeName(doc, a);
    if (!NOISE.has(attribute))
      addAttribute(reading, owner, properties, name, attribute, attributePlaced(doc, a));
  }
  const first = firstChild(doc, element);
  if (first === -1) {
    const placed = contentPlaced(doc, element);
    if (!placed.isBlank) properties.push(literalSetting(owner, labelOf('', name), placed));
    return;
  }
  const counts = new Map<string, number>();
  for (let child = first; child !== -1; child = doc.nextSiblings[child]!) {
    if (NOISE_ELEMENTS.has(localName(doc, child))) continue;
    flatten(reading, owner, properties, child, `${name}.${segmentOf(doc, child, counts)}`);
  }
}
