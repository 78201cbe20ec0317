/** Flattens A360's typed values and attributes into properties with dotted names. */
import type { Position, Property } from '../../model/workflow.ts';
import type { Draft } from '../draft.ts';
import { type ExpressionSyntax, makeExpression } from '../expression.ts';
import {
  firstChild,
  type JsonDocument,
  JsonKind,
  member,
  shortTextOf,
  stringOf,
  text,
} from '../json-document.ts';
import { rangeProperty, textProperty } from '../json-property.ts';
import { RangeExpression } from '../range-expression.ts';
import type { SettingName } from '../setting-names.ts';
import { arithmeticSyntax, textSyntax } from './expressions.ts';
import { Key, settingNames } from './keys.ts';

/** Where the properties of one activity go while it is read. */
export interface Sink {
  readonly doc: JsonDocument;
  readonly draft: Draft;
  /** Keys of the bot's own variables. */
  readonly declared: ReadonlySet<string>;
  readonly owner: number;
  readonly properties: Property[];
}

type Direction = Property['direction'];

/** What the members of one value have in common. */
interface Payload {
  readonly type: string;
  /** It has an expression, which then counts instead of a literal. */
  readonly computed: boolean;
}

/** Reads one member of a value into properties that begin with `name`; `own` is the member's own name. */
type PartReader = (
  sink: Sink,
  name: SettingName,
  at: number,
  direction: Direction,
  payload: Payload,
  own: SettingName,
) => void;

/** Types whose expressions compute; all others are texts with references in them. */
const ARITHMETIC_TYPES = new Set(['NUMBER', 'BOOLEAN']);

/** A text that stands in a range of the document as it is. */
function pushRange(
  sink: Sink,
  name: SettingName,
  at: Position,
  from: number,
  to: number,
  direction: Direction,
): void {
  const { owner, doc } = sink;
  const setting = { at, owner, name, direction, expression: undefined };
  sink.properties.push(rangeProperty(setting, doc.text, from, to));
}

function pushLiteral(
  sink: Sink,
  name: SettingName,
  at: Position,
  literal: string,
  direction: Direction,
): void {
  const { owner, doc } = sink;
  const setting = { at, owner, name, direction, expression: undefined };
  sink.properties.push(textProperty(setting, doc.text, literal));
}

function pushExpression(
  sink: Sink,
  name: SettingName,
  at: Position,
  source: string,
  syntax: ExpressionSyntax,
  direction: Direction,
): void {
  const { owner, doc } = sink;
  const expression = makeExpression(syntax, source, { at, owner, name: name.text });
  sink.draft.expressions.push(expression);
  sink.properties.push(textProperty({ at, owner, name, direction, expression }, doc.text, source));
}

function pushReference(sink: Sink, name: SettingName, at: number, direction: Direction): void {
  const variable = stringOf(sink.doc, at);
  if (variable) pushExpression(sink, name, at, `$${variable}$`, textSyntax, direction);
}

const DOLLAR = 0x24;
const BACKSLASH = 0x5c;
const NO_REFERENCE = 0;
const MAY_REFER = 1;
const ESCAPED = 2;

/** What a look at each byte of a string tells: that it has to be decoded, or may hold a reference, or neither. */
function lookAt(bytes: Buffer, start: number, end: number): number {
  let dollars = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === BACKSLASH) return ESCAPED;
    if (byte === DOLLAR) dollars += 1;
  }
  return dollars < 2 ? NO_REFERENCE : MAY_REFER;
}

/** A literal may hold `$name$` too; it is a reference when the bot declares the name. */
function refersToDeclared(sink: Sink, literal: string): boolean {
  const mentioned = textSyntax.mentions(textSyntax.tokens(literal));
  return mentioned.some((key) => sink.declared.has(key) || key.startsWith('system:'));
}

function readString(sink: Sink, name: SettingName, at: number, direction: Direction, payload: Payload): void {
  const { doc } = sink;
  if (doc.kinds[at] !== JsonKind.string || payload.computed) return;
  const start = doc.starts[at]! + 1;
  const end = doc.ends[at]! - 1;
  if (lookAt(doc.bytes, start, end) === NO_REFERENCE) {
    pushRange(sink, name, at, start, end, direction);
    return;
  }
  const literal = stringOf(doc, at)!;
  if (refersToDeclared(sink, literal)) pushExpression(sink, name, at, literal, textSyntax, direction);
  else pushLiteral(sink, name, at, literal, direction);
}

function readExpression(
  sink: Sink,
  name: SettingName,
  at: number,
  direction: Direction,
  payload: Payload,
): void {
  const { doc, owner } = sink;
  if (doc.kinds[at] !== JsonKind.string) return;
  const start = doc.starts[at]! + 1;
  const end = doc.ends[at]! - 1;
  if (start === end) return;
  const syntax = ARITHMETIC_TYPES.has(payload.type) ? arithmeticSyntax : textSyntax;
  if (lookAt(doc.bytes, start, end) === ESCAPED) {
    pushExpression(sink, name, at, stringOf(doc, at)!, syntax, direction);
    return;
  }
  const expression = new RangeExpression(syntax, doc.text, start, end, { at, owner, name: name.text });
  sink.draft.expressions.push(expression);
  sink.properties.push(rangeProperty({ at, owner, name, direction, expression }, doc.text, start, end));
}

