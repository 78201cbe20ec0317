/** Conditions of desktop flows with a constant result. */
import type { Expr } from '../../model/expr.ts';
import type { Value } from '../../model/workflow.ts';

const COMPARE: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Returns whether a tree is `True`, or a comparison of two fixed values that is true. */
function isAlwaysTrue(tree: Expr): boolean {
  if (tree.kind === 'literal') return tree.type === 'boolean' && /^true$/i.test(tree.value);
  if (tree.kind !== 'binary') return false;
  const { left, right, operator } = tree;
  if (left.kind !== 'literal' || right.kind !== 'literal') return false;
  const [a, b] = [left.value.toLowerCase(), right.value.toLowerCase()];
  const areNumbers = left.type === 'number' && right.type === 'number';
  const order = areNumbers ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
  return COMPARE[operator]?.(order) ?? false;
}

/** Returns true for `True`, `(1) = (1)`, `'a' <> 'b'`. */
export function isAlwaysMet(condition: Value | undefined): boolean {
  if (condition === undefined) return false;
  const { expression, text } = condition;
  return expression === undefined ? /^true$/i.test(text) : isAlwaysTrue(expression.tree);
}
