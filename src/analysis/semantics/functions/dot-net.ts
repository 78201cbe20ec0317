/** Values of expressions in Visual Basic and C#. */
import type { Expr } from '../../model/expr.ts';
import { type ExprValue, exprValue, mapText, type ValueFunction, type ValueReading } from '../value.ts';

const METHODS: ReadonlyMap<string, ValueFunction> = new Map<string, ValueFunction>([
  ['tostring', ([value, format]) => (format === undefined ? value : undefined)],
  ['trim', ([value]) => mapText(value, (text) => text.trim())],
]);

const READING: ValueReading = { functions: new Map(), methods: METHODS, resolve: () => undefined };

/** Yields every fixed text that an expression can give, such as the results of a condition. */
export function* possibleTexts(tree: Expr): Generator<string> {
  const value: ExprValue = exprValue(tree, READING);
  for (const each of value.kind === 'choice' ? value.values : [value])
    if (each.kind === 'constant' && each.type === 'text') yield each.text;
}
