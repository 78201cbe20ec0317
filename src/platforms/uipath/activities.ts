/** Reads one activity with its settings and everything inside it. */
import type { Call, Property } from '../../model/workflow.ts';
import { addActivity, type DraftActivity } from '../draft.ts';
import {
  attributeName,
  attributeText,
  attributeValue,
  firstChild,
  localName,
  namespaceOf,
  textOf,
  type XmlDocument,
} from '../xml-document.ts';
import { elementContent } from './content.ts';
import { addAnnotation, DELEGATES, readDelegate } from './declarations.ts';
import { addEdge, chartOf, linkIn, readLink, readNode } from './flow.ts';
import { DESIGNER_2010, XAML } from './namespaces.ts';
import {
  addProperty,
  dotIn,
  memberName,
  type Owner,
  type Reading,
  type Scope,
  settingAt,
} from './reading.ts';
import { CALL_TARGETS, roleOf } from './roles.ts';
import { readAttribute, readMember, readValue } from './settings.ts';
import { fullTypeName, shortTypeName } from './type-names.ts';

const ID = 'WorkflowViewState.IdRef';
const ANNOTATION = 'Annotation.AnnotationText';

/** The attributes of an activity that are no settings; -1 for one that it does not have. */
interface Header {
  name: number;
  id: number;
  note: number;
}

function headerOf(doc: XmlDocument, element: number): Header {
  const header: Header = { name: -1, id: -1, note: -1 };
  const end = doc.attributeStarts[element + 1]!;
  for (let a = doc.attributeStarts[element]!; a < end; a += 1) {
    const namespace = doc.attributeNamespaceIds[a]!;
    const name = attributeName(doc, a);
    if (namespace === 0) {
      if (name === 'DisplayName') header.name = a;
    } else if (name === ID) {
      if (doc.namespaces[namespace] === DESIGNER_2010) header.id = a;
    } else if (name === ANNOTATION && doc.namespaces[namespace] === DESIGNER_2010) header.note = a;
  }
  return header;
}

/** Reads an activity; returns its index. */
export function readActivity(reading: Reading, element: number, scope: Scope): number {
  const { doc, draft } = reading;
  const type = localName(doc, element);
  const header = headerOf(doc, element);
  const activity = addActivity(draft, {
    at: element,
    parent: scope.parent,
    slot: scope.slot,
    type,
    role: roleOf(type),
    name: (header.name !== -1 && attributeValue(doc, header.name)) || type,
    id: header.id === -1 ? '' : attributeValue(doc, header.id),
    enabled: scope.enabled && type !== 'CommentOut',
  });
  const owner: Owner = { activity, properties: [], values: 0 };
  activity.properties = owner.properties;
  if (header.note !== -1) addAnnotation(reading, activity.index, activity.name, header.note);
  readAttributes(reading, owner, element);
  for (let child = firstChild(doc, element); child !== -1; child = doc.nextSiblings[child]!)
    readChild(reading, owner, element, child);
  finish(reading, owner);
  return activity.index;
}

function readAttributes(reading: Reading, owner: Owner, element: number): void {
  const { doc } = reading;
  const end = doc.attributeStarts[element + 1]!;
  for (let a = doc.attributeStarts[element]!; a < end; a += 1) {
    const name = attributeName(doc, a);
    if (doc.attributeNamespaceIds[a] === 0) {
      if (name !== 'DisplayName') readAttribute(reading, owner, '', a);
    } else if (reading.language[doc.attributeNamespaceIds[a]!]) {
      if (name === 'Name') reading.named.set(attributeValue(doc, a), element);
      else if (name === 'TypeArguments') readTypeArguments(reading, owner, element, a);
    }
  }
}

/** The type parameter says what a catch catches and a loop loops over. */
function readTypeArguments(reading: Reading, owner: Owner, element: number, attribute: number): void {
  const { activity } = owner;
  const text = attributeValue(reading.doc, attribute);
  const type = fullTypeName(reading.doc, element, text);
  addProperty(reading, owner, 'TypeArguments', { at: ~attribute, text: type, syntax: undefined }, 'in');
  // Studio heads a catch with the type of its exception.
  if (activity.type === 'Catch' && activity.name === 'Catch') activity.name = `Catch ${shortTypeName(text)}`;
}

function readChild(reading: Reading, owner: Owner, element: number, child: number): void {
  const { doc } = reading;
  const dot = dotIn(reading, doc.nameIds[child]!);
  if (reading.designer[doc.namespaceIds[child]!]) readDesignerChild(reading, owner.activity, child);
  else if (dot < 0) readContent(reading, owner, element, child);
  else {
    const name = memberName(reading, child, dot);
    if (!readFlowMember(reading, owner.activity, element, name, child))
      readMember(reading, owner, name, child);
  }
}

/** Newer files write ids and notes as elements too. */
function readDesignerChild(reading: Reading, activity: DraftActivity, child: number): void {
  const name = localName(reading.doc, child);
  if (name === ID) activity.id ||= textOf(reading.doc, child).trim();
  else if (name === ANNOTATION) {
    const text = textOf(reading.doc, child);
    const place = { at: child, owner: activity.index, name: activity.name };
    reading.draft.notes.push({ ...place, kind: 'annotation', text });
  }
}

/** Types with properties that connect steps. */
const HAS_FLOW: ReadonlySet<string> = new Set([
  'Flowchart',
  'StateMachine',
  'FlowDecision',
  'FlowSwitch',
  'Transition',
]);

