/** Reads one activity with its settings and everything inside it. */
import { attributeValue, firstChild, textOf } from '../xml/document.ts';
import { UiPathActivity, type VariableScope } from './activity.ts';
import { UiPathCall } from './call.ts';
import { elementContent } from './content.ts';
import { addAnnotation, readDelegate } from './declarations.ts';
import { finishFlow, readFlowMember, readNode, readSwitchCase } from './flow.ts';
import { ATTRIBUTE, MEANING, type Name, nameOf } from './names/names.ts';
import { fullTypeName, shortTypeName } from './names/type-names.ts';
import { deadBranch } from './reach.ts';
import {
  addProperty,
  Content,
  elementName,
  elementNamespace,
  languageAttribute,
  makeProperty,
  nameAt,
  type XamlReading,
} from './reading.ts';
import { readAttribute, readMemberSetting, readXamlValue } from './settings.ts';

/** Reads an activity; returns its index. */
export function readActivity(reading: XamlReading, element: number, scope: VariableScope): number {
  const { doc, draft } = reading;
  const type = elementName(reading, element);
  const activity = new UiPathActivity(doc, draft.activities.length, element, scope, type);
  draft.activities.push(activity);
  const first = reading.settingCount;
  readAttributes(reading, activity, element);
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!)
    readChild(reading, activity, element, child);
  activity.properties = reading.settings.slice(first, reading.settingCount);
  reading.settingCount = first;
  finish(reading, activity);
  return activity.index;
}

function readAttributes(reading: XamlReading, activity: UiPathActivity, element: number): void {
  const { doc, namespaces } = reading;
  let title = -1;
  let id = -1;
  let note = -1;
  let types = -1;
  const end = doc.attributeStarts[element + 1]!;
  for (let a = doc.attributeStarts[element]!; a < end; a += 1) {
    const { attribute } = nameAt(reading, doc.attributeNameIds[a]!);
    const namespace = doc.attributeNamespaceIds[a]!;
    if (namespace === 0) {
      if (attribute === ATTRIBUTE.displayName) title = a;
      else readAttribute(reading, activity, undefined, a);
    } else if (namespaces[namespace]!.hasNotes) {
      if (attribute === ATTRIBUTE.id) id = a;
      else if (attribute === ATTRIBUTE.annotation) note = a;
    } else if (namespaces[namespace]!.isLanguage) {
      if (attribute === ATTRIBUTE.name) reading.named.set(attributeValue(doc, a), element);
      else if (attribute === ATTRIBUTE.typeArguments)
        types = readTypeArguments(reading, activity, element, a);
    }
  }
  activity.entitle(title, id);
  if (note !== -1) addAnnotation(reading, { owner: activity.index, name: activity.name }, note);
  // Studio heads a catch with the type of its exception.
  if (types !== -1 && activity.known.special === 'Catch' && activity.name === 'Catch')
    activity.name = `Catch ${shortTypeName(attributeValue(doc, types))}`;
}

/** Reads the type parameter: the exception of a catch, the item type of a loop. */
function readTypeArguments(
  reading: XamlReading,
  activity: UiPathActivity,
  element: number,
  attribute: number,
): number {
  const text = fullTypeName(reading.doc, element, attributeValue(reading.doc, attribute));
  const content = new Content(~attribute, undefined, -1, -1, text);
  addProperty(reading, activity, nameAt(reading, reading.doc.attributeNameIds[attribute]!), content, 'in');
  return attribute;
}

function readChild(reading: XamlReading, activity: UiPathActivity, element: number, child: number): void {
  const name = elementName(reading, child);
  if (elementNamespace(reading, child).isDesigner) readDesignerChild(reading, activity, name, child);
  else if (name.dot < 0) readContent(reading, activity, element, name, child);
  else if (!readFlowMember(reading, activity, element, name.member.text, child))
    readMemberSetting(reading, activity, name.member, child);
}

