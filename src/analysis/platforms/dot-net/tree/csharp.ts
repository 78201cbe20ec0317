/** Words, casts and lambdas of C#. */
import type { Expr } from '../../../model/expr.ts';
import { csharpCreation } from './creation.ts';
import type { Cursor } from './cursor.ts';
import { LEVELS } from './operators.ts';
import type { Parser } from './parser.ts';
import { readQuery, startsQuery } from './query.ts';
import { readTypeCall, typeEnd } from './types.ts';
import { isReserved, QUERY_WORDS } from './words.ts';

/** Reads what begins with a word of the language; undefined for an ordinary name. */
export function csharpWord(parser: Parser, word: string): Expr | undefined {
  const { cursor } = parser;
  switch (word) {
    case 'true':
    case 'false':
      return constant(cursor, 'boolean');
    case 'null':
      return constant(cursor, 'nothing');
    case 'default':
      return cursor.isSign('(', cursor.at + 1) ? readTypeCall(cursor) : constant(cursor, 'nothing');
    case 'typeof':
    case 'sizeof':
      return cursor.isSign('(', cursor.at + 1) ? readTypeCall(cursor) : undefined;
    case 'new':
    case 'stackalloc':
      return csharpCreation(parser);
    case 'async':
    case 'static':
    case 'delegate':
      return modifiedLambda(parser, word);
    case 'from':
      return startsQuery(cursor) ? readQuery(parser) : undefined;
    default:
      return plainWord(parser, word);
  }
}

function plainWord(parser: Parser, word: string): Expr | undefined {
  const { cursor } = parser;
  if (isReserved(cursor, word)) return cursor.missing();
  if (cursor.isSign('=>', cursor.at + 1)) return readLambda(parser);
  // `global::System`
  if (cursor.isSign(':', cursor.at + 1) && cursor.isSign(':', cursor.at + 2) && cursor.isName(cursor.at + 3))
    cursor.at += 3;
  return undefined;
}

function constant(cursor: Cursor, type: 'boolean' | 'nothing'): Expr {
  const start = cursor.start();
  const { text: value } = cursor.token()!;
  cursor.at += 1;
  return cursor.node(start, { kind: 'literal', type, value });
}

function modifiedLambda(parser: Parser, word: string): Expr | undefined {
  const { cursor } = parser;
  const next = cursor.at + 1;
  const isArrow = startsLambda(cursor, next) || (cursor.isName(next) && cursor.isSign('=>', next + 1));
  if (!isArrow && word !== 'delegate') return plainWord(parser, word);
  const start = cursor.start();
  cursor.at += 1;
  return readLambda(parser, start);
}

/** Returns whether `(…) =>` begins at a token. */
export function startsLambda(cursor: Cursor, at = cursor.at): boolean {
  const close = cursor.isSign('(', at) ? cursor.closeOf(at) : -1;
  return close !== -1 && cursor.isSign('=>', close + 1);
}

/** Reads `x => …`, `(x, y) => …` or the same with statements in braces. */
export function readLambda(parser: Parser, start = parser.cursor.start()): Expr {
  const { cursor } = parser;
  const parameters = readParameters(cursor);
  cursor.take('=>');
  const body = cursor.isSign('{') ? block(parser) : parser.expression();
  return cursor.node(start, { kind: 'lambda', parameters, body });
}

function readParameters(cursor: Cursor): string[] {
  const close = cursor.isSign('(') ? cursor.closeOf() : -1;
  const names: string[] = [];
  const end = close === -1 ? cursor.at + (cursor.isName() ? 1 : 0) : close;
  for (let { at } = cursor; at < end; at += 1)
    if (cursor.isName(at) && (at + 1 === end || cursor.isSign(',', at + 1)))
      names.push(cursor.token(at)!.text);
  cursor.at = close === -1 ? end : close + 1;
  return names;
}

function block(parser: Parser): Expr {
  const { cursor } = parser;
  const start = cursor.start();
  cursor.at += 1;
  const inside = parser.statements(() => false);
  cursor.take('}');
  return cursor.node(start, { kind: 'unparsed', parts: [inside] });
}

const PREDEFINED =
  /^(?:bool|byte|char|decimal|double|float|int|long|object|sbyte|short|string|uint|ulong|ushort|dynamic)$/;
/** Words behind `(a)` that show that it is an operand and no cast. */
const BEHIND_OPERAND = new Set(['is', 'as', 'and', 'or', 'switch', 'with', 'when', ...QUERY_WORDS]);

/** Returns whether `(Type)` with an operand behind it begins here: C# decides by the next token. */
export function isCast(cursor: Cursor): boolean {
  const close = cursor.closeOf();
  if (close === -1 || typeEnd(cursor, cursor.at + 1) !== close) return false;
  const next = cursor.token(close + 1);
  if (next === undefined || cursor.isCloser(close + 1)) return false;
  if (next.kind === 'name') return !BEHIND_OPERAND.has(cursor.word(close + 1));
  if (next.kind === 'string' || next.kind === 'number' || cursor.form(close + 1) === 'open') return true;
  const sign = cursor.sign(close + 1);
  const isPredefined = PREDEFINED.test(cursor.word()) || PREDEFINED.test(cursor.word(cursor.at + 1));
  return /^[(!~]$/.test(sign) || (isPredefined && /^[-+]$/.test(sign));
}

/** Reads `(Type)operand`. */
export function readCast(parser: Parser): Expr {
  const { cursor } = parser;
  const start = cursor.start();
  const type = cursor.textOf(cursor.at + 1, cursor.closeOf());
  cursor.at = cursor.closeOf() + 1;
  const operand = parser.expression(LEVELS.csharpUnary);
  return cursor.node(start, { kind: 'unary', operator: 'cast', operand, type });
}
