/** Results of conditions: on which ways behind them a value has passed a test. */
import type { Expr } from '../../../model/expr.ts';
import { WAY, type Ways } from '../../flow/ways.ts';

const AND: ReadonlySet<string> = new Set(['and', 'andalso', '&&']);
const OR: ReadonlySet<string> = new Set(['or', 'orelse', '||']);
const NOT: ReadonlySet<string> = new Set(['not', '!']);
const EQUAL: ReadonlySet<string> = new Set(['=', '==', 'equals']);
const UNEQUAL: ReadonlySet<string> = new Set(['<>', '!=']);
/** Conditions in each other; deeper ones say nothing. */
const DEPTH_MAX = 60;

/** The ways on which a value has passed a test. */
export const BOTH: Ways = WAY.whenTrue | WAY.whenFalse;

/** Returns the ways on which the opposite of a condition has passed. */
export const opposite = (ways: Ways): Ways =>
  ((ways & WAY.whenTrue) === 0 ? 0 : WAY.whenFalse) | ((ways & WAY.whenFalse) === 0 ? 0 : WAY.whenTrue);

/** Returns the ways on which a conjunction or disjunction of conditions has passed. */
export function joinedOutcome(parts: readonly Ways[], isAnd: boolean): Ways {
  const all = parts.reduce((ways, part) => ways & part, BOTH);
  const any = parts.reduce((ways, part) => ways | part, 0);
  return isAnd ? (any & WAY.whenTrue) | (all & WAY.whenFalse) : (all & WAY.whenTrue) | (any & WAY.whenFalse);
}

/** Two sides of a comparison. */
export interface ComparedSides {
  readonly left: Expr;
  readonly right: Expr;
}

/** Tests of one value that a condition can hold. */
export interface ValueTests {
  /** Returns whether a call tests the value. */
  isCall(call: Expr): boolean;
  /** Returns whether a comparison holds the value on one side and fixed text on the other. */
  isEquality(comparison: ComparedSides): boolean;
}

const isBoolean = (node: Expr): boolean => node.kind === 'literal' && node.type === 'boolean';
const isFalse = (node: Expr): boolean => node.kind === 'literal' && /^false$/i.test(node.value);

/** Returns the name of a plain function, in lower case; '' for anything else. */
const functionName = (node: Expr): string =>
  node.kind === 'call' && node.callee.kind === 'reference' ? node.callee.name.toLowerCase() : '';

/** Returns both sides of a comparison for equality, and whether they must differ. */
function comparisonOf(node: Expr): (ComparedSides & { readonly isUnequal: boolean }) | undefined {
  if (node.kind === 'binary') {
    const isUnequal = UNEQUAL.has(node.operator);
    return isUnequal || EQUAL.has(node.operator) ? { ...node, isUnequal } : undefined;
  }
  if (node.kind !== 'call') return undefined;
  const { callee, args } = node;
  const isMethod = callee.kind === 'member' && /^equals$/i.test(callee.name);
  if (!isMethod && functionName(node) !== 'equals') return undefined;
  const [first, second] = args;
  if (first === undefined) return undefined;
  if (second !== undefined) return { left: first.value, right: second.value, isUnequal: false };
  const object = callee.kind === 'member' ? callee.object : null;
  return object === null ? undefined : { left: object, right: first.value, isUnequal: false };
}

/** Returns the conditions that a conjunction or disjunction joins; undefined for any other node. */
function joinedBy(node: Expr): { readonly parts: readonly Expr[]; readonly isAnd: boolean } | undefined {
  const name = functionName(node);
  if (node.kind === 'call' && (AND.has(name) || OR.has(name)))
    return { parts: node.args.map(({ value }) => value), isAnd: AND.has(name) };
  if (node.kind !== 'binary' || !(AND.has(node.operator) || OR.has(node.operator))) return undefined;
  const isAnd = AND.has(node.operator);
  const joins = isAnd ? AND : OR;
  // A chain is as deep on its left side as it is long.
  const parts: Expr[] = [];
  let left: Expr = node;
  for (; left.kind === 'binary' && joins.has(left.operator); left = left.left) parts.push(left.right);
  return { parts: [...parts, left], isAnd };
}

/** Returns the ways behind a condition on which a value has passed a test. */
export function outcomeOf(node: Expr, tests: ValueTests, depth = 0): Ways {
  if (depth > DEPTH_MAX) return 0;
  if (node.kind === 'unary' && NOT.has(node.operator))
    return opposite(outcomeOf(node.operand, tests, depth + 1));
  if (NOT.has(functionName(node)) && node.kind === 'call' && node.args.length === 1)
    return opposite(outcomeOf(node.args[0]!.value, tests, depth + 1));
  const joined = joinedBy(node);
  if (joined !== undefined)
    return joinedOutcome(
      joined.parts.map((part) => outcomeOf(part, tests, depth + 1)),
      joined.isAnd,
    );
  const comparison = comparisonOf(node);
  if (comparison === undefined) return tests.isCall(node) ? WAY.whenTrue : 0;
  const { left, right, isUnequal } = comparison;
  const [truth, other] = isBoolean(left) ? [left, right] : [right, left];
  const outcome = isBoolean(truth)
    ? isFalse(truth)
      ? opposite(outcomeOf(other, tests, depth + 1))
      : outcomeOf(other, tests, depth + 1)
    : tests.isEquality({ left, right })
      ? WAY.whenTrue
      : 0;
  return isUnequal ? opposite(outcome) : outcome;
}
