/** Texts with holes: `$"a{b:0.00}c"`. */
import type { Expr } from '../../../model/expr.ts';
import type { Parser } from './parser.ts';

/** Reads an interpolated text; alignments and formats are its own signs. */
export function interpolation(parser: Parser): Expr {
  const { cursor } = parser;
  const start = cursor.start();
  cursor.at += 1;
  const parts: Expr[] = [];
  while (!cursor.isAtEnd && cursor.form() !== 'end') {
    const form = cursor.form();
    const from = cursor.start();
    const text = cursor.token()!.text;
    cursor.at += 1;
    if (form === 'piece' && text !== '')
      parts.push(cursor.node(from, { kind: 'literal', type: 'text', value: text }));
    else if (form === 'hole') parts.push(hole(parser));
  }
  if (!cursor.isAtEnd) cursor.at += 1;
  return cursor.node(start, { kind: 'interpolation', parts });
}

/** Reads what stands in a hole, and its brace. */
function hole(parser: Parser): Expr {
  const { cursor } = parser;
  const close = cursor.closeOf(cursor.at - 1);
  const value = parser.item();
  if (close === -1) return value;
  // The width behind a comma.
  const isWidth = cursor.isSign(',') && close - cursor.at <= 3;
  if (isWidth) cursor.at = close;
  const rest: Expr[] = [];
  while (cursor.at < close) {
    const { at } = cursor;
    rest.push(parser.item());
    if (cursor.at === at) {
      rest.pop();
      cursor.at += 1;
    }
  }
  const found =
    rest.length === 0 ? value : cursor.node(value.start, { kind: 'unparsed', parts: [value, ...rest] });
  cursor.at = Math.max(cursor.at, close + 1);
  return found;
}
