/** Names, types and expressions in code, found by their tokens alone. */
import type { Cursor } from '../tree/cursor.ts';
import { typeArgumentsEnd, typeEnd } from '../tree/types.ts';
import type { CodeName, CodeSpan } from './code.ts';

/** Returns the span of the tokens from one index to before another. */
export function spanOf(cursor: Cursor, from: number, to: number): CodeSpan {
  const start = cursor.start(from);
  return { start, end: Math.max(start, cursor.endOf(to - 1)), from, to };
}

/** Returns the name in the token at an index. */
export const nameToken = (cursor: Cursor, at = cursor.at): CodeName => ({
  text: cursor.token(at)?.text ?? '',
  at: cursor.start(at),
});

/** Moves to the end of an expression: a semicolon, a bracket that closes one outside, or one of some signs. */
export function skipExpression(cursor: Cursor, ...ends: readonly string[]): CodeSpan {
  const from = cursor.at;
  while (!cursor.isAtEnd && !cursor.isCloser() && !cursor.isSign(';')) {
    if (ends.includes(cursor.sign())) break;
    cursor.at = behindToken(cursor, cursor.at);
  }
  return spanOf(cursor, from, cursor.at);
}

/** Returns the index behind a token, or behind the brackets or type arguments that it opens. */
export function behindToken(cursor: Cursor, at: number): number {
  const close = cursor.closeOf(at);
  if (close !== -1) return close + 1;
  const end = cursor.isName(at) ? typeArgumentsEnd(cursor, at + 1) : undefined;
  // C# takes `a < b, c > d` for type arguments by what stands behind it.
  return end !== undefined && /^[()\]{}:;,.?]$/.test(cursor.sign(end)) ? end : at + 1;
}

/** Returns the index behind a type, tuples included; undefined when none begins at an index. */
export function behindType(cursor: Cursor, from: number): number | undefined {
  if (!cursor.isSign('(', from)) {
    const end = typeEnd(cursor, from);
    // `Task<(int a, int b)>`
    const isOfTuple = end !== undefined && cursor.isSign('<', end) && cursor.isSign('(', end + 1);
    const close = isOfTuple ? cursor.closeOf(end + 1) : -1;
    return close !== -1 && cursor.isSign('>', close + 1) ? close + 2 : end;
  }
  let at = cursor.closeOf(from) + 1;
  if (at === 0) return undefined;
  if (cursor.isSign('?', at)) at += 1;
  while (cursor.isSign('[', at) && cursor.closeOf(at) === at + 1) at += 2;
  return at;
}

/** Reads `( … )` and returns what stands in it. */
export function readHead(cursor: Cursor): CodeSpan | undefined {
  const close = cursor.isSign('(') ? cursor.closeOf() : -1;
  if (close === -1) return undefined;
  const head = spanOf(cursor, cursor.at + 1, close);
  cursor.at = close + 1;
  return head;
}

/** Reads the label of a case and the colon behind it; a conditional in it has a colon of its own. */
export function skipLabel(cursor: Cursor): CodeSpan {
  const from = cursor.at;
  let open = 0;
  while (!cursor.isAtEnd && !cursor.isCloser() && !cursor.isSign(';')) {
    if (cursor.isSign('?')) open += 1;
    else if (cursor.isSign(':')) {
      if (open === 0) break;
      open -= 1;
    }
    const close = cursor.closeOf();
    cursor.at = (close === -1 ? cursor.at : close) + 1;
  }
  const label = spanOf(cursor, from, cursor.at);
  cursor.take(':');
  return label;
}
