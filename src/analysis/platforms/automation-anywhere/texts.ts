/** Reads the texts of A360's values: literals, expressions and names of variables. */
import type { Expression, Position, Property } from '../../model/workflow.ts';
import type { Draft } from '../draft.ts';
import type { ExpressionSyntax } from '../expression-syntax.ts';
import { isText, type JsonDocument, JsonKind, stringOf, TextMark } from '../json/document.ts';
import { ownTextProperty, RangeProperty } from '../range-property.ts';
import type { SettingPlaceName } from '../setting-names.ts';
import { arithmeticSyntax, plainSyntax, textSyntax } from './expressions/syntax.ts';

/** Target of the properties of one activity while it is read. */
export interface Sink {
  readonly doc: JsonDocument;
  /** By value: the number of its key. */
  readonly keys: Uint8Array;
  readonly draft: Draft;
  /** Keys of the bot's own variables. */
  readonly declared: ReadonlyMap<string, string>;
  /** Target of the expressions among them. */
  readonly expressions: Expression[];
  readonly owner: number;
  readonly properties: Property[];
}

/** Direction of a setting: input or output. */
export type Direction = Property['direction'];

/** Returns whether a value is a string with this ASCII text in it; -1 is none. */
export function hasType(doc: JsonDocument, value: number, type: string): boolean {
  return value !== -1 && doc.kinds[value] === JsonKind.string && isText(doc, value, type);
}

/** Adds a text that equals a range of the document; with a syntax it is an expression. */
function pushRange(
  { owner, doc, expressions, properties }: Sink,
  name: SettingPlaceName,
  at: Position,
  from: number,
  to: number,
  direction: Direction,
  syntax?: ExpressionSyntax,
): void {
  const property = new RangeProperty(doc.text, at, owner, name, direction, syntax, from, to, undefined);
  if (syntax !== undefined) expressions.push(property);
  properties.push(property);
}

/** Adds a literal text. */
export function pushLiteral(
  { owner, doc, properties }: Sink,
  name: SettingPlaceName,
  at: Position,
  literal: string,
  direction: Direction,
): void {
  properties.push(ownTextProperty(doc.text, at, owner, name, direction, undefined, literal));
}

function pushExpression(
  { owner, doc, expressions, properties }: Sink,
  name: SettingPlaceName,
  at: Position,
  source: string,
  syntax: ExpressionSyntax,
  direction: Direction,
): void {
  const property = ownTextProperty(doc.text, at, owner, name, direction, syntax, source);
  expressions.push(property);
  properties.push(property);
}

/** Adds a reference to the named variable. */
export function pushReference(sink: Sink, name: SettingPlaceName, at: number, direction: Direction): void {
  const variable = stringOf(sink.doc, at);
  if (variable) pushExpression(sink, name, at, `$${variable}$`, textSyntax, direction);
}

const DOLLAR = 0x24;

/** Returns whether a string has to be decoded before it is read. */
const isEscaped = (doc: JsonDocument, value: number): boolean => (doc.marks[value]! & TextMark.escape) !== 0;

/** Counts the dollar signs in a range. Without one it mentions nothing, and with a single one it makes no reference. */
function dollarsIn(bytes: Buffer, start: number, end: number): number {
  let dollars = 0;
  for (let at = start; at < end; at += 1) if (bytes[at] === DOLLAR) dollars += 1;
  return dollars;
}

/**
 * Returns whether a literal is a reference. It may hold `$name$` too; that counts if the bot declares the name or a
 * package computes it.
 */
function refersToDeclared(sink: Sink, literal: string): boolean {
  const mentioned = textSyntax.mentions(textSyntax.tokens(literal));
  return mentioned.some((key) => sink.declared.has(key) || key.includes(':'));
}

/** Reads the literal of a value that has no expression. */
export function readString(sink: Sink, name: SettingPlaceName, at: number, direction: Direction): void {
  const { doc } = sink;
  if (doc.kinds[at] !== JsonKind.string) return;
  const start = doc.starts[at]! + 1;
  const end = doc.ends[at]! - 1;
  if (!isEscaped(doc, at) && dollarsIn(doc.bytes, start, end) < 2) {
    pushRange(sink, name, at, start, end, direction);
    return;
  }
  const literal = stringOf(doc, at)!;
  if (refersToDeclared(sink, literal)) pushExpression(sink, name, at, literal, textSyntax, direction);
  else pushLiteral(sink, name, at, literal, direction);
}

/**
 * Reads the expression of a value.
 * @param typeAt position of the value's type; -1: none
 */
export function readExpression(
  sink: Sink,
  name: SettingPlaceName,
  at: number,
  direction: Direction,
  typeAt: number,
): void {
  const { doc } = sink;
  if (doc.kinds[at] !== JsonKind.string) return;
  const start = doc.starts[at]! + 1;
  const end = doc.ends[at]! - 1;
  if (start === end) return;
  // All other types are texts with references in them.
  const computes = hasType(doc, typeAt, 'NUMBER') || hasType(doc, typeAt, 'BOOLEAN');
  const syntax = computes ? arithmeticSyntax : textSyntax;
  if (isEscaped(doc, at)) pushExpression(sink, name, at, stringOf(doc, at)!, syntax, direction);
  else if (computes || dollarsIn(doc.bytes, start, end) > 0)
    pushRange(sink, name, at, start, end, direction, syntax);
  else pushRange(sink, name, at, start, end, direction, plainSyntax);
}

/** Reads a string, a number or a boolean as a literal; null is the same as absent. */
export function readLiteral(sink: Sink, name: SettingPlaceName, at: number, direction: Direction): void {
  const { doc } = sink;
  const kind = doc.kinds[at]!;
  const start = doc.starts[at]!;
  const end = doc.ends[at]!;
  if (kind === JsonKind.null) return;
  if (kind !== JsonKind.string) pushRange(sink, name, at, start, end, direction);
  else if (isEscaped(doc, at)) pushLiteral(sink, name, at, stringOf(doc, at)!, direction);
  else pushRange(sink, name, at, start + 1, end - 1, direction);
}