function readType(
  sink: Sink,
  _: SettingName,
  at: number,
  direction: Direction,
  { type }: Payload,
  own: SettingName,
): void {
  // Only this type says more than the payload does: the editor protects what stands here.
  if (type === 'CREDENTIAL') pushLiteral(sink, own, at, type, direction);
}

function readScalar(sink: Sink, name: SettingName, at: number, direction: Direction): void {
  const { doc } = sink;
  const kind = doc.kinds[at]!;
  if (kind === JsonKind.null) return;
  if (kind <= JsonKind.array) readValue(sink, name, at, direction);
  else if (kind !== JsonKind.string) pushRange(sink, name, at, doc.starts[at]!, doc.ends[at]!, direction);
  else if (lookAt(doc.bytes, doc.starts[at]! + 1, doc.ends[at]! - 1) === ESCAPED)
    pushLiteral(sink, name, at, stringOf(doc, at)!, direction);
  else pushRange(sink, name, at, doc.starts[at]! + 1, doc.ends[at]! - 1, direction);
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
function readCriteria(
  sink: Sink,
  _: SettingName,
  criteria: number,
  __: Direction,
  ___: Payload,
  own: SettingName,
): void {
  const { doc } = sink;
  let name: SettingName | undefined;
  for (
    let criterion = firstChild(doc, criteria);
    criterion !== -1;
    criterion = doc.nextSiblings[criterion]!
  ) {
    name = nameOf(sink, own, name, criterion);
    const enabled = member(doc, criterion, 'enabled');
    const on = enabled !== -1 && doc.kinds[enabled] === JsonKind.true;
    const value = member(doc, criterion, 'value');
    if (value !== -1) readValue(on ? sink : { ...sink, properties: [] }, name, value, 'in');
  }
}

/** Of a recording only the paths of its pictures; the rest is the recorder's own. */
function readCapture(
  sink: Sink,
  _: SettingName,
  capture: number,
  __: Direction,
  ___: Payload,
  own: SettingName,
): void {
  const { doc } = sink;
  let name: SettingName | undefined;
  for (let part = firstChild(doc, capture); part !== -1; part = doc.nextSiblings[part]!) {
    name = nameOf(sink, own, name, part);
    if (name.key.endsWith('Path')) readScalar(sink, name, part, 'in');
  }
}

function readConnection(
  sink: Sink,
  _: SettingName,
  at: number,
  __: Direction,
  ___: Payload,
  own: SettingName,
): void {
  const key = text(sink.doc, at, 'connectionName');
  const connector = sink.draft.activities[sink.owner]?.type.split('/')[0] ?? '';
  if (key) sink.draft.connections.push({ at, owner: sink.owner, name: key, connector, fixed: false });
  readMembers(sink, own, at, 'in');
}

/** Reads one value, whatever its type, as properties that begin with `name`. */
export function readValue(sink: Sink, name: SettingName, value: number, direction: Direction): void {
  const { doc } = sink;
  const kind = doc.kinds[value];
  if (kind === JsonKind.object) readMembers(sink, name, value, direction);
  else if (kind === JsonKind.array) readList(sink, name, value, direction);
  else readScalar(sink, name, value, direction);
}

function readList(sink: Sink, name: SettingName, list: number, direction: Direction): void {
  let index = 0;
  for (let entry = firstChild(sink.doc, list); entry !== -1; entry = sink.doc.nextSiblings[entry]!)
    readValue(sink, settingNames.item(name, index++), entry, direction);
}

/** How each member of a value is read, by its key. Others are read as values of their own under a longer name. */
const PARTS: readonly (PartReader | undefined)[] = Object.values(Key).map((key) =>
  new Map<number, PartReader>([
    [Key.type, readType],
    [Key.expression, readExpression],
    [Key.string, readString],
    [Key.number, readScalar],
    [Key.boolean, readScalar],
    [Key.variableName, pushReference],
    [Key.variableMapNames, readVariableNames],
    [Key.dictionary, readDictionary],
    [Key.list, readList],
    [Key.criteria, readCriteria],
    [Key.capture, readCapture],
    [Key.oauthConnection, readConnection],
    // The called bot writes these variables.
    [Key.taskbotOutput, (sink, _, at, __, ___, own) => readValue(sink, own, at, 'out')],
    // Payloads whose key only repeats the type: their parts belong to the value itself.
    [Key.sessionName, readValue],
    [Key.uiObject, readValue],
    [Key.window, readValue],
    [Key.coordinate, readValue],
    [Key.region, readValue],
    [Key.table, readValue],
    // The recorder's own data, at times a megabyte of it.
    [Key.blob, () => undefined],
  ]).get(key),
);

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
    const read = PARTS[own.mark];
    if (read !== undefined) read(sink, name, at, direction, payload, own);
    else readValue(sink, own, at, direction);
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
    type: typeAt === -1 ? '' : (shortTextOf(doc, typeAt) ?? ''),
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
