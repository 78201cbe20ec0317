/** Variables, loop items and caught exceptions, arguments and their defaults. */
import type { Value } from '../../model/workflow.ts';
import type { DraftActivity } from '../draft.ts';
import {
  attributeName,
  attributeNamed,
  attributeText,
  firstChild,
  localName,
  type XmlDocument,
} from '../xml-document.ts';
import { attributeContent, elementContent, textContent } from './content.ts';
import { DESIGNER_2010, XAML } from './namespaces.ts';
import { dotIn, makeValue, type Reading } from './reading.ts';
import { argumentType, isSecureType, shortTypeName } from './type-names.ts';

/** Elements that hold activities which their container runs, and may be given arguments. */
export const DELEGATES: ReadonlySet<string> = new Set(['ActivityAction', 'ActivityFunc', 'ActivityDelegate']);

/** A note that the author has written on an element, if there is one. */
export function readAnnotation(reading: Reading, owner: number, name: string, element: number): void {
  const attribute = attributeNamed(reading.doc, element, 'Annotation.AnnotationText', DESIGNER_2010);
  if (attribute !== -1) addAnnotation(reading, owner, name, attribute);
}

/** A note in the attribute that was found. */
export function addAnnotation(reading: Reading, owner: number, name: string, attribute: number): void {
  const content = attributeContent(reading, attribute);
  if (content !== undefined && content.text !== '')
    reading.draft.notes.push({
      at: content.at,
      owner,
      name,
      kind: 'annotation',
      text: annotationText(content),
    });
}

/** An annotation may stand in brackets without being an expression. */
function annotationText(content: { readonly text: string; readonly syntax: unknown }): string {
  return content.syntax === undefined ? content.text : `[${content.text}]`;
}

/** Reads `<Variable Name="…" x:TypeArguments="…" Default="…"/>`, or a delegate's argument, into the scope of an activity. */
export function readVariable(reading: Reading, owner: number, enabled: boolean, element: number): void {
  const { doc } = reading;
  const reference = attributeText(doc, element, 'Name', XAML);
  if (reference !== undefined) reading.named.set(reference, element);
  const name = attributeText(doc, element, 'Name', '');
  if (name === undefined || name === '') return;
  const type = shortTypeName(attributeText(doc, element, 'TypeArguments', XAML) ?? '');
  reading.draft.variables.push({
    at: element,
    owner,
    name,
    key: reading.languages.key(name),
    type,
    secure: isSecureType(type),
    default: defaultOf(reading, owner, name, element),
    enabled,
    modifiers: modifiersOf(doc, element),
  });
  readAnnotation(reading, owner, name, element);
}

/** `DelegateInArgument` for what the container fills itself: the item of a loop, the exception of a catch. */
function modifiersOf(doc: XmlDocument, element: number): string[] {
  const name = localName(doc, element);
  const written = attributeText(doc, element, 'Modifiers') ?? '';
  return [...(name === 'Variable' ? [] : [name]), ...written.split(/[\s,]+/).filter((word) => word !== '')];
}

/** The default in an attribute, or in `<Variable.Default>`. */
function defaultOf(reading: Reading, owner: number, name: string, element: number): Value | undefined {
  const { doc } = reading;
  const attribute = attributeNamed(doc, element, 'Default');
  if (attribute !== -1) {
    const content = attributeContent(reading, attribute);
    return content && makeValue(reading, { at: content.at, owner, name }, content.text, content.syntax);
  }
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!)
    if (localName(doc, child).endsWith('.Default')) return defaultIn(reading, owner, name, child);
  return undefined;
}

function defaultIn(reading: Reading, owner: number, name: string, element: number): Value | undefined {
  const inner = firstChild(reading.doc, element);
  const content = inner === -1 ? textContent(reading, element) : elementContent(reading, inner);
  if (content === undefined || content === null) return undefined;
  return makeValue(reading, { at: content.at, owner, name }, content.text, content.syntax);
}

/**
 * Reads `<ActivityAction>`: its arguments are variables of the activity, its content is the activity's.
 * The item of a loop and the exception of a catch are such arguments.
 */
export function readDelegate(reading: Reading, activity: DraftActivity, slot: string, element: number): void {
  const { doc } = reading;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!) {
    if (reading.designer[doc.namespaceIds[child]!]) continue;
    const dot = dotIn(reading, doc.nameIds[child]!);
    if (dot < 0) readBody(reading, activity, slot, child);
    else if (
      localName(doc, child).startsWith('Argument', dot + 1) ||
      localName(doc, child).endsWith('.Result')
    )
      readDelegateArguments(reading, activity, child);
    else
      for (let body = firstChild(doc, child); body !== -1; body = doc.nextSiblings[body]!)
        readBody(reading, activity, slot, body);
  }
}

function readDelegateArguments(reading: Reading, activity: DraftActivity, element: number): void {
  const { doc } = reading;
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!)
    if (localName(doc, child).startsWith('Delegate'))
      readVariable(reading, activity.index, activity.enabled, child);
}

function readBody(reading: Reading, activity: DraftActivity, slot: string, element: number): void {
  if (reading.language[reading.doc.namespaceIds[element]!]) return;
  reading.activity(element, { parent: activity.index, slot, enabled: activity.enabled });
}

/** Reads `<x:Members>`. */
export function readArguments(reading: Reading, members: number): void {
  const { doc } = reading;
  const defaults = defaultsOf(reading);
  for (let element = firstChild(doc, members); element !== -1; element = doc.nextSiblings[element]!) {
    const name = attributeText(doc, element, 'Name');
    if (localName(doc, element) !== 'Property' || name === undefined) continue;
    const { direction, type } = argumentType(attributeText(doc, element, 'Type') ?? '');
    reading.draft.arguments.push({
      at: element,
      owner: -1,
      name,
      key: reading.languages.key(name),
      type,
      secure: isSecureType(type),
      default: defaults.get(name),
      enabled: true,
      direction,
    });
    readAnnotation(reading, -1, name, element);
  }
}

/** Defaults stand on the root, `this:Main.in_Path="…"`, or in it, `<this:Main.in_Path>`; by name of the argument. */
function defaultsOf(reading: Reading): Map<string, Value | undefined> {
  const { doc } = reading;
  const found = new Map<string, Value | undefined>();
  const end = doc.attributeStarts[1]!;
  for (let a = doc.attributeStarts[0]!; a < end; a += 1) {
    const name = isArgumentDefault(doc, doc.attributeNamespaceIds[a]!) ? attributeName(doc, a) : '';
    if (!name.includes('.')) continue;
    const argument = name.slice(name.lastIndexOf('.') + 1);
    const content = attributeContent(reading, a);
    if (content !== undefined)
      found.set(
        argument,
        makeValue(reading, { at: content.at, owner: -1, name: argument }, content.text, content.syntax),
      );
  }
  for (let child = firstChild(doc, 0); child !== -1; child = doc.nextSiblings[child]!) {
    const name = isArgumentDefault(doc, doc.namespaceIds[child]!) ? localName(doc, child) : '';
    if (!name.includes('.')) continue;
    const argument = name.slice(name.lastIndexOf('.') + 1);
    found.set(argument, defaultIn(reading, -1, argument, child));
  }
  return found;
}

/** The workflow's own class is in a CLR namespace without an assembly, mostly without a name too. */
function isArgumentDefault(doc: XmlDocument, namespaceId: number): boolean {
  const uri = doc.namespaces[namespaceId]!;
  return uri.startsWith('clr-namespace:') && !uri.includes(';');
}
