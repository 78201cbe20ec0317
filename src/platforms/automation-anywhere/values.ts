/** Flattens A360's typed values and attributes into properties with dotted names. */
import type { Position, Property } from '../../model/workflow.ts';
import type { Draft } from '../draft.ts';
import { type ExpressionSyntax, makeExpression } from '../expression.ts';
import {
  firstChild,
  type JsonDocument,
  JsonKind,
  keyOf,
  member,
  scalarOf,
  stringOf,
  text,
} from '../json-document.ts';
import { joinedName } from '../shared-names.ts';
import { arithmeticSyntax, textSyntax } from './expressions.ts';
import { Key, keyNumber } from './keys.ts';

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

/** Reads one member of a value into properties that begin with `name`. */
type PartReader = (sink: Sink, name: string, at: number, direction: Direction, payload: Payload) => void;

/** Names are for people and rules; what a file nests or writes beyond this adds nothing to them. */
const NAME_LENGTH_MAX = 500;

function longer(name: string, part: string | number): string {
  const full = typeof part === 'string' ? joinedName(name, part) : `${name}.${part}`;
  return full.length > NAME_LENGTH_MAX ? full.slice(0, NAME_LENGTH_MAX) : full;
}

/** Types whose expressions compute; all others are texts with references in them. */
const ARITHMETIC_TYPES = new Set(['NUMBER', 'BOOLEAN']);

function pushLiteral(sink: Sink, name: string, at: Position, literal: string, direction: Direction): void {
  sink.properties.push({ at, owner: sink.owner, name, text: literal, expression: undefined, direction });
}

function pushExpression(
  sink: Sink,
  name: string,
  at: Position,
  source: string,
  syntax: ExpressionSyntax,
  direction: Direction,
): void {
  const expression = makeExpression(syntax, source, { at, owner: sink.owner, name });
  sink.draft.expressions.push(expression);
  sink.properties.push({ at, owner: sink.owner, name, text: source, expression, direction });
}

function pushReference(sink: Sink, name: string, at: number, direction: Direction): void {
  const variable = stringOf(sink.doc, at);
  if (variable) pushExpression(sink, name, at, `$${variable}$`, textSyntax, direction);
}

/** A literal may hold `$name$` too; it is a reference when the bot declares the name. */
function refersToDeclared(sink: Sink, literal: string): boolean {
  const first = literal.indexOf('$');
  if (first === -1 || literal.indexOf('$', first + 1) === -1) return false;
  const mentioned = textSyntax.mentions(textSyntax.tokens(literal));
  return mentioned.some((key) => sink.declared.has(key) || key.startsWith('system:'));
}

function readString(sink: Sink, name: string, at: number, direction: Direction, payload: Payload): void {
  const literal = stringOf(sink.doc, at);
  if (literal === undefined || payload.computed) return;
  if (refersToDeclared(sink, literal)) pushExpression(sink, name, at, literal, textSyntax, direction);
  else pushLiteral(sink, name, at, literal, direction);
}

function readExpression(sink: Sink, name: string, at: number, direction: Direction, payload: Payload): void {
  const source = stringOf(sink.doc, at);
  if (!source) return;
  const syntax = ARITHMETIC_TYPES.has(payload.type) ? arithmeticSyntax : textSyntax;
  pushExpression(sink, name, at, source, syntax, direction);
}

function readType(sink: Sink, name: string, at: number, direction: Direction, { type }: Payload): void {
  // Only this type says more than the payload does: the editor protects what stands here.
  if (type === 'CREDENTIAL') pushLiteral(sink, longer(name, 'type'), at, type, direction);
}

function readScalar(sink: Sink, name: string, at: number, direction: Direction): void {
  const { doc } = sink;
  const literal = scalarOf(doc, at);
  if (literal !== undefined) pushLiteral(sink, name, at, literal, direction);
  else if (doc.kinds[at] !== JsonKind.null) readValue(sink, name, at, direction);
}

/** The entries of `dictionary`: `[{ key, value }]`. */
function readDictionary(sink: Sink, name: string, entries: number, direction: Direction): void {
  for (let entry = firstChild(sink.doc, entries); entry !== -1; entry = sink.doc.nextSiblings[entry]!) {
    const value = member(sink.doc, entry, 'value');
    const key = text(sink.doc, entry, 'key') ?? '';
    if (value !== -1) readValue(sink, longer(name, key), value, direction);
  }
}

