/** Flattens A360's typed values and attributes into properties with dotted names. */
import { firstChild, type JsonDocument, JsonKind, member, text } from '../json/document.ts';
import type { SettingName } from '../setting-names.ts';
import { Key, settingNames } from './keys.ts';
import {
  type Direction,
  hasType,
  pushLiteral,
  pushReference,
  readExpression,
  readLiteral,
  readString,
  type Sink,
} from './texts.ts';

/** The only type that matters beyond the payload: the editor protects such values. */
const PROTECTED = 'CREDENTIAL';

/** Reads the entries of `dictionary`: `[{ key, value }]`. */
function readDictionary(sink: Sink, name: SettingName, entries: number, direction: Direction): void {
  const { doc } = sink;
  for (let entry = firstChild(doc, entries); entry !== -1; entry = doc.nextSiblings[entry]!) {
    const value = member(doc, entry, 'value');
    if (value !== -1) readValue(sink, calledBy(sink, name, member(doc, entry, 'key')), value, direction);
  }
}

/** Returns the name of the part of a value that a string names; '' without a string. */
function calledBy({ doc }: Sink, name: SettingName, at: number): SettingName {
  const isString = at !== -1 && doc.kinds[at] === JsonKind.string;
  return isString ? settingNames.called(name, doc, at) : settingNames.unnamed(name);
}

/** Returns a sink that drops properties but shares the rest. */
function unheard({ doc, keys, draft, declared, expressions, owner }: Sink): Sink {
  return { doc, keys, draft, declared, expressions, owner, properties: [] };
}

/**
 * Reads the criteria that locate a recorded object. Criteria that are switched off match nothing, yet may mention
 * variables.
 */
function readCriteria(sink: Sink, name: SettingName, criteria: number): void {
  const { doc } = sink;
  let own: SettingName | undefined;
  for (
    let criterion = firstChild(doc, criteria);
    criterion !== -1;
    criterion = doc.nextSiblings[criterion]!
  ) {
    own = nameOf(sink, name, own, criterion);
    const enabled = member(doc, criterion, 'enabled');
    const on = enabled !== -1 && doc.kinds[enabled] === JsonKind.true;
    const value = member(doc, criterion, 'value');
    if (value !== -1) readValue(on ? sink : unheard(sink), own, value, 'in');
  }
}

/** Reads only the picture paths of a recording; the rest is the recorder's own. */
function readCapture(sink: Sink, name: SettingName, capture: number): void {
  const { doc } = sink;
  let own: SettingName | undefined;
  for (let part = firstChild(doc, capture); part !== -1; part = doc.nextSiblings[part]!) {
    own = nameOf(sink, name, own, part);
    if (own.key.endsWith('Path')) readValue(sink, own, part, 'in');
  }
}

function readConnection(sink: Sink, name: SettingName, at: number): void {
  const key = text(sink.doc, at, 'connectionName');
  const connector = sink.draft.activities[sink.owner]?.type.split('/')[0] ?? '';
  if (key) sink.draft.connections.push({ at, owner: sink.owner, name: key, connector, fixed: false });
  readMembers(sink, name, at, 'in');
}

/** Reads one value of any type as properties whose names begin with `name`. */
export function readValue(sink: Sink, name: SettingName, value: number, direction: Direction): void {
  const { doc } = sink;
  const kind = doc.kinds[value];
  if (kind === JsonKind.object) readMembers(sink, name, value, direction);
  else if (kind === JsonKind.array) readList(sink, name, value, direction);
  else readLiteral(sink, name, value, direction);
}

function readList(sink: Sink, name: SettingName, list: number, direction: Direction): void {
  let index = 0;
  for (let entry = firstChild(sink.doc, list); entry !== -1; entry = sink.doc.nextSiblings[entry]!)
    readValue(sink, settingNames.item(name, index++), entry, direction);
}

/** Returns the name of a member; entries of a list in place of an object have no key. */
function nameOf(
  { doc }: Sink,
  parent: SettingName,
  previous: SettingName | undefined,
  at: number,
): SettingName {
  return doc.keyStarts[at] === -1
    ? settingNames.unnamed(parent)
    : settingNames.member(parent, previous, doc, at);
}

/** Stands for any payload of a value. */
const ANY = -1;
/** Member with the payload of a value, by type; for all other types it is `string`. */
const PAYLOADS: readonly (readonly [type: string, key: number])[] = [
  ['NUMBER', Key.number],
  ['BOOLEAN', Key.boolean],
  ['VARIABLE', Key.variableName],
  ['DICTIONARY', Key.dictionary],
  ['LIST', Key.list],
];

function payloadOf(doc: JsonDocument, typeAt: number): number {
  return PAYLOADS.find(([type]) => hasType(doc, typeAt, type))?.[1] ?? Key.string;
}

/** Returns whether a member is only there because some versions of the editor write every member of every value. */
function isVacant(doc: JsonDocument, at: number): boolean {
  const kind = doc.kinds[at]!;
  if (kind === JsonKind.string) return !isFilled(doc, at);
  if (kind === JsonKind.object || kind === JsonKind.array) return firstChild(doc, at) === -1;
  return kind === JsonKind.null || kind === JsonKind.false;
}

