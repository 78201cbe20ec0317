/** Operands: literals, names, brackets, texts with holes, and words of the language. */
import type { Expr } from '../../../model/expr.ts';
import { csharpWord, isCast, readCast, readLambda, startsLambda } from './csharp.ts';
import type { Cursor } from './cursor.ts';
import { interpolation } from './interpolation.ts';
import type { Parser } from './parser.ts';
import { isOf } from './types.ts';
import { visualBasicWord } from './visual-basic.ts';
import { xmlLiteral } from './xml.ts';

/** Reads what stands alone; nothing where nothing can begin. */
export function primary(parser: Parser): Expr {
  const { cursor } = parser;
  const token = cursor.token();
  if (token === undefined) return cursor.missing();
  if (cursor.form() === 'open') return interpolation(parser);
  if (token.kind === 'string') return text(cursor);
  if (token.kind === 'number') return number(cursor, 1);
  return token.kind === 'name' ? name(parser) : sign(parser);
}

function text(cursor: Cursor): Expr {
  const { text: value } = cursor.token()!;
  const start = cursor.start();
  cursor.at += 1;
  const last = cursor.text[cursor.lastEnd - 1] ?? '';
  const isCharacter = cursor.isVisualBasic ? /c/i.test(last) && isClosed(cursor) : last === "'";
  return cursor.node(start, { kind: 'literal', type: isCharacter ? 'character' : 'text', value });
}

/** Returns whether the letter behind a text stands behind its mark. */
const isClosed = (cursor: Cursor): boolean => /["\u201c\u201d]/.test(cursor.text[cursor.lastEnd - 2] ?? '');

function number(cursor: Cursor, tokens: number): Expr {
  const start = cursor.start();
  cursor.at += tokens;
  const value = cursor.text.slice(start, cursor.lastEnd);
  return cursor.node(start, { kind: 'literal', type: value[0] === '#' ? 'date' : 'number', value });
}

function name(parser: Parser): Expr {
  const { cursor } = parser;
  const start = cursor.start();
  const word = cursor.word();
  const special = cursor.isVisualBasic ? visualBasicWord(parser, word) : csharpWord(parser, word);
  if (special !== undefined) return special;
  const { text: own } = cursor.token()!;
  cursor.at += 1;
  if (cursor.isVisualBasic && isOf(cursor) && cursor.closeOf() !== -1) cursor.at = cursor.closeOf() + 1;
  return cursor.node(start, { kind: 'reference', name: own, isMarked: false });
}

function sign(parser: Parser): Expr {
  const { cursor } = parser;
  switch (cursor.sign()) {
    case '(':
      return parentheses(parser);
    case '{':
      return list(parser, '}');
    case '[':
      return cursor.isVisualBasic ? cursor.missing() : list(parser, ']');
    case '.':
      return leadingDot(cursor);
    case '!':
      return leadingMember(cursor);
    case '<':
      return xmlLiteral(cursor);
    case '&':
      // `&HFF` of Visual Basic.
      return cursor.isTouching(cursor.at + 1) &&
        /^[hob][\da-f]+/i.test(cursor.token(cursor.at + 1)?.text ?? '')
        ? number(cursor, 2)
        : cursor.missing();
    default:
      return cursor.missing();
  }
}

function parentheses(parser: Parser): Expr {
  const { cursor } = parser;
  if (!cursor.isVisualBasic) {
    if (startsLambda(cursor)) return readLambda(parser);
    if (isCast(cursor)) return readCast(parser);
  }
  const start = cursor.start();
  cursor.at += 1;
  const items = parser.args(')').map(({ value }) => value);
  // The brackets belong to what stands in them.
  if (items.length === 1) return cursor.node(start, items[0]!);
  return cursor.node(start, { kind: 'list', items });
}

function list(parser: Parser, close: ']' | '}'): Expr {
  const { cursor } = parser;
  const start = cursor.start();
  cursor.at += 1;
  const items = parser.args(close).map(({ value }) => value);
  return cursor.node(start, { kind: 'list', items });
}

function leadingDot(cursor: Cursor): Expr {
  const next = cursor.token(cursor.at + 1);
  // `.5`
  if (next?.kind === 'number' && cursor.isTouching(cursor.at + 1)) return number(cursor, 2);
  return leadingMember(cursor);
}

/** Reads `.Name` or `!Name` of the object of a `With` block. */
function leadingMember(cursor: Cursor): Expr {
  const next = cursor.token(cursor.at + 1);
  if (next?.kind !== 'name' || !cursor.isVisualBasic) return cursor.missing();
  const start = cursor.start();
  cursor.at += 2;
  return cursor.node(start, { kind: 'member', object: null, name: next.text, isOptional: false });
}
