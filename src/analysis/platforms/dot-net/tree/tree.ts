/**
 * Parser of Visual Basic and C#, by precedence climbing. Code is read as the statements that it consists of, in one
 * `unparsed` node: words of statements are its own, and an assignment is the operator `=`.
 */
import type { CallArgument, Expr } from '../../../model/expr.ts';
import type { Dialect } from '../lexer.ts';
import { Cursor } from './cursor.ts';
import { LEVELS, type Operator, operatorAt } from './operators.ts';
import type { Parser } from './parser.ts';
import { operand } from './postfix.ts';
import { type RunKind, readStatements } from './statements.ts';
import { readType, typeEnd } from './types.ts';
import { QUERY_WORDS } from './words.ts';

/** Parses an expression or code. Linear in the text; what exceeds `EXPR_LIMITS` is unparsed. */
export function parse(text: string, dialect: Dialect): Expr {
  const cursor = new Cursor(text, dialect);
  const any = (): Expr => expression(parser, 0);
  const inside = (isInBrackets: boolean, place: RunKind, isEnd: () => boolean): Expr => {
    const before = cursor.isInBrackets;
    cursor.isInBrackets = isInBrackets;
    const run = readStatements(cursor, any, place, isEnd);
    cursor.isInBrackets = before;
    return run;
  };
  const parser: Parser = {
    cursor,
    expression: (level = 0) => expression(parser, level),
    item: () => inside(true, 'item', () => cursor.isSign(',') || cursor.isCloser()),
    args: (close) => args(parser, close),
    statements: (isEnd) => inside(false, 'statements', () => cursor.isCloser() || isEnd()),
  };
  return readStatements(cursor, any, 'text', () => false);
}

function expression(parser: Parser, level: number): Expr {
  const { cursor } = parser;
  if (cursor.isSpent) return cursor.skipped();
  cursor.depth += 1;
  let left = operand(parser);
  for (;;) {
    const operator = operatorAt(cursor);
    if (operator === undefined || operator.level < level || cursor.isSpent) break;
    left = withOperator(parser, left, operator);
  }
  cursor.depth -= 1;
  return left;
}

/** Reads an operator and what stands behind it. */
function withOperator(parser: Parser, left: Expr, { text, level, size, isFromRight }: Operator): Expr {
  const { cursor } = parser;
  cursor.at += size;
  if (!cursor.isVisualBasic) {
    if (text === '?') return conditional(parser, left);
    if (text === 'as')
      return cursor.node(left.start, {
        kind: 'unary',
        operator: 'as',
        operand: left,
        type: readType(cursor),
      });
  }
  const right =
    text === 'is' && !cursor.isVisualBasic
      ? pattern(parser, level + 1)
      : parser.expression(isFromRight ? level : level + 1);
  return cursor.node(left.start, { kind: 'binary', operator: text, left, right });
}

/** Reads the rest of `test ? a : b`. */
function conditional(parser: Parser, test: Expr): Expr {
  const { cursor } = parser;
  const whenTrue = parser.expression();
  const whenFalse = cursor.take(':') ? parser.expression(LEVELS.conditional) : cursor.missing();
  return cursor.node(test.start, { kind: 'conditional', test, whenTrue, whenFalse });
}

/** Words of C# that may stand behind a pattern. */
const BEHIND_PATTERN = new Set(['and', 'or', 'when', 'is', 'as', 'not', 'switch', ...QUERY_WORDS]);

/** Reads the pattern of C# behind `is`, and skips the new names in it: `is Type name`. */
function pattern(parser: Parser, level: number): Expr {
  const { cursor } = parser;
  let left = parser.expression(level);
  for (;;) {
    const word = cursor.word();
    if (word !== '' && !BEHIND_PATTERN.has(word)) cursor.at += 1;
    else if ((word === 'and' || word === 'or') && !cursor.isSpent) {
      cursor.at += 1;
      const right = parser.expression(level);
      left = cursor.node(left.start, { kind: 'binary', operator: word, left, right });
    } else return left;
  }
}

/** Reads arguments up to a closing bracket, and that one. */
function args(parser: Parser, close: string): CallArgument[] {
  const { cursor } = parser;
  const found: CallArgument[] = [];
  while (!cursor.isAtEnd && !cursor.isCloser() && !cursor.isSpent) {
    found.push(argument(parser));
    if (!cursor.take(',')) break;
  }
  cursor.take(close);
  return found;
}

function argument(parser: Parser): CallArgument {
  const { cursor } = parser;
  if (cursor.isSign(',')) {
    // `F(a, , c)` leaves an argument out.
    const value = cursor.node(cursor.lastEnd, { kind: 'literal', type: 'nothing', value: '' });
    return { name: undefined, value };
  }
  const name = argumentName(cursor);
  skipDirection(cursor);
  return { name, value: parser.item() };
}

/** Reads `name:=` of Visual Basic or `name:` of C#. */
function argumentName(cursor: Cursor): string | undefined {
  if (!cursor.isName()) return undefined;
  const sign = cursor.sign(cursor.at + 1);
  if (cursor.isVisualBasic ? sign !== ':=' : sign !== ':' || cursor.isSign(':', cursor.at + 2))
    return undefined;
  const { text } = cursor.token()!;
  cursor.at += 2;
  return text;
}

/** Skips `ref`, `out` and the type of a new variable: `out int count`. */
function skipDirection(cursor: Cursor): void {
  if (cursor.isVisualBasic || !cursor.isName(cursor.at + 1) || !/^(?:ref|out|in)$/.test(cursor.word()))
    return;
  cursor.at += 1;
  const end = typeEnd(cursor, cursor.at);
  if (end !== undefined && cursor.isName(end)) cursor.at = end;
}