function readMembers(sink: Sink, name: SettingName, value: number, direction: Direction): void {
  const { doc, keys } = sink;
  let typeAt = -1;
  let expressionAt = -1;
  let payloads = 0;
  for (let at = firstChild(doc, value); at !== -1; at = doc.nextSiblings[at]!) {
    const key = keys[at]!;
    if (key === Key.type) typeAt = at;
    else if (key === Key.expression) expressionAt = at;
    else if (key >= Key.string && key <= Key.list) payloads += 1;
  }
  const payload = payloads > 1 ? payloadOf(doc, typeAt) : ANY;
  /** Its expression then counts instead of a literal. */
  const isComputed = expressionAt !== -1 && isFilled(doc, expressionAt);
  const isProtected = hasType(doc, typeAt, PROTECTED);
  let own: SettingName | undefined;
  for (let at = firstChild(doc, value); at !== -1; at = doc.nextSiblings[at]!) {
    if (payload !== ANY && keys[at] !== payload && isVacant(doc, at)) continue;
    switch (keys[at]) {
      case Key.type:
        if (!isProtected) break;
        own = nameOf(sink, name, own, at);
        pushLiteral(sink, own, at, PROTECTED, direction);
        break;
      case Key.expression:
        readExpression(sink, name, at, direction, typeAt);
        break;
      case Key.string:
        if (!isComputed) readString(sink, name, at, direction);
        break;
      case Key.variableName:
        pushReference(sink, name, at, direction);
        break;
      case Key.variableMapNames:
        readVariableNames(sink, name, at, direction);
        break;
      case Key.dictionary:
        readDictionary(sink, name, at, direction);
        break;
      case Key.list:
        readList(sink, name, at, direction);
        break;
      case Key.number:
      case Key.boolean:
      // Payloads whose key only repeats the type.
      case Key.sessionName:
      case Key.uiObject:
      case Key.window:
      case Key.coordinate:
      case Key.region:
      case Key.table:
        readValue(sink, name, at, direction);
        break;
      // The recorder's own data, at times a megabyte of it.
      case Key.blob:
        break;
      default:
        own = nameOf(sink, name, own, at);
        readNamedMember(sink, own, at, direction);
    }
  }
}

/** Reads a member that extends the name. */
function readNamedMember(sink: Sink, own: SettingName, at: number, direction: Direction): void {
  switch (own.mark) {
    case Key.criteria:
      readCriteria(sink, own, at);
      break;
    case Key.capture:
      readCapture(sink, own, at);
      break;
    case Key.oauthConnection:
      readConnection(sink, own, at);
      break;
    case Key.taskbotOutput:
      // The called bot writes these variables.
      readValue(sink, own, at, 'out');
      break;
    default:
      readValue(sink, own, at, direction);
  }
}

/** Returns whether a value is a non-empty string. */
function isFilled(doc: JsonDocument, value: number): boolean {
  return doc.kinds[value] === JsonKind.string && doc.ends[value]! - doc.starts[value]! > 2;
}

function readVariableNames(sink: Sink, name: SettingName, names: number, direction: Direction): void {
  let index = 0;
  for (let at = firstChild(sink.doc, names); at !== -1; at = sink.doc.nextSiblings[at]!)
    pushReference(sink, settingNames.item(name, index++), at, direction);
}

/** Reads `attributes`: a list whose entries have names, values, and at times attributes of their own. */
export function readAttributes(sink: Sink, prefix: SettingName, attributes: number): void {
  const { doc } = sink;
  const parent = prefix.text === '' ? settingNames.root : prefix;
  for (
    let attribute = firstChild(doc, attributes);
    attribute !== -1;
    attribute = doc.nextSiblings[attribute]!
  )
    if (doc.kinds[attribute] === JsonKind.object)
      readAttribute(sink, calledBy(sink, parent, nameAt(sink, attribute)), attribute);
}

/** Returns the position of an attribute's name, or -1. */
function nameAt({ doc, keys }: Sink, attribute: number): number {
  let found = -1;
  for (let part = firstChild(doc, attribute); part !== -1; part = doc.nextSiblings[part]!)
    if (keys[part] === Key.name) found = part;
  return found;
}

function readAttribute(sink: Sink, name: SettingName, attribute: number): void {
  const { doc, keys } = sink;
  let own: SettingName | undefined;
  for (let part = firstChild(doc, attribute); part !== -1; part = doc.nextSiblings[part]!) {
    const key = keys[part];
    if (key === Key.name) continue;
    if (key === Key.value) readValue(sink, name, part, 'in');
    else if (key === Key.attributes) readAttributes(sink, name, part);
    else {
      own = nameOf(sink, name, own, part);
      if (key === Key.operatorAttribute) readAttribute(sink, own, part);
      else readValue(sink, own, part, key === Key.returnTo || key === Key.returns ? 'out' : 'in');
    }
  }
}