/** Reads ids and notes, which newer files write as elements too. */
function readDesignerChild(reading: XamlReading, activity: UiPathActivity, name: Name, child: number): void {
  if (name.attribute === ATTRIBUTE.id) activity.id ||= textOf(reading.doc, child).trim();
  else if (name.attribute === ATTRIBUTE.annotation) {
    const text = textOf(reading.doc, child);
    const place = { at: child, owner: activity.index, name: activity.name };
    reading.draft.notes.push({ ...place, kind: 'annotation', text });
  }
}

/** Reads the content of an activity: elements without a property's name around them. */
function readContent(
  reading: XamlReading,
  activity: UiPathActivity,
  element: number,
  name: Name,
  child: number,
): void {
  const { special } = activity.known;
  const inside = { parent: activity.index, slot: '', enabled: activity.enabled };
  if (special === 'Flowchart' || special === 'StateMachine') readNode(reading, child, inside);
  else if (special === 'FlowSwitch') readSwitchCase(reading, activity, element, child);
  else if (name.meaning === MEANING.delegate) readDelegate(reading, activity, '', child);
  else if (isContentValue(reading, name, child)) {
    readXamlValue(reading, activity, nameOf('Parameters'), child, activity.values);
    activity.values += 1;
  } else if (!elementNamespace(reading, child).isLanguage) {
    const key = languageAttribute(reading, child, ATTRIBUTE.key);
    const slot = key === -1 ? '' : `cases.${attributeValue(reading.doc, key)}`;
    reading.activity(child, key === -1 ? inside : { ...inside, slot });
  }
}

/** Returns whether a child is a value: `InvokeMethod` holds its parameters; everything else is an activity. */
function isContentValue(reading: XamlReading, name: Name, child: number): boolean {
  const { isLanguage, hasCollections } = elementNamespace(reading, child);
  if (isLanguage) return false;
  return hasCollections || (name.meaning >= MEANING.argument && elementContent(reading, child) !== undefined);
}

/** Completes an activity whose settings are known. */
function finish(reading: XamlReading, activity: UiPathActivity): void {
  const { special, endsSequence, callTarget } = activity.known;
  if (endsSequence) reading.hasDeadEnds = true;
  if (callTarget !== undefined) addCall(reading, activity, callTarget);
  if (special === undefined) return;
  if (special === 'Comment') moveToNotes(reading, activity);
  else if (special === 'InvokeCode') readCode(reading, activity);
  else if (special === 'If') reading.hasDeadEnds ||= deadBranch(activity) !== undefined;
  else finishFlow(reading, activity);
}

/** Moves the text of a comment to the notes: it is for people, and no setting. */
function moveToNotes(reading: XamlReading, activity: UiPathActivity): void {
  const found = activity.properties.find((property) => property.name === 'Text');
  if (found === undefined) return;
  activity.properties = activity.properties.filter((property) => property !== found);
  const { index, name } = activity;
  reading.draft.notes.push({ at: found.at, owner: index, name, kind: 'comment', text: found.text });
}

/** Reads the code of an `InvokeCode`, which is in the language that it names, else in that of the project. */
function readCode(reading: XamlReading, activity: UiPathActivity): void {
  const { properties } = activity;
  const code = properties.find((property) => property.name === 'Code');
  if (code === undefined || code.expression !== undefined) return;
  const language = properties.find(({ name }) => name === 'Language')?.text;
  const isCSharp =
    language === undefined ? reading.languages.project === 'csharp' : language.startsWith('CS');
  const syntax = reading.languages[isCSharp ? 'csharp' : 'visualBasic'];
  const { at, start, end } = code;
  const content = new Content(at, syntax, start, end, start === -1 ? code.text : undefined);
  const expression = makeProperty(reading, activity.index, nameOf('Code'), content, code.direction);
  activity.properties = properties.map((property) => (property === code ? expression : property));
}

function addCall(reading: XamlReading, activity: UiPathActivity, targetName: string): void {
  const target = activity.properties.find((property) => property.name === targetName);
  if (target !== undefined) reading.draft.calls.push(new UiPathCall(reading, activity, target));
}
