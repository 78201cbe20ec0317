/** Operators and constants of JavaScript. */
import type { LiteralExpr } from '../../model/expr.ts';

/** Binding strength of the operators between two operands; the greater binds first. */
export const BINARY: ReadonlyMap<string, number> = new Map(
  [
    ['??'],
    ['||'],
    ['&&'],
    ['|'],
    ['^'],
    ['&'],
    ['==', '!=', '===', '!=='],
    ['<', '>', '<=', '>=', 'in', 'of', 'instanceof'],
    ['<<', '>>', '>>>'],
    ['+', '-'],
    ['*', '/', '%'],
    ['**'],
  ].flatMap((signs, strength) => signs.map((sign) => [sign, strength + 1] as const)),
);
/** Signs that assign. */
export const ASSIGNS = /^(?:=|[-+*/%&|^]=|\*\*=|<<=|>>>?=|&&=|\|\|=|\?\?=)$/;
/** Signs and words before an operand. */
export const PREFIX = /^(?:[!~+-]|\+\+|--|\.\.\.|typeof|void|delete|await|yield)$/;
/** Words that are values. */
export const VALUE_WORDS: ReadonlyMap<string, LiteralExpr['type']> = new Map([
  ['true', 'boolean'],
  ['false', 'boolean'],
  ['null', 'nothing'],
  ['undefined', 'nothing'],
]);