/** What a recorded object is found by. Criteria that are switched off match nothing, yet may mention variables. */
function readCriteria(sink: Sink, name: string, criteria: number): void {
  for (
    let criterion = firstChild(sink.doc, criteria);
    criterion !== -1;
    criterion = sink.doc.nextSiblings[criterion]!
  ) {
    const enabled = member(sink.doc, criterion, 'enabled');
    const on = enabled !== -1 && sink.doc.kinds[enabled] === JsonKind.true;
    const value = member(sink.doc, criterion, 'value');
    if (value === -1) continue;
    readValue(
      on ? sink : { ...sink, properties: [] },
      longer(longer(name, 'criteria'), keyOf(sink.doc, criterion)),
      value,
      'in',
    );
  }
}

/** Of a recording only the paths of its pictures; the rest is the recorder's own. */
function readCapture(sink: Sink, name: string, capture: number): void {
  for (let part = firstChild(sink.doc, capture); part !== -1; part = sink.doc.nextSiblings[part]!) {
    const key = keyOf(sink.doc, part);
    if (key.endsWith('Path')) readScalar(sink, longer(longer(name, 'capture'), key), part, 'in');
  }
}

function readConnection(sink: Sink, name: string, at: number): void {
  const key = text(sink.doc, at, 'connectionName');
  const connector = sink.draft.activities[sink.owner]?.type.split('/')[0] ?? '';
  if (key) sink.draft.connections.push({ at, owner: sink.owner, name: key, connector, fixed: false });
  readMembers(sink, longer(name, 'oauthConnection'), at, 'in');
}

/** Reads one value, whatever its type, as properties that begin with `name`. */
export function readValue(sink: Sink, name: string, value: number, direction: Direction): void {
  const { doc } = sink;
  const kind = doc.kinds[value];
  if (kind === JsonKind.object) readMembers(sink, name, value, direction);
  else if (kind === JsonKind.array) readList(sink, name, value, direction);
  else readScalar(sink, name, value, direction);
}

function readList(sink: Sink, name: string, list: number, direction: Direction): void {
  let index = 0;
  for (let entry = firstChild(sink.doc, list); entry !== -1; entry = sink.doc.nextSiblings[entry]!)
    readValue(sink, longer(name, index++), entry, direction);
}

/** How each member of a value is read. Keys without an entry are read as values of their own under a longer name. */
const PARTS: ReadonlyMap<number, PartReader> = new Map<number, PartReader>([
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
  [Key.taskbotOutput, (sink, name, at) => readValue(sink, longer(name, 'taskbotOutput'), at, 'out')],
  // Payloads whose key only repeats the type: their parts belong to the value itself.
  [Key.sessionName, readValue],
  [Key.uiObject, readValue],
  [Key.window, readValue],
  [Key.coordinate, readValue],
  [Key.region, readValue],
  [Key.table, readValue],
  // The recorder's own data, at times a megabyte of it.
  [Key.blob, () => undefined],
]);

function readMembers(sink: Sink, name: string, value: number, direction: Direction): void {
  const { doc } = sink;
  const payload = { type: text(doc, value, 'type') ?? '', computed: Boolean(text(doc, value, 'expression')) };
  for (let at = firstChild(doc, value); at !== -1; at = doc.nextSiblings[at]!) {
    const read = PARTS.get(keyNumber(doc, at));
    if (read !== undefined) read(sink, name, at, direction, payload);
    else readValue(sink, longer(name, keyOf(doc, at)), at, direction);
  }
}

function readVariableNames(sink: Sink, name: string, names: number, direction: Direction): void {
  let index = 0;
  for (let at = firstChild(sink.doc, names); at !== -1; at = sink.doc.nextSiblings[at]!)
    pushReference(sink, longer(name, index++), at, direction);
}

/** Reads `attributes`: a list whose entries have names, values, and at times attributes of their own. */
export function readAttributes(sink: Sink, prefix: string, attributes: number): void {
  for (
    let attribute = firstChild(sink.doc, attributes);
    attribute !== -1;
    attribute = sink.doc.nextSiblings[attribute]!
  ) {
    if (sink.doc.kinds[attribute] !== JsonKind.object) continue;
    const name = text(sink.doc, attribute, 'name') ?? '';
    readAttribute(sink, prefix === '' ? name.slice(0, NAME_LENGTH_MAX) : longer(prefix, name), attribute);
  }
}

function readAttribute(sink: Sink, name: string, attribute: number): void {
  for (let part = firstChild(sink.doc, attribute); part !== -1; part = sink.doc.nextSiblings[part]!) {
    switch (keyNumber(sink.doc, part)) {
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
        readValue(sink, longer(name, keyOf(sink.doc, part)), part, 'out');
        break;
      case Key.operatorAttribute:
        readAttribute(sink, longer(name, 'operatorAttribute'), part);
        break;
      default:
        readValue(sink, longer(name, keyOf(sink.doc, part)), part, 'in');
    }
  }
}
