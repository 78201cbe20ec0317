/** Reads the parameters of methods of C#. */
import type { Cursor } from '../tree/cursor.ts';
import type { Parameter } from './code.ts';
import { behindType, nameToken, skipExpression } from './parts.ts';

const WORDS = /^(?:this|params|in|ref|out|readonly|scoped)$/;

/** Reads `(Type a, out Type b = value)` from its bracket, and moves behind it. */
export function readParameters(cursor: Cursor): Parameter[] {
  const close = cursor.closeOf();
  const parameters: Parameter[] = [];
  if (close === -1) return parameters;
  cursor.at += 1;
  while (cursor.at < close) {
    while (cursor.isSign('[') && cursor.closeOf() !== -1) cursor.at = cursor.closeOf() + 1;
    let direction: Parameter['direction'] = 'in';
    while (WORDS.test(cursor.word())) {
      const word = cursor.word();
      if (word === 'out') direction = 'out';
      else if (word === 'ref') direction = 'in-out';
      cursor.at += 1;
    }
    const end = behindType(cursor, cursor.at);
    if (end !== undefined && cursor.isName(end)) {
      const type = cursor.textOf(cursor.at, end);
      const name = nameToken(cursor, end);
      cursor.at = end + 1;
      const value = cursor.take('=') ? skipExpression(cursor, ',') : undefined;
      parameters.push({ name, type, direction, value });
    } else skipExpression(cursor, ',');
    if (!cursor.take(',')) break;
  }
  cursor.at = close + 1;
  return parameters;
}
