/** Operands of operators: what stands alone, with the members, arguments and indexes behind it. */
import type { Expr } from '../../../model/expr.ts';
import type { Cursor } from './cursor.ts';
import { LEVELS } from './operators.ts';
import type { Parser } from './parser.ts';
import { primary } from './primary.ts';
import { isOf, typeArgumentsEnd } from './types.ts';

const SIGNS = {
  'visual-basic': new Set(['-', '+']),
  csharp: new Set(['-', '+', '!', '~', '++', '--', '^', '&', '*', '<', '>', '<=', '>=', '..']),
} as const;
const WORDS = {
  'visual-basic': new Set(['not', 'addressof', 'await']),
  csharp: new Set(['await', 'throw', 'not', 'ref']),
} as const;

/** Reads a prefix with its operand, or what stands alone. */
export function operand(parser: Parser): Expr {
  const { cursor } = parser;
  const start = cursor.start();
  const operator = prefixAt(cursor);
  if (operator === '') return withPostfix(parser, primary(parser));
  cursor.at += operator === '..' ? 2 : 1;
  const value = parser.expression(levelBehind(cursor, operator));
  return cursor.node(start, { kind: 'unary', operator, operand: value });
}

/** Returns the prefix operator at the cursor, '' for none. */
function prefixAt(cursor: Cursor): string {
  const language = cursor.isVisualBasic ? 'visual-basic' : 'csharp';
  const words: ReadonlySet<string> = WORDS[language];
  const word = cursor.word();
  // `await` may be a name: it is one where no operand follows.
  if (word !== '') return words.has(word) && !endsOperand(cursor, cursor.at + 1) ? word : '';
  const sign = cursor.sign();
  if (sign === '.' && cursor.isSign('.', cursor.at + 1) && !cursor.isVisualBasic) return '..';
  const signs: ReadonlySet<string> = SIGNS[language];
  return signs.has(sign) ? sign : '';
}

const endsOperand = (cursor: Cursor, at: number): boolean =>
  cursor.token(at) === undefined || cursor.isCloser(at) || /^(?:[.,=]|=>|==)$/.test(cursor.sign(at));

function levelBehind(cursor: Cursor, operator: string): number {
  if (operator === 'not' && cursor.isVisualBasic) return LEVELS.not;
  if (operator === 'throw') return 0;
  if (/^[<>]=?$/.test(operator)) return LEVELS.pattern;
  return cursor.isVisualBasic ? LEVELS.visualBasicUnary : LEVELS.csharpUnary;
}

/** Reads the members, arguments and indexes behind a node. */
export function withPostfix(parser: Parser, first: Expr): Expr {
  let left = first;
  for (;;) {
    const next = parser.cursor.isSpent ? undefined : postfix(parser, left);
    if (next === undefined) return left;
    left = next;
  }
}

function postfix(parser: Parser, left: Expr): Expr | undefined {
  const { cursor } = parser;
  // A line that begins with `.Name` is a statement about the object of a `With` block.
  if (cursor.isFirstOfLine() && !cursor.isInBrackets && cursor.isSign('.')) return undefined;
  const sign = cursor.sign();
  if (sign === '.' || sign === '?.') return member(cursor, left, sign === '?.');
  if (sign === '(') return call(parser, left);
  // Projects in C# keep some expressions as Visual Basic.
  if (sign === '[') return index(parser, left, ']', false);
  const isOptional = sign === '?' && cursor.isTouching(cursor.at + 1);
  if (cursor.isVisualBasic) {
    if (sign === '!') return entry(cursor, left);
    return isOptional && cursor.isSign('(', cursor.at + 1) ? index(parser, left, ')', true) : undefined;
  }
  if (isOptional && cursor.isSign('[', cursor.at + 1)) return index(parser, left, ']', true);
  if (sign === '<') return withTypeArguments(cursor, left);
  if (sign === '!' || sign === '++' || sign === '--') {
    cursor.at += 1;
    return cursor.node(left.start, { kind: 'unary', operator: sign, operand: left });
  }
  return isBraced(cursor) ? braced(parser, left) : undefined;
}

/** Reads `.Name` and its type arguments; undefined for the two dots of a range. */
function member(cursor: Cursor, object: Expr, isOptional: boolean): Expr | undefined {
  if (cursor.isVisualBasic && isOptional && cursor.isSign('(', cursor.at + 1)) return undefined;
  if (!cursor.isName(cursor.at + 1)) return isRange(cursor) ? undefined : damaged(cursor, object);
  const name = cursor.token(cursor.at + 1)!.text;
  cursor.at += 2;
  skipOf(cursor);
  return cursor.node(object.start, { kind: 'member', object, name, isOptional });
}

const isRange = (cursor: Cursor): boolean => !cursor.isVisualBasic && cursor.isSign('.', cursor.at + 1);

/** Skips a dot without a name behind it. */
function damaged(cursor: Cursor, part: Expr): Expr {
  cursor.at += 1;
  return cursor.node(part.start, { kind: 'unparsed', parts: [part] });
}

/** Skips `(Of T)` behind a name. */
export function skipOf(cursor: Cursor): void {
  if (!cursor.isVisualBasic || !isOf(cursor) || cursor.closeOf() === -1) return;
  cursor.at = cursor.closeOf() + 1;
}

function call(parser: Parser, callee: Expr): Expr {
  const { cursor } = parser;
  cursor.at += 1;
  const args = parser.args(')');
  return cursor.node(callee.start, { kind: 'call', callee, args });
}

function index(parser: Parser, object: Expr, close: ')' | ']', isOptional: boolean): Expr {
  const { cursor } = parser;
  cursor.at += isOptional ? 2 : 1;
  const args = parser.args(close);
  return cursor.node(object.start, { kind: 'index', object, args, isOptional });
}

/** Reads `row!Name` of Visual Basic, which is the element with that text. */
function entry(cursor: Cursor, object: Expr): Expr | undefined {
  const name = cursor.token(cursor.at + 1);
  if (name?.kind !== 'name' || !cursor.isTouching(cursor.at + 1)) return undefined;
  const start = cursor.start(cursor.at + 1);
  cursor.at += 2;
  const value = cursor.node(start, { kind: 'literal', type: 'text', value: name.text });
  return cursor.node(object.start, {
    kind: 'index',
    object,
    args: [{ name: undefined, value }],
    isOptional: false,
  });
}

/** Skips `<T>` of C# where what follows shows that it is no comparison. */
function withTypeArguments(cursor: Cursor, left: Expr): Expr | undefined {
  if (left.kind !== 'reference' && left.kind !== 'member') return undefined;
  const end = typeArgumentsEnd(cursor, cursor.at);
  if (end === undefined || !endsTypeArguments(cursor, end)) return undefined;
  cursor.at = end;
  return cursor.node(left.start, left);
}

function endsTypeArguments(cursor: Cursor, at: number): boolean {
  return (
    cursor.token(at) === undefined ||
    cursor.isCloser(at) ||
    /^(?:[(:;,.?&|^[]|==|!=|&&|\|\||\?\.)$/.test(cursor.sign(at))
  );
}

/** Returns whether `switch {` or `with {` of C# stands here. */
function isBraced(cursor: Cursor): boolean {
  return /^(?:switch|with)$/.test(cursor.word()) && cursor.isSign('{', cursor.at + 1);
}

/** Reads a `switch` of values or a copy `with` changes as a part that is not understood. */
function braced(parser: Parser, left: Expr): Expr {
  const { cursor } = parser;
  cursor.at += 2;
  const parts = [left, ...parser.args('}').map(({ value }) => value)];
  return cursor.node(left.start, { kind: 'unparsed', parts });
}
