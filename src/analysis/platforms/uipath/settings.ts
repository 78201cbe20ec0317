/** Settings of an activity: attributes, property elements and the objects inside them, as flat dotted names. */
import type { Argument } from '../../model/workflow.ts';
import { attributeName, attributeNamed, attributeValue, firstChild, subtreeEnd } from '../xml/document.ts';
import type { UiPathActivity } from './activity.ts';
import { attributeContent, elementContent, textContent } from './content.ts';
import { readDelegate, readVariable } from './declarations.ts';
import { ATTRIBUTE, MEANING, type Name } from './names/names.ts';
import {
  addProperty,
  type Content,
  contentText,
  elementName,
  elementNamespace,
  languageAttribute,
  nameAt,
  type XamlReading,
} from './reading.ts';

/** Returns whether activities of a type write this property. */
function isOutput({ known }: UiPathActivity, name: Name): boolean {
  return name.isOutput || known.outputs.has(name.text);
}

/** Reads an unprefixed attribute of an activity, or of an object in its property `prefix`. */
export function readAttribute(
  reading: XamlReading,
  activity: UiPathActivity,
  prefix: Name | undefined,
  attribute: number,
): void {
  const name = nameAt(reading, reading.doc.attributeNameIds[attribute]!);
  // A dot means a property that another class attaches, such as `VisualBasic.Settings`.
  if (name.dot >= 0 || name.isNoise) return;
  const content = attributeContent(reading, attribute);
  if (content === undefined) return;
  const full = prefix === undefined ? name : prefix.below(name.text);
  if (full.isNoise) return;
  const isResult = content.syntax !== undefined && isOutput(activity, full);
  addProperty(reading, activity, full, content, isResult ? 'out' : 'in');
}

/** Reads `<Owner.Name>…</Owner.Name>`. `name` is the property's name in the normal form. */
export function readMemberSetting(
  reading: XamlReading,
  activity: UiPathActivity,
  name: Name,
  element: number,
): void {
  if (name.isNoise) return;
  const { doc } = reading;
  const first = firstChild(doc, element);
  if (first === -1) {
    const content = textContent(reading, element);
    if (content !== undefined) addContent(reading, activity, name, content, undefined);
    return;
  }
  const single = doc.nextSiblings[first] === -1;
  let index = 0;
  for (let child = first; child !== -1; child = doc.nextSiblings[child]!) {
    if (elementNamespace(reading, child).isDesigner) continue;
    readXamlValue(reading, activity, name, child, single ? -1 : index);
    index += 1;
  }
}

function addContent(
  reading: XamlReading,
  activity: UiPathActivity,
  name: Name,
  content: Content,
  wrapper: Argument['direction'] | undefined,
  element = -1,
): void {
  const writes = wrapper === undefined ? isOutput(activity, name) : wrapper !== 'in';
  const property = addProperty(reading, activity, name, content, writes ? 'out' : 'in');
  if (wrapper !== undefined && activity.known.callTarget !== undefined)
    reading.wrappers.set(property, element);
}

/** Notes an argument of a call that hands over nothing. */
function addBlank({ blanks }: XamlReading, { index }: UiPathActivity, element: number): void {
  const known = blanks.get(index);
  if (known === undefined) blanks.set(index, [element]);
  else known.push(element);
}

/** Returns the `x:Key` of an element: an attribute, or an element for keys that are not plain text. */
export function dictionaryKey(reading: XamlReading, element: number): string | undefined {
  const { doc } = reading;
  const key = languageAttribute(reading, element, ATTRIBUTE.key);
  if (key !== -1) return attributeValue(doc, key);
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    if (elementName(reading, child).attribute !== ATTRIBUTE.key) continue;
    if (!elementNamespace(reading, child).isLanguage) continue;
    const content = textContent(reading, child);
    return content && contentText(doc, content);
  }
  return undefined;
}

/**
 * Reads an element in the place of a value.
 * @param place distinguishes values of one property that have no key; -1 for the only one
 */
export function readXamlValue(
  reading: XamlReading,
  activity: UiPathActivity,
  name: Name,
  element: number,
  place: number,
): void {
  const own = elementName(reading, element);
  const { meaning } = own;
  if (meaning === MEANING.delegate) {
    readDelegate(reading, activity, name.last, element);
    return;
  }
  if (meaning === MEANING.variable && name.text.endsWith('Variables')) {
    readVariable(reading, activity.index, activity.enabled, element);
    return;
  }
  const key = dictionaryKey(reading, element);
  const full = key !== undefined ? name.below(key) : place === -1 ? name : name.item(place);
  const content = elementContent(reading, element);
  if (content === null) {
    if (meaning === MEANING.argument && key !== undefined && activity.known.callTarget !== undefined)
      addBlank(reading, activity, element);
    return;
  }
  if (content !== undefined) addContent(reading, activity, full, content, own.direction, element);
  else if (meaning === MEANING.collection || meaning === MEANING.argument) {
    readItems(reading, activity, full, element);
  } else if (isActivity(reading, element, own, name)) {
    const slot = key === undefined ? name.last : `cases.${key}`;
    reading.activity(element, { parent: activity.index, slot, enabled: activity.enabled });
  } else readObject(reading, activity, full, element);
}

function readItems(reading: XamlReading, activity: UiPathActivity, name: Name, element: number): void {
  const { doc } = reading;
  let index = 0;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    if (elementName(reading, child).attribute === ATTRIBUTE.key) continue;
    readXamlValue(reading, activity, name, child, index);
    index += 1;
  }
}

/**
 * Returns whether the object in a property is an activity: known by type, by its place, or by the designer's id for it.
 */
function isActivity(reading: XamlReading, element: number, own: Name, property: Name): boolean {
  if (own.activity.isKnown || property.isActivitySlot) return true;
  return attributeNamed(reading.doc, element, 'WorkflowViewState.IdRef') !== -1;
}

/**
 * Reads an object such as a target: its settings become settings of the activity, with the property's name before them.
 */
function readObject(reading: XamlReading, activity: UiPathActivity, name: Name, element: number): void {
  const { doc } = reading;
  const end = doc.attributeStarts[element + 1]!;
  for (let a = doc.attributeStarts[element]!; a < end; a += 1)
    // The id of an object is a number for the designer.
    if (doc.attributeNamespaceIds[a] === 0 && attributeName(doc, a) !== 'Id')
      readAttribute(reading, activity, name, a);
  if (subtreeEnd(doc, element) === element + 1) {
    const content = textContent(reading, element);
    if (content !== undefined) addContent(reading, activity, name, content, undefined);
    return;
  }
  let index = 0;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    if (elementNamespace(reading, child).isDesigner) continue;
    const own = elementName(reading, child);
    if (own.dot >= 0) readMemberSetting(reading, activity, name.below(own.member.text), child);
    else {
      readXamlValue(reading, activity, name, child, index);
      index += 1;
    }
  }
}
