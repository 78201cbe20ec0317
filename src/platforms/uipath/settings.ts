/** The settings of an activity: attributes, property elements and the objects inside them, as flat dotted names. */

import { joinedName } from '../shared-names.ts';
import {
  attributeName,
  attributeNamed,
  attributeText,
  firstChild,
  localName,
  namespaceOf,
  subtreeEnd,
} from '../xml-document.ts';
import { attributeContent, elementContent, textContent } from './content.ts';
import { DELEGATES, readDelegate, readVariable } from './declarations.ts';
import { XAML } from './namespaces.ts';
import { isOutput } from './outputs.ts';
import { addProperty, dotIn, memberName, type Owner, type Reading } from './reading.ts';
import { isKnownActivity } from './roles.ts';
import { directionOf, shortTypeName } from './type-names.ts';

/** What only the designer or the recorder reads: pictures, hashes, ids, rectangles. */
const NOISE = new Set(
  `ImageBase64 IconBase64 ContentHash CVScreenId CvElementArea CvTextArea DesignTimeRectangle DesignTimeScaleFactor
  DesignTimeArea DesignTimeDescriptor DesignTimeCacheContainer Guid ScopeGuid ScopeIdentifier Reference
  InformativeScreenshot Region Area ClippingRegion CachedImage BrowserIconBase64 TextRegion`.split(/\s+/),
);
/** Places of an activity that hold activities, also of types that nobody has listed. */
const ACTIVITY_SLOTS = new Set(
  `Then Else Try Finally Body ActivityBody Default Entry Exit Action Trigger Handler Condition
  CompensationHandler ConfirmationHandler CancellationHandler Activities Branches Branch Triggers`.split(
    /\s+/,
  ),
);
const COLLECTIONS = new Set(
  'List Dictionary Collection BindingList ObservableCollection Array ArrayList'.split(' '),
);

function isNoise(name: string): boolean {
  return NOISE.has(name) || name.endsWith('Backup');
}

/** Reads an unprefixed attribute of an activity, or of an object in its property `prefix`. */
export function readAttribute(reading: Reading, owner: Owner, prefix: string, attribute: number): void {
  const { doc } = reading;
  const name = attributeName(doc, attribute);
  // A dot means a property that is attached by somebody else, such as `VisualBasic.Settings`.
  if (dotIn(reading, doc.attributeNameIds[attribute]!) >= 0 || isNoise(name)) return;
  const content = attributeContent(reading, attribute);
  if (content === undefined) return;
  const full = prefix === '' ? name : joinedName(prefix, name);
  const isResult = content.syntax !== undefined && isOutput(owner.activity.type, full);
  addProperty(reading, owner, full, content, isResult ? 'out' : 'in');
}

/** Reads `<Owner.Name>…</Owner.Name>`. `name` is what the property is called in the normal form. */
export function readMember(reading: Reading, owner: Owner, name: string, element: number): void {
  const { doc } = reading;
  const last = name.slice(name.lastIndexOf('.') + 1);
  if (isNoise(last)) return;
  const first = firstChild(doc, element);
  if (first === -1) {
    const content = textContent(reading, element);
    if (content !== undefined) addContent(reading, owner, name, content, undefined);
    return;
  }
  const single = doc.nextSiblings[first] === -1;
  let index = 0;
  for (let child = first; child !== -1; child = doc.nextSiblings[child]!) {
    if (reading.designer[doc.namespaceIds[child]!]) continue;
    readValue(reading, owner, name, child, single ? '' : `.${index}`);
    index += 1;
  }
}

function addContent(
  reading: Reading,
  owner: Owner,
  name: string,
  content: Parameters<typeof addProperty>[3],
  wrapper: ReturnType<typeof directionOf>,
  element?: number,
): void {
  const writes = wrapper === undefined ? isOutput(owner.activity.type, name) : wrapper !== 'in';
  const property = addProperty(reading, owner, name, content, writes ? 'out' : 'in');
  if (wrapper === undefined) return;
  if (wrapper === 'in-out') reading.inOut.add(property);
  const type = element === undefined ? undefined : attributeText(reading.doc, element, 'TypeArguments', XAML);
  if (type !== undefined) reading.types.set(property, shortTypeName(type));
}

/** The `x:Key` of an element: an attribute, or an element for keys that are not plain text. */
function keyOf(reading: Reading, element: number): string | undefined {
  const { doc } = reading;
  const key = attributeText(doc, element, 'Key', XAML);
  if (key !== undefined) return key;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!)
    if (localName(doc, child) === 'Key' && namespaceOf(doc, child) === XAML)
      return textContent(reading, child)?.text;
  return undefined;
}

/** Reads an element in the place of a value. `place` tells values of one property apart that have no key. */
export function readValue(
  reading: Reading,
  owner: Owner,
  name: string,
  element: number,
  place: string,
): void {
  const { doc } = reading;
  const type = localName(doc, element);
  if (DELEGATES.has(type)) {
    readDelegate(reading, owner.activity, slotOf(name), element);
    return;
  }
  if (type === 'Variable' && name.endsWith('Variables')) {
    readVariable(reading, owner.activity.index, owner.activity.enabled, element);
    return;
  }
  const key = keyOf(reading, element);
  const full = key === undefined ? name + place : joinedName(name, key);
  const content = elementContent(reading, element);
  if (content === null) return;
  if (content !== undefined) addContent(reading, owner, full, content, directionOf(type), element);
  else if (COLLECTIONS.has(type) || directionOf(type) !== undefined) {
    readItems(reading, owner, full, element);
  } else if (isActivity(reading, element, type, name)) {
    const slot = key === undefined ? slotOf(name) : `cases.${key}`;
    reading.activity(element, { parent: owner.activity.index, slot, enabled: owner.activity.enabled });
  } else readObject(reading, owner, full, element);
}

function readItems(reading: Reading, owner: Owner, name: string, element: number): void {
  const { doc } = reading;
  let index = 0;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    if (localName(doc, child) === 'Key') continue;
    readValue(reading, owner, name, child, `.${index}`);
    index += 1;
  }
}

function slotOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Whether the object in a property is an activity: known by type, by its place, or by the designer's id for it. */
function isActivity(reading: Reading, element: number, type: string, name: string): boolean {
  if (isKnownActivity(type)) return true;
  if (!name.includes('.') && ACTIVITY_SLOTS.has(name)) return true;
  return attributeNamed(reading.doc, element, 'WorkflowViewState.IdRef') !== -1;
}

/** An object such as a target: its settings become settings of the activity, with the property's name before them. */
function readObject(reading: Reading, owner: Owner, name: string, element: number): void {
  const { doc } = reading;
  const end = doc.attributeStarts[element + 1]!;
  for (let a = doc.attributeStarts[element]!; a < end; a += 1)
    // The id of an object is a number for the designer.
    if (doc.attributeNamespaceIds[a] === 0 && attributeName(doc, a) !== 'Id')
      readAttribute(reading, owner, name, a);
  if (subtreeEnd(doc, element) === element + 1) {
    const content = textContent(reading, element);
    if (content !== undefined) addContent(reading, owner, name, content, undefined);
    return;
  }
  let index = 0;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    if (reading.designer[doc.namespaceIds[child]!]) continue;
    const dot = dotIn(reading, doc.nameIds[child]!);
    if (dot >= 0) readMember(reading, owner, joinedName(name, memberName(reading, child, dot)), child);
    else {
      readValue(reading, owner, name, child, `.${index}`);
      index += 1;
    }
  }
}
