/** Flattens A360's typed values and attributes into properties with dotted names. */
import { firstJsonChild, type JsonDocument, JsonKind, member, text } from '../json/document.ts';
import type { SettingPlaceName } from '../setting-names.ts';
import { botSettingNames, Key } from './keys.ts';
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
function readDictionary(sink: Sink, name: SettingPlaceName, entries: number, direction: Direction): void {
  const { doc } = sink;
  for (let entry = firstJsonChild(doc, entries); entry !== -1; entry = doc.nextSiblings[entry]!) {
    const value = member(doc, entry, 'value');
    if (value !== -1) readBotValue(sink, calledBy(sink, name, member(doc, entry, 'key')), value, direction);
  }
}

/** Returns the name of the part of a value that a string names; '' without a string. */
function calledBy({ doc }: Sink, name: SettingPlaceName, at: number): SettingPlaceName {
  const isString = at !== -1 && doc.kinds[at] === JsonKind.string;
  return isString ? botSettingNames.called(name, doc, at) : botSettingNames.unnamed(name);
}

/** Returns a sink that drops properties but shares the rest. */
function unheard({ doc, keys, draft, declared, expressions, owner }: Sink): Sink {
  return { doc, keys, draft, declared, expressions, owner, properties: [] };
}

/**
 * Reads the criteria that locate a recorded object. Criteria that are switched off match nothing, yet may mention
 * variables.
 */
function readCriteria(sink: Sink, name: SettingPlaceName, criteria: number): void {
  const { doc } = sink;
  let own: SettingPlaceName | undefined;
  for (
    let criterion = firstJsonChild(doc, criteria);
    criterion !== -1;
    criterion = doc.nextSiblings[criterion]!
  ) {
    own = nameOf(sink, name, own, criterion);
    const enabled = member(doc, criterion, 'enabled');
    const on = enabled !== -1 && doc.kinds[enabled] === JsonKind.true;
    const value = member(doc, criterion, 'value');
    if (value !== -1) readBotValue(on ? sink : unheard(sink), own, value, 'in');
  }
}

/** Reads only the picture paths of a recording; the rest is the recorder's own. */
function readCapture(sink: Sink, name: SettingPlaceName, capture: number): void {
  const { doc } = sink;
  let own: SettingPlaceName | undefined;
  for (let part = firstJsonChild(doc, capture); part !== -1; part = doc.nextSiblings[part]!) {
    own = nameOf(sink, name, own, part);
    if (own.key.endsWith('Path')) readBotValue(sink, own, part, 'in');
  }
}

function readConnection(sink: Sink, name: SettingPlaceName, at: number): void {
  const key = text(sink.doc, at, 'connectionName');
  const connector = sink.draft.activities[sink.owner]?.type.split('/')[0] ?? '';
  if (key) sink.draft.connections.push({ at, owner: sink.owner, name: key, connector, fixed: false });
  readMembers(sink, name, at, 'in');
}

/** Reads one value of any type as properties whose names begin with `name`. */
export function readBotValue(sink: Sink, name: SettingPlaceName, value: number, direction: Direction): void {
  const { doc } = sink;
  const kind = doc.kinds[value];
  if (kind === JsonKind.object) readMembers(sink, name, value, direction);
  else if (kind === JsonKind.array) readList(sink, name, value, direction);
  else readLiteral(sink, name, value, direction);
}

function readList(sink: Sink, name: SettingPlaceName, list: number, direction: Direction): void {
  let index = 0;
  for (let entry = firstJsonChild(sink.doc, list); entry !== -1; entry = sink.doc.nextSiblings[entry]!)
    readBotValue(sink, botSettingNames.item(name, index++), entry, direction);
}

/** Returns the name of a member; entries of a list in place of an object have no key. */
function nameOf(
  { doc }: Sink,
  parent: SettingPlaceName,
  previous: SettingPlaceName | undefined,
  at: number,
): SettingPlaceName {
  return doc.keyStarts[at] === -1
    ? botSettingNames.unnamed(parent)
    : botSettingNames.member(parent, previous, doc, at);
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
  if (kind === JsonKind.object || kind === JsonKind.array) return firstJsonChild(doc, at) === -1;
  return kind === JsonKind.null || kind === JsonKind.false;
}

function readMembers(sink: Sink, name: SettingPlaceName, value: number, direction: Direction): void {
  const { doc, keys } = sink;
  let typeAt = -1;
  let expressionAt = -1;
  let payloads = 0;
  for (let at = firstJsonChild(doc, value); at !== -1; at = doc.nextSiblings[at]!) {
    const key = keys[at]!;
    if (key === Key.type) typeAt = at;
    else if (key === Key.expression) expressionAt = at;
    else if (key >= Key.string && key <= Key.list) payloads += 1;
  }
  const payload = payloads > 1 ? payloadOf(doc, typeAt) : ANY;
  /** Its expression then counts instead of a literal. */
  const isComputed = expressionAt !== -1 && isFilled(doc, expressionAt);
  const isProtected = hasType(doc, typeAt, PROTECTED);
  let own: SettingPlaceName | undefined;
  for (let at = firstJsonChild(doc, value); at !== -1; at = doc.nextSiblings[at]!) {
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
        readBotValue(sink, name, at, direction);
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
function readNamedMember(sink: Sink, own: SettingPlaceName, at: number, direction: Direction): void {
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
      readBotValue(sink, own, at, 'out');
      break;
    default:
      readBotValue(sink, own, at, direction);
  }
}

/** Returns whether a value is a non-empty string. */
function isFilled(doc: JsonDocument, value: number): boolean {
  return doc.kinds[value] === JsonKind.string && doc.ends[value]! - doc.starts[value]! > 2;
}

function readVariableNames(sink: Sink, name: SettingPlaceName, names: number, direction: Direction): void {
  let index = 0;
  for (let at = firstJsonChild(sink.doc, names); at !== -1; at = sink.doc.nextSiblings[at]!)
    pushReference(sink, botSettingNames.item(name, index++), at, direction);
}

/** Reads `attributes`: a list whose entries have names, values, and at times attributes of their own. */
export function readAttributes(sink: Sink, prefix: SettingPlaceName, attributes: number): void {
  const { doc } = sink;
  const parent = prefix.text === '' ? botSettingNames.root : prefix;
  for (
    let attribute = firstJsonChild(doc, attributes);
    attribute !== -1;
    attribute = doc.nextSiblings[attribute]!
  )
    if (doc.kinds[attribute] === JsonKind.object)
      readAttribute(sink, calledBy(sink, parent, nameAt(sink, attribute)), attribute);
}

/** Returns the position of an attribute's name, or -1. */
function nameAt({ doc, keys }: Sink, attribute: number): number {
  let found = -1;
  for (let part = firstJsonChild(doc, attribute); part !== -1; part = doc.nextSiblings[part]!)
    if (keys[part] === Key.name) found = part;
  return found;
}

function readAttribute(sink: Sink, name: SettingPlaceName, attribute: number): void {
  const { doc, keys } = sink;
  let own: SettingPlaceName | undefined;
  for (let part = firstJsonChild(doc, attribute); part !== -1; part = doc.nextSiblings[part]!) {
    const key = keys[part];
    if (key === Key.name) continue;
    if (key === Key.value) readBotValue(sink, name, part, 'in');
    else if (key === Key.attributes) readAttributes(sink, name, part);
    else {
      own = nameOf(sink, name, own, part);
      if (key === Key.operatorAttribute) readAttribute(sink, own, part);
      else readBotValue(sink, own, part, key === Key.returnTo || key === Key.returns ? 'out' : 'in');
    }
  }
}
