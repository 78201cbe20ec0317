/** Lambdas that let only some characters of a text through. */
import type { Expr } from '../../model/expr.ts';
import { qualifiedName } from '../callee.ts';

/** Returns whether a lambda chooses characters by their kind: `c => char.IsDigit(c)`. */
export const choosesCharacters = (value: Expr): boolean =>
  value.kind === 'lambda' &&
  value.body.kind === 'call' &&
  /^char\.is(?:letter|digit|number)/i.test(qualifiedName(value.body.callee));
