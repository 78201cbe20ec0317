/** Values of expressions, as far as a file shows them. Sizes are bounded: a file may be made to grow without end. */
import type { CallArgument, Expr, LiteralExpr } from '../model/expr.ts';
import { lastName, qualifiedName } from './callee.ts';
import { isJoin, piecesOf } from './joined.ts';

/** Characters of the longest text; a longer one is unknown. */
export const TEXT_MAX = 50_000;
/** Parts of a joined text, and items of a list. */
const PARTS_MAX = 500;
/** Values among which a choice is made. */
const CHOICES_MAX = 16;
/** Calls in each other, such as `a.Trim.Trim`; what lies deeper is unknown. */
const DEPTH_MAX = 100;

/** A value that is the same in every run. */
export interface ConstantValue {
  readonly kind: 'constant';
  readonly type: LiteralExpr['type'];
  readonly text: string;
  /** The text without its encodings, such as base64: what a reader of the file can get from it. */
  readonly plain: string;
}

/** A value that the file does not show, from the node that computes it. */
export interface UnknownValue {
  readonly kind: 'unknown';
  readonly from: Expr;
}

/** A text of known and unknown parts in order. */
export interface JoinedValue {
  readonly kind: 'joined';
  readonly parts: readonly (ConstantValue | UnknownValue)[];
}

/** One of several values, by the data of the run. */
export interface ChoiceValue {
  readonly kind: 'choice';
  readonly values: readonly Exclude<ExprValue, ChoiceValue>[];
}

export interface ListValue {
  readonly kind: 'list';
  readonly items: readonly ExprValue[];
}

export type ExprValue = ConstantValue | UnknownValue | JoinedValue | ChoiceValue | ListValue;

/** Result of a function; undefined when its arguments do not show it. */
export type ValueFunction = (args: readonly ExprValue[]) => ExprValue | undefined;

/** Language and context of an expression. */
export interface ValueReading {
  /** Functions of the language, by their names in lower case; those of a type by `string.format`. */
  readonly functions: ReadonlyMap<string, ValueFunction>;
  /** Methods of values, by their names in lower case; the object is their first argument. Absent: it has none. */
  readonly methods?: ReadonlyMap<string, ValueFunction>;
  /** Returns the value behind what reads data, such as a variable; undefined when the file does not show it. */
  resolve(tree: Expr): ExprValue | undefined;
}

/** Creates a constant. */
export function constant(
  text: string,
  plain: string = text,
  type: LiteralExpr['type'] = 'text',
): ConstantValue {
  return { kind: 'constant', type, text, plain };
}

/** Returns the value of an expression. */
export function exprValue(tree: Expr, reading: ValueReading): ExprValue {
  return valueAt(tree, reading, 0);
}

function valueAt(tree: Expr, reading: ValueReading, depth: number): ExprValue {
  const inner = (part: Expr): ExprValue => valueAt(part, reading, depth + 1);
  return (depth > DEPTH_MAX ? undefined : known(tree, reading, inner)) ?? { kind: 'unknown', from: tree };
}

type ValueOf = (tree: Expr) => ExprValue;

function known(tree: Expr, reading: ValueReading, inner: ValueOf): ExprValue | undefined {
  if (tree.kind === 'literal') {
    const text = tree.type === 'nothing' ? '' : tree.value;
    return text.length > TEXT_MAX ? undefined : constant(text, text, tree.type);
  }
  if (isJoin(tree)) return joinedValue(tree, inner);
  const resolved = reading.resolve(tree);
  if (resolved !== undefined) return resolved;
  switch (tree.kind) {
    case 'call':
      return resultOf(tree.callee, tree.args, reading, inner);
    case 'member':
    case 'reference':
      return reading.methods && resultOf(tree, [], reading, inner);
    case 'conditional':
      return choiceOf([tree.whenTrue, tree.whenFalse].map(inner));
    case 'binary':
      return OTHERWISE.has(tree.operator) ? choiceOf([tree.left, tree.right].map(inner)) : undefined;
    case 'unary':
      return tree.operator === 'cast' ? inner(tree.operand) : undefined;
    case 'list':
      return listOf(tree.items.map(inner));
    case 'new':
      return tree.members.length === 0 ? undefined : listOf(tree.members.map(({ value }) => inner(value)));
    case 'index':
      return itemOf(inner(tree.object), tree.args[0]?.value);
    default:
      return undefined;
  }
}

/** Operators whose right side counts where the left one is nothing. */
const OTHERWISE: ReadonlySet<string> = new Set(['??', 'if']);

/** Returns the result of a function or method. */
function resultOf(
  callee: Expr,
  args: readonly CallArgument[],
  { functions, methods }: ValueReading,
  inner: ValueOf,
): ExprValue | undefined {
  const values = args.map(({ value }) => value);
  const name = lastName(callee)?.toLowerCase() ?? '';
  let called = functions.get(qualifiedName(callee).toLowerCase());
  if (called === undefined && callee.kind === 'member' && callee.object !== null) {
    called = methods?.get(name);
    if (called !== undefined) values.unshift(callee.object);
  }
  called ??= functions.get(name);
  return called?.(values.map(inner));
}

/** Returns the joined text; undefined for a sum of numbers. */
function joinedValue(tree: Expr, inner: ValueOf): ExprValue | undefined {
  const values = piecesOf(tree).map(inner);
  const isSum = tree.kind === 'binary' && tree.operator === '+' && !values.some(isText);
  return isSum ? undefined : join(values);
}

