/** Reads the texts of A360's values: literals, expressions and names of variables. */
import type { Position, Property } from '../../model/workflow.ts';
import type { Draft } from '../draft.ts';
import type { ExpressionSyntax } from '../expression.ts';
import { type JsonDocument, JsonKind, shortTextOf, stringOf } from '../json-document.ts';
import { ownTextProperty, RangeProperty } from '../range-property.ts';
import type { SettingName } from '../setting-names.ts';
import { arithmeticSyntax, textSyntax } from './expressions.ts';

/** Where the properties of one activity go while it is read. */
export interface Sink {
  readonly doc: JsonDocument;
  readonly draft: Draft;
  /** Keys of the bot's own variables. */
  readonly declared: ReadonlySet<string>;
  readonly owner: number;
  readonly properties: Property[];
}

/** Whether a setting is given or gives. */
export type Direction = Property['direction'];

/** What the members of one value have in common. */
export interface Payload {
  /** Where its type stands; -1: nowhere. */
  readonly typeAt: number;
  /** It has an expression, which then counts instead of a literal. */
  readonly computed: boolean;
}

/** Types whose expressions compute; all others are texts with references in them. */
const ARITHMETIC_TYPES = new Set(['NUMBER', 'BOOLEAN']);

/** The type of a value; '' when it has none. */
export function typeOf(doc: JsonDocument, { typeAt }: Payload): string {
  return typeAt === -1 ? '' : (shortTextOf(doc, typeAt) ?? '');
}

/** A text that stands in a range of the document as it is; with a syntax it is an expression. */
function pushRange(
  { owner, doc, draft, properties }: Sink,
  name: SettingName,
  at: Position,
  from: number,
  to: number,
  direction: Direction,
  syntax?: ExpressionSyntax,
): void {
  const property = new RangeProperty(doc.text, at, owner, name, direction, syntax, from, to, undefined);
  if (syntax !== undefined) draft.expressions.push(property);
  properties.push(property);
}

/** Adds a literal text. */
export function pushLiteral(
  { owner, doc, properties }: Sink,
  name: SettingName,
  at: Position,
  literal: string,
  direction: Direction,
): void {
  properties.push(ownTextProperty(doc.text, at, owner, name, direction, undefined, literal));
}

function pushExpression(
  { owner, doc, draft, properties }: Sink,
  name: SettingName,
  at: Position,
  source: string,
  syntax: ExpressionSyntax,
  direction: Direction,
): void {
  const property = ownTextProperty(doc.text, at, owner, name, direction, syntax, source);
  draft.expressions.push(property);
  properties.push(property);
}

/** Adds the reference that the name of a variable stands for. */
export function pushReference(sink: Sink, name: SettingName, at: number, direction: Direction): void {
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

/** Reads the literal of a value that has no expression. */
export function readString(
  sink: Sink,
  name: SettingName,
  at: number,
  direction: Direction,
  payload: Payload,
): void {
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

/** Reads the expression of a value. */
export function readExpression(
  sink: Sink,
  name: SettingName,
  at: number,
  direction: Direction,
  payload: Payload,
): void {
  const { doc } = sink;
  if (doc.kinds[at] !== JsonKind.string) return;
  const start = doc.starts[at]! + 1;
  const end = doc.ends[at]! - 1;
  if (start === end) return;
  const syntax = ARITHMETIC_TYPES.has(typeOf(doc, payload)) ? arithmeticSyntax : textSyntax;
  if (lookAt(doc.bytes, start, end) === ESCAPED) {
    pushExpression(sink, name, at, stringOf(doc, at)!, syntax, direction);
    return;
  }
  pushRange(sink, name, at, start, end, direction, syntax);
}

/** Reads a string, a number or a boolean as a literal; null is the same as absent. */
export function readLiteral(sink: Sink, name: SettingName, at: number, direction: Direction): void {
  const { doc } = sink;
  const kind = doc.kinds[at]!;
  const start = doc.starts[at]!;
  const end = doc.ends[at]!;
  if (kind === JsonKind.null) return;
  if (kind !== JsonKind.string) pushRange(sink, name, at, start, end, direction);
  else if (lookAt(doc.bytes, start + 1, end - 1) === ESCAPED)
    pushLiteral(sink, name, at, stringOf(doc, at)!, direction);
  else pushRange(sink, name, at, start + 1, end - 1, direction);
}
