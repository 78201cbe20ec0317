/** Calls of .NET that throw in every run, because literals decide their arguments. */
import type { Expr } from '../../../model/expr.ts';
import { calledName, qualifiedName } from '../../../semantics/callee.ts';
import { ORDER_TESTS } from '../../../semantics/order-tests.ts';
import type { KnownValue } from './known-value.ts';
import { briefQuote, mayBeGuid, textFailure } from './text-failures.ts';

/** Returns the value that a tree has in every run; undefined when it may differ. */
type Lookup = (tree: Expr) => KnownValue | undefined;

type CallExpr = Extract<Expr, { kind: 'call' }>;

const NUMBER_PARSERS = new Set(
  'integer.parse int32.parse int.parse int64.parse long.parse int16.parse short.parse double.parse decimal.parse single.parse float.parse cint clng cdbl cdec csng convert.toint32 convert.toint64 convert.toint16 convert.todouble convert.todecimal'.split(
    ' ',
  ),
);
/** Methods that take nothing but an integer; `CInt` rounds. */
const INTEGER_PARSERS =
  /^(?:u?int(?:16|32|64)?|integer|long|short|byte)\.parse$|^convert\.to(?:u?int(?:16|32|64)|byte)$/;
const INTEGER = /^[+-]?\d+$/;
const BOOLEAN_PARSERS = new Set(['boolean.parse', 'bool.parse', 'convert.toboolean', 'cbool']);
const NOT_A_NUMBER = /^(?:nan|[+-]?(?:infinity|∞))$/i;
/** `&HFF`, as the functions of Visual Basic read it. */
const HEXADECIMAL = /^&h[0-9a-f]+$/i;

/** Members of the enumerations of .NET that expressions parse; others may have members that no table knows. */
const MEMBERS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    dayofweek: 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday',
    datetimekind: 'Unspecified Utc Local',
    midpointrounding: 'ToEven AwayFromZero ToZero ToNegativeInfinity ToPositiveInfinity',
    stringcomparison:
      'CurrentCulture CurrentCultureIgnoreCase InvariantCulture InvariantCultureIgnoreCase Ordinal OrdinalIgnoreCase',
    stringsplitoptions: 'None RemoveEmptyEntries TrimEntries',
    urikind: 'RelativeOrAbsolute Absolute Relative',
    filemode: 'CreateNew Create Open OpenOrCreate Truncate Append',
  }).map(([name, members]) => [name, members.split(' ')]),
);

function enumFailure({ args }: CallExpr, known: Lookup): string | undefined {
  const [type, value, ignoresCase] = args.map((arg) => arg.value);
  if (type?.kind !== 'call' || !/^(?:gettype|typeof)$/.test(calledName(type)) || value === undefined)
    return undefined;
  const named = qualifiedName(type.args[0]?.value ?? type)
    .split('.')
    .at(-1)!;
  const members = MEMBERS.get(named.toLowerCase());
  const text = known(value);
  if (members === undefined || text?.kind !== 'text' || /[\d,]/.test(text.text)) return undefined;
  const sought = text.text.trim().toLowerCase();
  const isCaseless = ignoresCase !== undefined;
  const isMember = members.some((member) =>
    isCaseless ? member.toLowerCase() === sought : member === text.text.trim(),
  );
  return isMember ? undefined : `${named} has no member ${briefQuote(text.text)}`;
}

function parseFailure(call: CallExpr, known: Lookup): string | undefined {
  const name = qualifiedName(call.callee)
    .toLowerCase()
    .replace(/^system\./, '');
  if (name === 'enum.parse') return enumFailure(call, known);
  const isNumber = NUMBER_PARSERS.has(name);
  if (!isNumber && !BOOLEAN_PARSERS.has(name) && name !== 'guid.parse') return undefined;
  const value = call.args[0] && known(call.args[0].value);
  if (value?.kind !== 'text') return undefined;
  const text = value.text.trim();
  // A culture or a base may read more.
  if (INTEGER_PARSERS.test(name) && call.args.length === 1)
    return INTEGER.test(text) ? undefined : `${briefQuote(text)} is no integer`;
  if (name.startsWith('c') && !name.startsWith('convert') && HEXADECIMAL.test(text)) return undefined;
  if (isNumber)
    return /\d/.test(text) || NOT_A_NUMBER.test(text) ? undefined : `${briefQuote(text)} is no number`;
  if (name === 'guid.parse') return mayBeGuid(text) ? undefined : `${briefQuote(text)} is no GUID`;
  const isTruth = /^(?:true|false)$/i.test(text) || (name === 'cbool' && /\d/.test(text));
  return isTruth ? undefined : `${briefQuote(text)} is neither True nor False`;
}