/** Reads the properties that connect steps; false when it is another property. */
function readFlowMember(
  reading: Reading,
  activity: DraftActivity,
  element: number,
  name: string,
  child: number,
): boolean {
  if (!HAS_FLOW.has(activity.type)) return false;
  const { draft } = reading;
  const inside = { parent: activity.index, slot: '', enabled: activity.enabled };
  const beside = { ...inside, parent: activity.parent };
  switch (`${activity.type}.${name}`) {
    case 'Flowchart.StartNode':
    case 'StateMachine.InitialState':
      chartOf(reading, activity.index).start = readLink(reading, child, inside);
      return true;
    case 'FlowDecision.True':
    case 'FlowDecision.False':
    case 'FlowSwitch.Default':
      addEdge(reading, element, readLink(reading, child, beside), name, child);
      return true;
    case 'Transition.To': {
      const state = draft.activities[activity.parent];
      if (state === undefined) return false;
      const link = readLink(reading, child, { ...inside, parent: state.parent });
      addEdge(reading, state.at, link, 'next', child, activity.index);
      return true;
    }
    default:
      return false;
  }
}

/** What stands in an activity without a property's name around it: its content. */
function readContent(reading: Reading, owner: Owner, element: number, child: number): void {
  const { doc } = reading;
  const { activity } = owner;
  const inside = { parent: activity.index, slot: '', enabled: activity.enabled };
  if (activity.type === 'Flowchart' || activity.type === 'StateMachine') {
    readNode(reading, child, inside);
  } else if (activity.type === 'FlowSwitch') {
    const link = readNode(reading, child, { ...inside, parent: activity.parent });
    addEdge(reading, element, link, 'case', child);
  } else if (DELEGATES.has(localName(doc, child))) {
    readDelegate(reading, activity, '', child);
  } else if (isContentValue(reading, child)) {
    readValue(reading, owner, 'Parameters', child, `.${owner.values}`);
    owner.values += 1;
  } else if (!reading.language[doc.namespaceIds[child]!]) {
    const key = attributeText(doc, child, 'Key', XAML);
    reading.activity(child, key === undefined ? inside : { ...inside, slot: `cases.${key}` });
  }
}

/** `InvokeMethod` holds its parameters; everything else is an activity. */
function isContentValue(reading: Reading, child: number): boolean {
  const { doc } = reading;
  if (reading.language[doc.namespaceIds[child]!]) return false;
  return (
    namespaceOf(doc, child).startsWith('clr-namespace:System.Collections') ||
    elementContent(reading, child) !== undefined
  );
}

function finish(reading: Reading, owner: Owner): void {
  const { activity, properties } = owner;
  const { type, at } = activity;
  if (type === 'Flowchart' || type === 'StateMachine') {
    const link = linkIn(reading, at, type === 'Flowchart' ? 'StartNode' : 'InitialState');
    if (link !== undefined) chartOf(reading, activity.index).start = link;
  } else if (type === 'FlowDecision' || type === 'FlowSwitch') {
    for (const name of ['True', 'False', 'Default'])
      addEdge(reading, at, linkIn(reading, at, name), name, at);
  } else if (type === 'Transition') {
    const state = reading.draft.activities[activity.parent];
    if (state !== undefined)
      addEdge(reading, state.at, linkIn(reading, at, 'To'), 'next', at, activity.index);
  } else if (type === 'Comment') moveToNotes(reading, owner);
  else if (type === 'InvokeCode') readCode(reading, properties);
  const target = CALL_TARGETS.get(type);
  if (target !== undefined) addCall(reading, owner, target);
}

/** The text of a comment is for people; it is no setting. */
function moveToNotes(reading: Reading, owner: Owner): void {
  const index = owner.properties.findIndex((property) => property.name === 'Text');
  if (index === -1) return;
  const [{ at, text }] = owner.properties.splice(index, 1) as [Property];
  const { index: activity, name } = owner.activity;
  reading.draft.notes.push({ at, owner: activity, name, kind: 'comment', text });
}

/** The code of an `InvokeCode` is in the language that it names, else in that of the project. */
function readCode(reading: Reading, properties: Property[]): void {
  const index = properties.findIndex((property) => property.name === 'Code');
  const code = properties[index];
  if (code === undefined || code.expression !== undefined) return;
  const language = properties.find(({ name }) => name === 'Language')?.text;
  const isCSharp =
    language === undefined ? reading.languages.project === 'csharp' : language.startsWith('CS');
  const syntax = reading.languages[isCSharp ? 'csharp' : 'visualBasic'];
  properties[index] = settingAt(reading, code, code.text, syntax, code.direction);
}

function addCall(reading: Reading, owner: Owner, targetName: string): void {
  const { activity, properties } = owner;
  const target = properties.find((property) => property.name === targetName);
  if (target === undefined) return;
  const call: Call = {
    at: target.at,
    owner: activity.index,
    name: activity.name,
    target: target.expression === undefined ? target.text : target.expression.literal,
    bindings: properties
      .filter((property) => property.name.startsWith('Arguments.'))
      .map((property) => {
        const type = reading.types.get(property);
        return {
          name: property.name.slice('Arguments.'.length),
          direction: reading.inOut.has(property) ? 'in-out' : property.direction,
          value: property,
          ...(type === undefined ? {} : { type }),
        };
      }),
  };
  reading.draft.calls.push(call);
}
