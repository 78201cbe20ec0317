/** Variables, loop items and caught exceptions, arguments and their defaults. */
import type { Note, Value } from '../../model/workflow.ts';
import { attributeNamed, attributeText, attributeValue, firstChild, localName } from '../xml/document.ts';
import type { UiPathActivity } from './activity.ts';
import { attributeContent, elementContent, textContent } from './content.ts';
import { ATTRIBUTE, MEANING, type Name } from './names/names.ts';
import { DESIGNER_2010 } from './names/namespaces.ts';
import { argumentType, variableType } from './names/type-names.ts';
import {
  contentText,
  elementName,
  elementNamespace,
  makeValue,
  nameAt,
  type XamlReading,
} from './reading.ts';

/** Returns the attribute of an author's note on an element, or -1. */
export function annotationOf({ doc }: XamlReading, element: number): number {
  return attributeNamed(doc, element, 'Annotation.AnnotationText', DESIGNER_2010);
}

/** Adds a note from its attribute; nothing for -1. */
export function addAnnotation(
  reading: XamlReading,
  { owner, name, about }: Pick<Note, 'owner' | 'name' | 'about'>,
  attribute: number,
): void {
  if (attribute === -1) return;
  const content = attributeContent(reading, attribute);
  if (content === undefined) return;
  const written = contentText(reading.doc, content);
  // An annotation may stand in brackets without being an expression.
  const text = content.syntax === undefined ? written : `[${written}]`;
  if (written !== '')
    reading.draft.notes.push({ at: content.at, owner, name, kind: 'annotation', text, about });
}

/** Reads `<Variable Name="…" x:TypeArguments="…" Default="…"/>`, or a delegate's argument, into the scope of an activity. */
export function readVariable(reading: XamlReading, owner: number, enabled: boolean, element: number): void {
  const { doc, namespaces } = reading;
  let name = '';
  let types = '';
  let note = -1;
  let initial = -1;
  let written = -1;
  const end = doc.attributeStarts[element + 1]!;
  for (let a = doc.attributeStarts[element]!; a < end; a += 1) {
    const namespaceId = doc.attributeNamespaceIds[a]!;
    const { attribute } = nameAt(reading, doc.attributeNameIds[a]!);
    const namespace = namespaces[namespaceId]!;
    if (attribute === ATTRIBUTE.name) {
      if (namespaceId === 0) name = attributeValue(doc, a);
      else if (namespace.isLanguage) reading.named.set(attributeValue(doc, a), element);
    } else if (attribute === ATTRIBUTE.typeArguments) {
      if (namespace.isLanguage) types = attributeValue(doc, a);
    } else if (attribute === ATTRIBUTE.annotation) {
      if (namespace.hasNotes) note = a;
    } else if (attribute === ATTRIBUTE.default) {
      if (namespaceId === 0 || initial === -1) initial = a;
    } else if (attribute === ATTRIBUTE.modifiers && (namespaceId === 0 || written === -1)) written = a;
  }
  if (name === '') return;
  const { type, secure } = variableType(types);
  reading.draft.variables.push({
    at: element,
    owner,
    name,
    key: reading.languages.key(name),
    type,
    secure,
    default: defaultOf(reading, owner, name, element, initial),
    enabled,
    modifiers: modifiersOf(elementName(reading, element), written === -1 ? '' : attributeValue(doc, written)),
  });
  addAnnotation(reading, { owner, name, about: { symbol: element } }, note);
}

const NO_MODIFIERS: readonly string[] = [];

/**
 * Returns `DelegateInArgument` for variables that the container sets itself: the item of a loop, the exception of a
 * catch.
 */
function modifiersOf({ text, meaning }: Name, written: string): readonly string[] {
  const words = written === '' ? NO_MODIFIERS : written.split(/[\s,]+/).filter((word) => word !== '');
  return meaning === MEANING.variable ? words : [text, ...words];
}

