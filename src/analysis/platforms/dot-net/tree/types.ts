/** Names of types: `System.Collections.Generic.List(Of String)`, `List<string>[]`, `int?`. */
import type { Expr } from '../../../model/expr.ts';
import type { Cursor } from './cursor.ts';

/** Tokens of the longest type that C# is searched for, as `a < b` begins like one. */
const LOOKAHEAD_MAX = 100;

/** Reads the name of a type; '' when none stands here. */
export function readType(cursor: Cursor): string {
  const { at } = cursor;
  cursor.at = cursor.isVisualBasic ? behindVisualBasicType(cursor) : (typeEnd(cursor, at) ?? at);
  return cursor.textOf(at, cursor.at);
}

/** Reads the type behind `New`, without the arguments and sizes in brackets behind it. */
export function readNewType(cursor: Cursor): string {
  const { at } = cursor;
  cursor.at = cursor.isVisualBasic ? behindName(cursor) : (endOfName(cursor, at, at + LOOKAHEAD_MAX) ?? at);
  return cursor.textOf(at, cursor.at);
}

/** Reads `GetType(T)`, `typeof(T)`: a call whose argument is the name of a type. */
export function readTypeCall(cursor: Cursor): Expr {
  const start = cursor.start();
  const name = cursor.token()!.text;
  const close = cursor.closeOf(cursor.at + 1);
  cursor.at += 1;
  const callee = cursor.node(start, { kind: 'reference', name, isMarked: false });
  cursor.at += 1;
  const typeStart = cursor.start();
  const type = readType(cursor);
  const value = cursor.node(typeStart, { kind: 'reference', name: type, isMarked: false });
  if (cursor.at <= close) cursor.at = close + 1;
  return cursor.node(start, { kind: 'call', callee, args: [{ name: undefined, value }] });
}

/** Returns whether `(Of` begins here. */
export function isOf(cursor: Cursor, at = cursor.at): boolean {
  return cursor.isSign('(', at) && cursor.word(at + 1) === 'of';
}

/** Returns the index behind `a.b(Of c)` of Visual Basic. */
function behindName(cursor: Cursor): number {
  let { at } = cursor;
  if (!cursor.isName(at)) return at;
  for (;;) {
    at += 1;
    if (isOf(cursor, at) && cursor.closeOf(at) !== -1) at = cursor.closeOf(at) + 1;
    if (!cursor.isSign('.', at) || !cursor.isName(at + 1)) return at;
    at += 1;
  }
}

function behindVisualBasicType(cursor: Cursor): number {
  let at = behindName(cursor);
  if (cursor.isSign('?', at)) at += 1;
  while (cursor.isSign('(', at) && (cursor.isSign(')', at + 1) || cursor.isSign(',', at + 1))) {
    if (cursor.closeOf(at) === -1) return at;
    at = cursor.closeOf(at) + 1;
  }
  return at;
}

/** Returns the index behind the type of C# at an index; undefined when none stands there. */
export function typeEnd(cursor: Cursor, from: number): number | undefined {
  return endOfType(cursor, from, from + LOOKAHEAD_MAX);
}

/** Returns the index behind the type arguments `<a, b>` at an index; undefined when none stand there. */
export function typeArgumentsEnd(
  cursor: Cursor,
  from: number,
  limit = from + LOOKAHEAD_MAX,
): number | undefined {
  if (!cursor.isSign('<', from)) return undefined;
  let at = from + 1;
  while (at < limit) {
    if (!cursor.isSign(',', at) && !cursor.isSign('>', at)) {
      const end = endOfType(cursor, at, limit);
      if (end === undefined) return undefined;
      at = end;
    }
    if (cursor.isSign('>', at)) return at + 1;
    if (!cursor.isSign(',', at)) return undefined;
    at += 1;
  }
  return undefined;
}

function endOfName(cursor: Cursor, from: number, limit: number): number | undefined {
  let at = from;
  while (at < limit) {
    if (!cursor.isName(at)) return undefined;
    at += 1;
    if (cursor.isSign(':', at) && cursor.isSign(':', at + 1)) at += 2;
    else {
      at = typeArgumentsEnd(cursor, at, limit) ?? at;
      if (!cursor.isSign('.', at)) return at;
      at += 1;
    }
  }
  return undefined;
}

function endOfType(cursor: Cursor, from: number, limit: number): number | undefined {
  let at = endOfName(cursor, from, limit);
  if (at === undefined) return undefined;
  if (cursor.isSign('?', at) && endsNullable(cursor, at + 1)) at += 1;
  while (cursor.isSign('[', at) && (cursor.isSign(']', at + 1) || cursor.isSign(',', at + 1))) {
    const close = cursor.closeOf(at);
    if (close === -1) return at;
    at = close + 1;
  }
  return at;
}

/** Returns whether what stands behind `a?` shows that it is a type and no condition. */
function endsNullable(cursor: Cursor, at: number): boolean {
  const sign = cursor.sign(at);
  return cursor.token(at) === undefined || (sign !== '' && ')],;>=??[}'.includes(sign));
}