const isText = (value: ExprValue): boolean =>
  value.kind === 'constant' ? value.type === 'text' : value.kind === 'joined' || value.kind === 'choice';

/** Reading that knows neither functions nor data. */
const ALONE: ValueReading = { functions: new Map(), resolve: () => undefined };

/** Returns a fixed text, also one that is joined from fixed pieces; undefined when a piece is computed. */
export function constantText(tree: Expr): string | undefined {
  const value = exprValue(tree, ALONE);
  return value.kind === 'constant' && value.type === 'text' ? value.text : undefined;
}

function itemOf(object: ExprValue, at: Expr | undefined): ExprValue | undefined {
  const isNumber = at?.kind === 'literal' && at.type === 'number';
  return object.kind === 'list' && isNumber ? object.items[Number(at.value)] : undefined;
}

/** Joins values to one text; undefined when one is a list, or when the text would be too long. */
export function join(values: readonly ExprValue[]): ExprValue | undefined {
  let joined: (readonly (ConstantValue | UnknownValue)[])[] = [[]];
  for (const value of values) {
    const choices = value.kind === 'choice' ? value.values : [value];
    if (joined.length * choices.length > CHOICES_MAX) return undefined;
    const next: (readonly (ConstantValue | UnknownValue)[])[] = [];
    for (const choice of choices) {
      if (choice.kind === 'list') return undefined;
      const parts = choice.kind === 'joined' ? choice.parts : [choice];
      for (const before of joined) next.push([...before, ...parts]);
    }
    if (next.some((parts) => parts.length > PARTS_MAX)) return undefined;
    joined = next;
  }
  const texts = joined.map(merged);
  return texts.every((text) => text !== undefined) ? choiceOf(texts) : undefined;
}

/** Merges constants that stand side by side. */
function merged(parts: readonly (ConstantValue | UnknownValue)[]): ConstantValue | JoinedValue | undefined {
  const result: (ConstantValue | UnknownValue)[] = [];
  let length = 0;
  for (const part of parts) {
    const before = result.at(-1);
    if (part.kind === 'constant') length += part.text.length;
    if (part.kind === 'constant' && before?.kind === 'constant')
      result[result.length - 1] = constant(before.text + part.text, before.plain + part.plain);
    else if (part.kind === 'unknown' || part.text !== '') result.push(part);
  }
  if (length > TEXT_MAX) return undefined;
  const [only] = result;
  if (only === undefined) return constant('');
  return result.length === 1 && only.kind === 'constant'
    ? constant(only.text, only.plain)
    : { kind: 'joined', parts: result };
}

/** Returns the choice among values, or the value itself if there is one; undefined for none and for too many. */
export function choiceOf(values: readonly ExprValue[]): ExprValue | undefined {
  const flat = values.flatMap((value) => (value.kind === 'choice' ? value.values : [value]));
  if (flat.length > CHOICES_MAX) return undefined;
  return flat.length > 1 ? { kind: 'choice', values: flat } : flat[0];
}

/** Creates a list; undefined for one that is too long. */
export function listOf(items: readonly ExprValue[]): ListValue | undefined {
  return items.length > PARTS_MAX ? undefined : { kind: 'list', items };
}

/** Maps every text that a value can be; undefined when one of them is not constant. */
export function mapText(
  value: ExprValue | undefined,
  change: (text: string) => string | undefined,
): ExprValue | undefined {
  const values = value?.kind === 'choice' ? value.values : value === undefined ? [] : [value];
  const changed: ConstantValue[] = [];
  for (const each of values) {
    const text = each.kind === 'constant' ? change(each.text) : undefined;
    if (text === undefined || text.length > TEXT_MAX) return undefined;
    changed.push(constant(text));
  }
  return choiceOf(changed);
}

/** Maps the constant parts of a value. */
export function mapParts(
  value: ExprValue | undefined,
  change: (part: ConstantValue) => ConstantValue,
): ExprValue | undefined {
  const inPart = <Part extends ExprValue>(part: Part) => (part.kind === 'constant' ? change(part) : part);
  if (value === undefined || value.kind === 'list' || value.kind === 'unknown') return undefined;
  if (value.kind === 'joined') return { kind: 'joined', parts: value.parts.map(inPart) };
  if (value.kind === 'constant') return change(value);
  const values = value.values.map((each) => mapParts(each, change));
  return values.every((each) => each !== undefined) ? choiceOf(values) : undefined;
}

/** Yields the parts of a value, and of each of several. */
function* partsOf(value: ExprValue): Generator<ConstantValue | UnknownValue> {
  if (value.kind === 'joined') yield* value.parts;
  else if (value.kind === 'choice') for (const each of value.values) yield* partsOf(each);
  else if (value.kind !== 'list') yield value;
}

/** Yields the parts of a text that the file shows. */
export function* fixedParts(value: ExprValue): Generator<ConstantValue> {
  for (const part of partsOf(value)) if (part.kind === 'constant') yield part;
}

/** Yields the parts of a text that only the run shows. */
export function* unknownParts(value: ExprValue): Generator<UnknownValue> {
  for (const part of partsOf(value)) if (part.kind === 'unknown') yield part;
}

/** Yields the texts that a value can be, as far as the file shows them. */
export function* constantTexts(value: ExprValue): Generator<string> {
  for (const each of value.kind === 'choice' ? value.values : [value])
    if (each.kind === 'constant' && each.type === 'text') yield each.text;
}
