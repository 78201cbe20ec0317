/** Flattens A360's typed values and attributes into properties with dotted names. */
import { firstChild, JsonKind, member, text } from '../json-document.ts';
import type { SettingName } from '../setting-names.ts';
import { Key, settingNames } from './keys.ts';
import {
  type Direction,
  type Payload,
  pushLiteral,
  pushReference,
  readExpression,
  readLiteral,
  readString,
  type Sink,
  typeOf,
} from './texts.ts';

/** Reads one member of a value into properties that begin with `name`. */
type PartReader = (sink: Sink, name: SettingName, at: number, direction: Direction, payload: Payload) => void;

/** The only type that says more than the payload does: the editor protects what stands here. */
const PROTECTED = 'CREDENTIAL';

function readType(sink: Sink, name: SettingName, at: number, direction: Direction, payload: Payload): void {
  const { doc } = sink;
  const { typeAt } = payload;
  // Shorter than a type with its quotation marks: nearly all are, and need not be read.
  if (typeAt === -1 || doc.ends[typeAt]! - doc.starts[typeAt]! < PROTECTED.length + 2) return;
  if (typeOf(doc, payload) === PROTECTED) pushLiteral(sink, name, at, PROTECTED, direction);
}

/** The entries of `dictionary`: `[{ key, value }]`. */
function readDictionary(sink: Sink, name: SettingName, entries: number, direction: Direction): void {
  const { doc } = sink;
  for (let entry = firstChild(doc, entries); entry !== -1; entry = doc.nextSiblings[entry]!) {
    const value = member(doc, entry, 'value');
    if (value !== -1) readValue(sink, calledBy(sink, name, member(doc, entry, 'key')), value, direction);
  }
}

/** The name of the part of a value that a string names; '' where there is no string. */
function calledBy({ doc }: Sink, name: SettingName, at: number): SettingName {
  const isString = at !== -1 && doc.kinds[at] === JsonKind.string;
  return isString ? settingNames.called(name, doc, at) : settingNames.unnamed(name);
}

/** What a recorded object is found by. Criteria that are switched off match nothing, yet may mention variables. */
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
    if (value !== -1) readValue(on ? sink : { ...sink, properties: [] }, own, value, 'in');
  }
}

/** Of a recording only the paths of its pictures; the rest is the recorder's own. */
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

/** Reads one value, whatever its type, as properties that begin with `name`. */
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

/** Members that belong to the value itself. */
const OWN_PARTS = new Map<number, PartReader>([
  [Key.expression, readExpression],
  [Key.string, readString],
  [Key.number, readValue],
  [Key.boolean, readValue],
  [Key.variableName, pushReference],
  [Key.variableMapNames, readVariableNames],
  [Key.dictionary, readDictionary],
  [Key.list, readList],
  // Payloads whose key only repeats the type.
  [Key.sessionName, readValue],
  [Key.uiObject, readValue],
  [Key.window, readValue],
  [Key.coordinate, readValue],
  [Key.region, readValue],
  [Key.table, readValue],
  // The recorder's own data, at times a megabyte of it.
  [Key.blob, () => undefined],
]);

/** Members with a longer name; those that are in neither table are read as values. */
const NAMED_PARTS = new Map<number, PartReader>([
  [Key.type, readType],
  [Key.criteria, readCriteria],
  [Key.capture, readCapture],
  [Key.oauthConnection, readConnection],
  // The called bot writes these variables.
  [Key.taskbotOutput, (sink, name, at) => readValue(sink, name, at, 'out')],
]);

/** Both tables by key, as arrays. */
const OWN = Object.values(Key).map((key) => OWN_PARTS.get(key));
const NAMED = Object.values(Key).map((key) => NAMED_PARTS.get(key) ?? readValue);

/** The name of a member; entries of a list that stands where an object should have no key. */
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

function readMembers(sink: Sink, name: SettingName, value: number, direction: Direction): void {
  const { doc } = sink;
  const payload = payloadOf(sink, name, value);
  let own: SettingName | undefined;
  for (let at = firstChild(doc, value); at !== -1; at = doc.nextSiblings[at]!) {
    own = nameOf(sink, name, own, at);
    const read = OWN[own.mark];
    if (read !== undefined) read(sink, name, at, direction, payload);
    else NAMED[own.mark]!(sink, own, at, direction, payload);
  }
}

function payloadOf(sink: Sink, name: SettingName, value: number): Payload {
  const { doc } = sink;
  let typeAt = -1;
  let expressionAt = -1;
  let own: SettingName | undefined;
  for (let at = firstChild(doc, value); at !== -1; at = doc.nextSiblings[at]!) {
    own = nameOf(sink, name, own, at);
    if (own.mark === Key.type) typeAt = at;
    else if (own.mark === Key.expression) expressionAt = at;
  }
  return {
    typeAt,
    computed:
      expressionAt !== -1 &&
      doc.kinds[expressionAt] === JsonKind.string &&
      doc.ends[expressionAt]! - doc.starts[expressionAt]! > 2,
  };
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
      readAttribute(sink, calledBy(sink, parent, member(doc, attribute, 'name')), attribute);
}

function readAttribute(sink: Sink, name: SettingName, attribute: number): void {
  const { doc } = sink;
  let own: SettingName | undefined;
  for (let part = firstChild(doc, attribute); part !== -1; part = doc.nextSiblings[part]!) {
    own = nameOf(sink, name, own, part);
    switch (own.mark) {
      case Key.name:
        break;
      case Key.value:
        readValue(sink, name, part, 'in');
        break;
      case Key.attributes:
        readAttributes(sink, name, part);
        break;
      case Key.returnTo:
      case Key.returns:
        readValue(sink, own, part, 'out');
        break;
      case Key.operatorAttribute:
        readAttribute(sink, own, part);
        break;
      default:
        readValue(sink, own, part, 'in');
    }
  }
}
