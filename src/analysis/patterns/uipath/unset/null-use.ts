/** Uses of symbols that are Nothing, in expressions of Visual Basic and C#. */
import type { Expr } from '../../../model/expr.ts';
import { calledName } from '../../../semantics/callee.ts';
import { childNodes, walk } from '../../../semantics/visit.ts';

/** `fails`: it always throws; `tests`: it looks whether there is a value; `none`: it may do without one. */
export type NullUse = 'fails' | 'tests' | 'none';

const COMPARES = new Set(['is', 'isnot', '=', '<>', '==', '!=', '<', '>', '<=', '>=', 'like', 'typeof']);
/** Operators whose right side counts where the left one is nothing. */
const OTHERWISE = new Set(['??', 'if', '??=']);
const SHORT_CIRCUIT = new Set(['andalso', 'orelse', '&&', '||', '??', 'if']);
/** Functions that accept Nothing, and answer whether they got it. */
const TESTS = new Set(
  'isnullorempty isnullorwhitespace isnothing isdbnull isnumeric isdate equals referenceequals tryparse exists'.split(
    ' ',
  ),
);

const isIt = (node: Expr | null, key: string): boolean =>
  node?.kind === 'reference' && node.name.toLowerCase() === key;

/** Returns whether a node reads something of a value: a member, an item, or the result of a call. */
function readsPart(node: Expr, key: string): boolean {
  if (node.kind === 'member' || node.kind === 'index') return !node.isOptional && isIt(node.object, key);
  return node.kind === 'call' && isIt(node.callee, key);
}

function isTest(node: Expr, key: string): boolean {
  switch (node.kind) {
    case 'binary':
      if (OTHERWISE.has(node.operator)) return isIt(node.left, key);
      return COMPARES.has(node.operator) && (isIt(node.left, key) || isIt(node.right, key));
    case 'unary':
      return COMPARES.has(node.operator) && isIt(node.operand, key);
    case 'member':
    case 'index':
      return node.isOptional && isIt(node.object, key);
    case 'call':
      return TESTS.has(calledName(node)) && node.args.some(({ value }) => isIt(value, key));
    default:
      return false;
  }
}

/** Returns the parts of a node that are computed whenever the node is. */
function certainParts(node: Expr): readonly Expr[] {
  if (node.kind === 'conditional') return [node.test];
  if (node.kind === 'binary' && SHORT_CIRCUIT.has(node.operator)) return [node.left];
  if (node.kind === 'lambda' || node.kind === 'unparsed') return [];
  return childNodes(node);
}

/** Yields the nodes of a tree that are computed whenever the tree is. */
export function* certainNodes(tree: Expr): Generator<Expr> {
  const open: Expr[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    for (const part of certainParts(node)) open.push(part);
  }
}

/** Returns what a tree does with a symbol that is Nothing. */
export function nullUse(tree: Expr, symbol: string): NullUse {
  const key = symbol.toLowerCase();
  let fails = false;
  for (const node of certainNodes(tree)) fails ||= readsPart(node, key);
  for (const node of walk(tree)) if (isTest(node, key)) return 'tests';
  return fails ? 'fails' : 'none';
}

/** Returns whether a tree is Nothing itself, also of some type. */
export function isNothing(tree: Expr): boolean {
  let node = tree;
  while (node.kind === 'unary' && node.operator === 'cast') node = node.operand;
  return node.kind === 'literal' && node.type === 'nothing';
}
