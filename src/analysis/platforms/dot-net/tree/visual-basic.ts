/** Words of Visual Basic with which an expression begins. */
import type { Expr } from '../../../model/expr.ts';
import { visualBasicCreation } from './creation.ts';
import type { Cursor } from './cursor.ts';
import type { Parser } from './parser.ts';
import { readQuery, startsQuery } from './query.ts';
import { readType, readTypeCall } from './types.ts';
import { isReserved } from './words.ts';

/** Binds closer than any operator. */
const OPERAND_ONLY = 100;

/** Reads what begins with a word of the language; undefined for an ordinary name. */
export function visualBasicWord(parser: Parser, word: string): Expr | undefined {
  const { cursor } = parser;
  const isCall = cursor.isSign('(', cursor.at + 1);
  switch (word) {
    case 'true':
    case 'false':
      return constant(cursor, 'boolean');
    case 'nothing':
      return constant(cursor, 'nothing');
    case 'new':
      return visualBasicCreation(parser);
    case 'if':
    case 'iif':
      return isCall ? choice(parser) : plainWord(cursor, word);
    case 'ctype':
    case 'directcast':
    case 'trycast':
      return isCall ? cast(parser) : undefined;
    case 'gettype':
      return isCall ? readTypeCall(cursor) : undefined;
    case 'typeof':
      return typeTest(parser);
    case 'function':
    case 'sub':
      return isCall ? lambda(parser, word, cursor.start()) : cursor.missing();
    case 'async':
    case 'iterator':
      return modifiedLambda(parser);
    case 'from':
    case 'aggregate':
      return startsQuery(cursor) ? readQuery(parser) : undefined;
    default:
      return plainWord(cursor, word);
  }
}

function plainWord(cursor: Cursor, word: string): Expr | undefined {
  return isReserved(cursor, word) ? cursor.missing() : undefined;
}

function constant(cursor: Cursor, type: 'boolean' | 'nothing'): Expr {
  const start = cursor.start();
  const { text: value } = cursor.token()!;
  cursor.at += 1;
  return cursor.node(start, { kind: 'literal', type, value });
}

/** Reads `If(test, a, b)`; `If(a, b)` is an operator, and `If (a)` of a statement only its condition. */
function choice(parser: Parser): Expr {
  const { cursor } = parser;
  const start = cursor.start();
  const word = cursor.token()!.text;
  cursor.at += 1;
  const callee = cursor.node(start, { kind: 'reference', name: word, isMarked: false });
  cursor.at += 1;
  const args = parser.args(')');
  const [first, second, third] = args.map(({ value }) => value);
  if (args.length === 3)
    return cursor.node(start, { kind: 'conditional', test: first!, whenTrue: second!, whenFalse: third! });
  if (args.length === 2 && /^if$/i.test(word))
    return cursor.node(start, { kind: 'binary', operator: 'if', left: first!, right: second! });
  if (args.length === 1 && /^if$/i.test(word))
    return cursor.node(start, { kind: 'unparsed', parts: [first!] });
  return cursor.node(start, { kind: 'call', callee, args });
}

/** Reads `CType(value, Type)`. */
function cast(parser: Parser): Expr {
  const { cursor } = parser;
  const start = cursor.start();
  const close = cursor.closeOf(cursor.at + 1);
  cursor.at += 2;
  const operand = parser.item();
  const type = cursor.take(',') ? readType(cursor) : '';
  if (cursor.at <= close) cursor.at = close + 1;
  return cursor.node(start, { kind: 'unary', operator: 'cast', operand, type });
}

/** Reads `TypeOf value Is Type`. */
function typeTest(parser: Parser): Expr {
  const { cursor } = parser;
  const start = cursor.start();
  cursor.at += 1;
  const operand = parser.expression(OPERAND_ONLY);
  const isNegated = cursor.word() === 'isnot';
  if (!isNegated && cursor.word() !== 'is') return cursor.node(start, { kind: 'unparsed', parts: [operand] });
  cursor.at += 1;
  const type = readType(cursor);
  const test = cursor.node(start, { kind: 'unary', operator: 'typeof', operand, type });
  return isNegated ? cursor.node(start, { kind: 'unary', operator: 'not', operand: test }) : test;
}

function modifiedLambda(parser: Parser): Expr | undefined {
  const { cursor } = parser;
  const word = cursor.word(cursor.at + 1);
  if (!/^(?:function|sub)$/.test(word) || !cursor.isSign('(', cursor.at + 2)) return undefined;
  const start = cursor.start();
  cursor.at += 1;
  return lambda(parser, word, start);
}

/** Reads `Function(x) value`, and the form of several lines that ends with `End Function`. */
function lambda(parser: Parser, word: string, start: number): Expr {
  const { cursor } = parser;
  const close = cursor.closeOf(cursor.at + 1);
  if (close === -1) return cursor.missing();
  const parameters = readParameters(cursor, cursor.at + 2, close);
  cursor.at = close + 1;
  const hasLines = /[\r\n]/.test(cursor.text.slice(cursor.lastEnd, cursor.start()));
  if (cursor.word() === 'as') {
    cursor.at += 1;
    readType(cursor);
  }
  if (!hasLines) return cursor.node(start, { kind: 'lambda', parameters, body: parser.expression() });
  const isEnd = (): boolean => cursor.word() === 'end' && cursor.word(cursor.at + 1) === word;
  const body = parser.statements(isEnd);
  if (isEnd()) cursor.at += 2;
  return cursor.node(start, { kind: 'lambda', parameters, body });
}

const MODIFIER = /^(?:byval|byref|optional|paramarray)$/;

function readParameters(cursor: Cursor, from: number, end: number): string[] {
  const names: string[] = [];
  let isNext = true;
  for (let at = from; at < end; at += 1) {
    if (cursor.isSign(',', at)) isNext = true;
    else if (isNext && cursor.isName(at) && !MODIFIER.test(cursor.word(at))) {
      names.push(cursor.token(at)!.text);
      isNext = false;
    }
    const close = cursor.closeOf(at);
    if (close !== -1) at = close;
  }
  return names;
}
