/** Queries: `From x In rows Where … Select …` is a call of `From` whose arguments are named by the words before them. */
import type { CallArgument, Expr } from '../../../model/expr.ts';
import type { Cursor } from './cursor.ts';
import type { Parser } from './parser.ts';
import { readType, typeEnd } from './types.ts';
import { QUERY_WORDS } from './words.ts';

/** Returns whether the word here is followed by a name and `In`, and so begins a query. */
export function startsQuery(cursor: Cursor): boolean {
  const next = cursor.at + 1;
  if (!cursor.isName(next)) return false;
  if (cursor.word(next + 1) === 'in') return true;
  if (cursor.isVisualBasic) return cursor.word(next + 1) === 'as';
  const end = typeEnd(cursor, next);
  return end !== undefined && cursor.isName(end) && cursor.word(end + 1) === 'in';
}

/** Reads a query from its first word. */
export function readQuery(parser: Parser): Expr {
  const { cursor } = parser;
  const start = cursor.start();
  const word = cursor.token()!.text;
  cursor.at += 1;
  const callee = cursor.node(start, { kind: 'reference', name: word, isMarked: false });
  const args: CallArgument[] = [];
  let name = word.toLowerCase();
  skipType(cursor);
  for (;;) {
    const { at } = cursor;
    const value = parser.expression();
    if (cursor.at > at) args.push({ name, value });
    if (cursor.isVisualBasic && cursor.word() === 'as') {
      cursor.at += 1;
      readType(cursor);
    }
    const clause = nextClause(cursor, name);
    if (clause === undefined || cursor.isSpent) break;
    name = clause;
  }
  return cursor.node(start, { kind: 'call', callee, args });
}

/** Reads the words or the comma before the next part of a query; undefined behind its last part. */
function nextClause(cursor: Cursor, present: string): string | undefined {
  if (cursor.isSign(',') && (cursor.isVisualBasic || /^(?:orderby|(?:a|de)scending)$/.test(present))) {
    cursor.at += 1;
    return present;
  }
  let name: string | undefined;
  while (QUERY_WORDS.has(cursor.word())) {
    name = cursor.word();
    cursor.at += 1;
    if (name === 'from' || name === 'join') skipType(cursor);
  }
  return name;
}

/** Skips the type in `from Type name in rows` of C#. */
function skipType(cursor: Cursor): void {
  if (cursor.isVisualBasic) return;
  const end = typeEnd(cursor, cursor.at);
  if (end !== undefined && cursor.isName(end) && cursor.word(end + 1) === 'in') cursor.at = end;
}
