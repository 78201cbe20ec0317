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

/** Returns what a node reads a part of: a member, an item, or the result of a call. */
function readInParts(node: Expr): Expr | null {
  if (node.kind === 'member' || node.kind === 'index') return node.isOptional ? null : node.object;
  return node.kind === 'call' ? node.callee : null;
}

/** Returns what a node may find to be Nothing without an error. */
function testedBy(node: Expr): readonly (Expr | null)[] {
  switch (node.kind) {
    case 'binary':
      if (OTHERWISE.has(node.operator)) return [node.left];
      return COMPARES.has(node.operator) ? [node.left, node.right] : [];
    case 'unary':
      return COMPARES.has(node.operator) ? [node.operand] : [];
    case 'member':
    case 'index':
      return node.isOptional ? [node.object] : [];
    case 'call':
      return TESTS.has(calledName(node)) ? node.args.map(({ value }) => value) : [];
    default:
      return [];
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

/** Uses of each tree by the lower-case names of symbols: many symbols of one long expression are looked up. */
const usesOfTree = new WeakMap<Expr, ReadonlyMap<string, NullUse>>();

function findUses(tree: Expr): ReadonlyMap<string, NullUse> {
  const uses = new Map<string, NullUse>();
  const add = (node: Expr | null, use: NullUse) => {
    if (node?.kind === 'reference') uses.set(node.name.toLowerCase(), use);
  };
  for (const node of certainNodes(tree)) add(readInParts(node), 'fails');
  for (const node of walk(tree)) for (const tested of testedBy(node)) add(tested, 'tests');
  usesOfTree.set(tree, uses);
  return uses;
}

/** Returns what a tree does with a symbol that is Nothing. */
export function nullUse(tree: Expr, symbol: string): NullUse {
  return (usesOfTree.get(tree) ?? findUses(tree)).get(symbol.toLowerCase()) ?? 'none';
}

/** Returns whether a tree is Nothing itself, also of some type. */
export function isNothing(tree: Expr): boolean {
  let node = tree;
  while (node.kind === 'unary' && node.operator === 'cast') node = node.operand;
  return node.kind === 'literal' && node.type === 'nothing';
}
