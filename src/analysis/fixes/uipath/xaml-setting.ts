/** Settings of XAML activities: an attribute, or an element with a literal in it. */
import {
  attributeNamed,
  childNamed,
  children,
  firstChild,
  localName,
  type XmlDocument,
} from '../../platforms/xml/document.ts';
import type { Edits } from '../edits/edit.ts';
import { changeAttribute, setAttribute, setText } from '../edits/xml-edits.ts';
import type { XmlPlace } from '../place.ts';

const NOT_PLAIN = 'Its value is written in a form that no fix changes.';

/** Changes the literal in a property element: the text of its innermost element, or the value of a `Literal`. */
function setLiteral(doc: XmlDocument, element: number, value: string): Edits {
  let leaf = element;
  for (let inner = firstChild(doc, leaf); inner !== -1; inner = firstChild(doc, leaf)) {
    if (doc.nextSiblings[inner] !== -1) return NOT_PLAIN;
    leaf = inner;
  }
  const own = attributeNamed(doc, leaf, 'Value');
  if (localName(doc, leaf) === 'Literal' && own !== -1) return [changeAttribute(doc, own, value)];
  const edit = setText(doc, leaf, value);
  return edit === undefined ? NOT_PLAIN : [edit];
}

/** Returns the innermost element around a place that has this type. */
export function stepAround({ doc, element }: XmlPlace, isType: (name: string) => boolean): number {
  let at = element;
  while (at !== -1 && !isType(localName(doc, at))) at = doc.parents[at]!;
  return at;
}

/** Sets a setting of the activity at an element. */
export function writeSetting(doc: XmlDocument, activity: number, name: string, value: string): Edits {
  const nested = childNamed(doc, activity, `${localName(doc, activity)}.${name}`);
  if (nested !== -1) return setLiteral(doc, nested, value);
  return [setAttribute(doc, activity, name, value)];
}

/** Sets the setting that a finding points at. */
export function writeHere({ doc, element, attribute }: XmlPlace, name: string, value: string): Edits {
  if (attribute !== -1) return [changeAttribute(doc, attribute, value)];
  return localName(doc, element).endsWith(`.${name}`)
    ? setLiteral(doc, element, value)
    : writeSetting(doc, element, name, value);
}

/** Returns the child elements that are steps, and no settings of the element. */
export const stepsOf = (doc: XmlDocument, element: number): readonly number[] =>
  children(doc, element).filter((child) => !localName(doc, child).includes('.'));
