/** Conditions of desktop flows with a constant result. */
import type { Token, Value } from '../../model/workflow.ts';

const COMPARE: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** Returns whether tokens are `True`, or a comparison of two fixed values that is true. */
function isAlwaysTrue(tokens: readonly Token[]): boolean {
  const [left, operator, right, more] = tokens.filter(({ text }) => text !== '(' && text !== ')');
  const isFixed = (token: Token): boolean =>
    token.kind === 'number' || token.kind === 'string' || /^(?:true|false)$/i.test(token.text);
  if (left === undefined || !isFixed(left)) return false;
  if (operator === undefined) return /^true$/i.test(left.text);
  if (right === undefined || more !== undefined || !isFixed(right)) return false;
  const [a, b] = [left.text.toLowerCase(), right.text.toLowerCase()];
  const order =
    left.kind === 'number' && right.kind === 'number' ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
  return COMPARE[operator.text]?.(order) ?? false;
}

/** Returns true for `True`, `(1) = (1)`, `'a' <> 'b'`. */
export function isAlwaysMet(condition: Value | undefined): boolean {
  if (condition === undefined) return false;
  const { expression, text } = condition;
  return expression === undefined ? /^true$/i.test(text) : isAlwaysTrue(expression.tokens);
}