/** Returns the default in an attribute, or in `<Variable.Default>`. */
function defaultOf(
  reading: XamlReading,
  owner: number,
  name: string,
  element: number,
  attribute: number,
): Value | undefined {
  const { doc } = reading;
  if (attribute !== -1) {
    const content = attributeContent(reading, attribute);
    return content && makeValue(reading, owner, name, content);
  }
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!)
    if (localName(doc, child).endsWith('.Default')) return defaultIn(reading, owner, name, child);
  return undefined;
}

function defaultIn(reading: XamlReading, owner: number, name: string, element: number): Value | undefined {
  const inner = firstChild(reading.doc, element);
  const content = inner === -1 ? textContent(reading, element) : elementContent(reading, inner);
  if (content === undefined || content === null) return undefined;
  return makeValue(reading, owner, name, content);
}

/**
 * Reads `<ActivityAction>`: its arguments are variables of the activity, its content is the activity's.
 * The item of a loop and the exception of a catch are such arguments.
 */
export function readDelegate(
  reading: XamlReading,
  activity: UiPathActivity,
  slot: string,
  element: number,
): void {
  const { doc } = reading;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    if (elementNamespace(reading, child).isDesigner) continue;
    const { dot, text } = elementName(reading, child);
    if (dot < 0) readBody(reading, activity, slot, child);
    else if (text.startsWith('Argument', dot + 1) || text.endsWith('.Result'))
      readDelegateArguments(reading, activity, child);
    else
      for (let body = firstChild(doc, child); body !== -1; body = doc.nextSiblings[body]!)
        readBody(reading, activity, slot, body);
  }
}

function readDelegateArguments(reading: XamlReading, activity: UiPathActivity, element: number): void {
  const { doc } = reading;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!)
    if (localName(doc, child).startsWith('Delegate'))
      readVariable(reading, activity.index, activity.enabled, child);
}

function readBody(reading: XamlReading, activity: UiPathActivity, slot: string, element: number): void {
  if (elementNamespace(reading, element).isLanguage) return;
  reading.activity(element, { parent: activity.index, slot, enabled: activity.enabled });
}

/** Default values of arguments by name. */
type Defaults = ReadonlyMap<string, Value | undefined>;

/** Reads `<x:Members>` with the defaults that stand elsewhere. */
export function readDeclaredArguments(reading: XamlReading, members: number, defaults: Defaults): void {
  const { doc } = reading;
  for (let element = firstChild(doc, members); element !== -1; element = doc.nextSiblings[element]!) {
    const name = attributeText(doc, element, 'Name');
    if (localName(doc, element) !== 'Property' || name === undefined) continue;
    const { direction, type, secure } = argumentType(attributeText(doc, element, 'Type') ?? '');
    reading.draft.arguments.push({
      at: element,
      owner: -1,
      name,
      key: reading.languages.key(name),
      type,
      secure,
      default: defaults.get(name),
      enabled: true,
      direction,
    });
    addAnnotation(reading, { owner: -1, name, about: { symbol: element } }, annotationOf(reading, element));
  }
}

/**
 * Reads the defaults by name of the argument. They stand on the root, `this:Main.in_Path="…"`, or in it,
 * `<this:Main.in_Path>`.
 */
export function readDefaults(reading: XamlReading): Defaults {
  const { doc, namespaces } = reading;
  const found = new Map<string, Value | undefined>();
  const end = doc.attributeStarts[1]!;
  for (let a = doc.attributeStarts[0]!; a < end; a += 1) {
    if (!namespaces[doc.attributeNamespaceIds[a]!]!.isOwn) continue;
    const { last, dot } = nameAt(reading, doc.attributeNameIds[a]!);
    const content = dot < 0 ? undefined : attributeContent(reading, a);
    if (content !== undefined) found.set(last, makeValue(reading, -1, last, content));
  }
  for (let child = firstChild(doc, 0); child !== -1; child = doc.nextSiblings[child]!) {
    if (!elementNamespace(reading, child).isOwn) continue;
    const { last, dot } = elementName(reading, child);
    if (dot >= 0) found.set(last, defaultIn(reading, -1, last, child));
  }
  return found;
}