/** Returns whether a condition of one comparison holds for an item; undefined for any other condition. */
function holds(predicate: Expr, item: KnownValue | undefined, known: Lookup): boolean | undefined {
  if (predicate.kind !== 'lambda' || predicate.parameters.length !== 1 || item === undefined)
    return undefined;
  const { body } = predicate;
  const compare = body.kind === 'binary' ? ORDER_TESTS.get(body.operator) : undefined;
  if (body.kind !== 'binary' || compare === undefined || body.left.kind !== 'reference') return undefined;
  if (body.left.name !== predicate.parameters[0] || body.right.kind !== 'literal') return undefined;
  const other = known(body.right);
  if (item.kind === 'number' && other?.kind === 'number') return compare(item.number - other.number);
  const isEquality = ['=', '==', '<>', '!='].includes(body.operator);
  if (item.kind === 'text' && other?.kind === 'text' && isEquality)
    return compare(item.text === other.text ? 0 : 1);
  return undefined;
}

const NEEDS_ONE = new Set(['first', 'last', 'single', 'max', 'min', 'average']);

function sequenceFailure(call: CallExpr, known: Lookup): string | undefined {
  const name = calledName(call);
  if (!NEEDS_ONE.has(name) || call.callee.kind !== 'member' || call.callee.object === null) return undefined;
  const list = known(call.callee.object);
  if (list?.kind !== 'items' || call.args.length > 1) return undefined;
  if (list.items.length === 0) return `the list before ${briefQuote(call.callee.name)} is empty`;
  const [predicate] = call.args;
  if (name === 'single' && predicate === undefined && list.items.length > 1)
    return `the list before "Single" has ${list.items.length} items`;
  if (predicate === undefined || !/^(?:first|last|single)$/.test(name)) return undefined;
  const results = list.items.map((item) => holds(predicate.value, item, known));
  return results.every((result) => result === false)
    ? `no item of the list meets the condition of ${briefQuote(call.callee.name)}`
    : undefined;
}

function numberOf(tree: Expr | undefined, known: Lookup): number | undefined {
  const value = tree && known(tree);
  return value?.kind === 'number' && Number.isInteger(value.number) ? value.number : undefined;
}

function substringFailure({ callee, args }: CallExpr, known: Lookup): string | undefined {
  if (callee.kind !== 'member' || callee.object === null || callee.name.toLowerCase() !== 'substring')
    return undefined;
  const text = known(callee.object);
  const start = numberOf(args[0]?.value, known);
  if (text?.kind !== 'text' || start === undefined) return undefined;
  const length = args.length > 1 ? numberOf(args[1]?.value, known) : 0;
  if (length === undefined || start + length <= text.text.length) return undefined;
  return `the text ${briefQuote(text.text)} has only ${text.text.length} characters`;
}

/** Methods with a place in a text or list, which is never below zero. */
const WITH_PLACE = /^(?:substring|remove|insert|chars|elementat|padleft|padright)$/i;

function negativeFailure({ callee, args }: CallExpr, known: Lookup): string | undefined {
  if (callee.kind !== 'member' || !WITH_PLACE.test(callee.name)) return undefined;
  // With one value, `Remove` of a list takes an item.
  if (args.length === 1 && /^remove$/i.test(callee.name)) return undefined;
  const place = args[0]?.value;
  const isNegative = place?.kind === 'unary' && place.operator === '-';
  const number = isNegative ? numberOf(place.operand, known) : undefined;
  return number !== undefined && number > 0
    ? `${briefQuote(callee.name)} takes no number below zero`
    : undefined;
}

/** Returns why an item of a list or dictionary does not exist. */
function itemFailure(object: Expr, at: Expr | undefined, known: Lookup): string | undefined {
  const list = known(object);
  if (list?.kind === 'keys' && at?.kind === 'literal' && at.type === 'text')
    return list.keys.has(at.value) ? undefined : `the dictionary has no key ${briefQuote(at.value)}`;
  const index = list?.kind === 'items' ? numberOf(at, known) : undefined;
  if (list?.kind !== 'items' || index === undefined || index < list.items.length) return undefined;
  const count = list.items.length === 1 ? '1 item' : `${list.items.length} items`;
  return `the list has ${count}, and none at index ${index}`;
}

/** Returns why a node throws in every run; undefined when it may not. */
export function certainFailure(node: Expr, known: Lookup): string | undefined {
  if (node.kind === 'index' && node.args.length === 1)
    return itemFailure(node.object, node.args[0]!.value, known);
  // A remainder of fractions by zero is no error.
  if (node.kind === 'binary')
    return node.operator === '\\' && numberOf(node.right, known) === 0 ? 'it divides by zero' : undefined;
  if (node.kind === 'new') return textFailure(node, known);
  if (node.kind !== 'call') return undefined;
  const { callee, args } = node;
  if (args.length === 1 && (callee.kind === 'reference' || callee.kind === 'call')) {
    const failure = itemFailure(callee, args[0]!.value, known);
    if (failure !== undefined) return failure;
  }
  const isElement =
    callee.kind === 'member' && callee.object !== null && /^(?:elementat|item)$/i.test(callee.name);
  if (isElement && args.length === 1) return itemFailure(callee.object!, args[0]!.value, known);
  return (
    parseFailure(node, known) ??
    sequenceFailure(node, known) ??
    substringFailure(node, known) ??
    negativeFailure(node, known) ??
    textFailure(node, known)
  );
}
