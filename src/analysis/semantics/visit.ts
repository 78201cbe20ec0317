/** Ways through the tree of an expression. None recurses: a joined text may have thousands of parts. */
import type { CallArgument, Expr } from '../model/expr.ts';

const NONE: readonly Expr[] = [];

const valuesOf = (args: readonly CallArgument[]): readonly Expr[] => args.map(({ value }) => value);

/** Returns the parts of a node in the order of the text. */
export function childNodes(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'literal':
    case 'reference':
      return NONE;
    case 'member':
      return expr.object === null ? NONE : [expr.object];
    case 'index':
      return [expr.object, ...valuesOf(expr.args)];
    case 'call':
      return [expr.callee, ...valuesOf(expr.args)];
    case 'new':
      return [...valuesOf(expr.args), ...valuesOf(expr.members)];
    case 'unary':
      return [expr.operand];
    case 'binary':
      return [expr.left, expr.right];
    case 'conditional':
      return [expr.test, expr.whenTrue, expr.whenFalse];
    case 'interpolation':
      return expr.parts;
    case 'list':
      return expr.items;
    case 'lambda':
      return [expr.body];
    case 'unparsed':
      return expr.parts ?? NONE;
  }
}

/** Puts nodes on a stack, the first on top. Code has more statements than a call may have arguments. */
export function openAll(nodes: readonly Expr[], open: Expr[]): void {
  for (let at = nodes.length - 1; at >= 0; at -= 1) open.push(nodes[at]!);
}

/** Yields a node and all nodes in it: each before its parts, the parts in the order of the text. */
export function* walk(root: Expr): Generator<Expr> {
  const open: Expr[] = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    yield next;
    openAll(childNodes(next), open);
  }
}
