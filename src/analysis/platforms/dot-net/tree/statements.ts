/** Runs of statements and damaged parts: what is understood of them stands in order, the rest is skipped. */
import { EXPR_LIMITS, type Expr } from '../../../model/expr.ts';
import type { Cursor } from './cursor.ts';
import { readType, typeEnd } from './types.ts';
import { isStatementWord } from './words.ts';

/** Words of C# behind which brackets hold a condition. */
const HEADS = new Set(['if', 'while', 'for', 'foreach', 'switch', 'using', 'lock', 'catch', 'fixed', 'when']);
/** Words of C# with which an expression begins, so that no declaration does. */
const BEGINS = new Set([
  'await',
  'new',
  'throw',
  'not',
  'async',
  'from',
  'stackalloc',
  'ref',
  'out',
  'delegate',
]);
/** Most nodes of all statements of a text together. */
const NODES_MAX = 20 * EXPR_LIMITS.nodesMax;

/** Kind of a run: a part between two commas, statements in brackets, or a whole text. */
export type RunKind = 'item' | 'statements' | 'text';

/** Reads expressions until a caller's end; a single one stands for itself. */
export function readStatements(
  cursor: Cursor,
  expression: () => Expr,
  place: RunKind,
  isEnd: () => boolean,
): Expr {
  const start = cursor.start();
  const parts: Expr[] = [];
  let isWhole = true;
  let total = 0;
  const add = (part: Expr, at: number): void => {
    if (cursor.at > at) parts.push(part);
    else {
      // Nothing begins with this token.
      cursor.at += 1;
      isWhole = false;
    }
  };
  while (!cursor.isAtEnd && !isEnd()) {
    const { at, isSpent } = cursor;
    if (isSpent) {
      add(total > NODES_MAX ? cursor.rest() : cursor.skipped(place === 'text'), at);
      isWhole = false;
    } else if (isBlock(cursor, place)) {
      // Statements in brackets: a block, or the head of a condition or loop.
      isWhole = false;
      cursor.at += 1;
      cursor.depth += 1;
      const inside = readStatements(cursor, expression, 'statements', () => cursor.isCloser());
      add(inside, at);
      cursor.depth -= 1;
      if (cursor.sign() !== '') cursor.at += 1;
    } else if (isHead(cursor)) {
      isWhole = false;
      add(head(cursor, expression), at);
    } else if (isSkipped(cursor, place)) isWhole = false;
    else add(declared(cursor, expression(), expression), at);
    // The rest of a statement beyond its limit is skipped above.
    if (place !== 'text' || (cursor.isSpent && !isSpent)) continue;
    // Each statement has a budget of its own, so that long code is read to its end.
    total += cursor.nodes;
    if (total <= NODES_MAX) cursor.nodes = 0;
    else cursor.nodes = EXPR_LIMITS.nodesMax + 1;
  }
  if (parts.length === 1 && isWhole) return parts[0]!;
  if (parts.length === 0) return cursor.node(start, { kind: 'unparsed' });
  // A part that begins with a missing operand begins before its first token.
  return cursor.node(Math.min(start, parts[0]!.start), { kind: 'unparsed', parts });
}

/** Words of Visual Basic whose operand is a condition or result, so that `=` in it compares. */
const HEAD_WORDS = /^(?:if|elseif|while|until|when|case|return|throw|addhandler)$/;

/** Returns whether a word of Visual Basic with an operand stands here; `If(a, b)` is an expression. */
function isHead(cursor: Cursor): boolean {
  const word = cursor.word();
  const next = cursor.at + 1;
  if (!cursor.isVisualBasic || !HEAD_WORDS.test(word) || cursor.isFirstOfLine(next)) return false;
  if (word === 'until') return /^(?:do|loop)$/.test(cursor.word(cursor.at - 1));
  if (word === 'if' && cursor.isSign('(', next)) return !hasComma(cursor, next);
  const behind = cursor.word(next);
  return !isStatementWord(cursor, behind) || beginsExpression(cursor, behind, next);
}

/** Returns whether a comma stands between two brackets, outside of those in them; for an open bracket true. */
function hasComma(cursor: Cursor, open: number): boolean {
  const close = cursor.closeOf(open);
  for (let at = open + 1; at < close; at += 1) {
    if (cursor.isSign(',', at)) return true;
    at = Math.max(at, cursor.closeOf(at));
  }
  return close === -1;
}

/** Reads such a word with its operand. */
function head(cursor: Cursor, expression: () => Expr): Expr {
  const start = cursor.start();
  const operator = cursor.word();
  cursor.at += 1;
  const operand = expression();
  return cursor.node(start, { kind: 'unary', operator, operand });
}

function isBlock(cursor: Cursor, place: RunKind): boolean {
  if (cursor.isVisualBasic) return false;
  if (cursor.isSign('{')) return place === 'statements';
  return cursor.isSign('(') && HEADS.has(cursor.word(cursor.at - 1));
}

/** Skips tokens that are no part of an expression; false when an expression may begin. */
function isSkipped(cursor: Cursor, place: RunKind): boolean {
  const word = cursor.word();
  if (word === '') {
    const sign = cursor.sign();
    const isOpening = sign === '{' && place === 'text' && !cursor.isVisualBasic;
    if (!cursor.isCloser() && sign !== ';' && sign !== ',' && sign !== ':' && !isOpening) return false;
  } else if (!isStatementWord(cursor, word) || beginsExpression(cursor, word))
    return !cursor.isVisualBasic && skipDeclaredType(cursor, word);
  cursor.at += 1;
  return true;
}

/** Returns whether a word that statements begin with begins an expression here: `Function(x) …`, `If(a, b)`. */
function beginsExpression(cursor: Cursor, word: string, at = cursor.at): boolean {
  return cursor.isVisualBasic && /^(?:if|sub|function)$/.test(word) && cursor.isSign('(', at + 1);
}

/** Skips the type of `Type name = value` in C#. */
function skipDeclaredType(cursor: Cursor, word: string): boolean {
  if (BEGINS.has(word)) return false;
  const end = typeEnd(cursor, cursor.at);
  if (end === undefined || cursor.word(end) === '' || !isDeclaration(cursor, end + 1)) return false;
  cursor.declared = { type: cursor.textOf(cursor.at, end), valueAt: end + 2 };
  cursor.at = end;
  return true;
}

function isDeclaration(cursor: Cursor, at: number): boolean {
  return cursor.word(at) === 'in' || /^[=;,)]$/.test(cursor.sign(at));
}

/** Reads what stands behind a name in a statement: `As Type = value`, `As New Type(…)`, and `In list` of a loop. */
function declared(cursor: Cursor, name: Expr, expression: () => Expr): Expr {
  const hasType = cursor.isVisualBasic && cursor.word() === 'as';
  if (hasType) {
    cursor.at += 1;
    const isNew = cursor.word() === 'new';
    if (!isNew) readType(cursor);
    if (isNew || cursor.take('='))
      return cursor.node(name.start, { kind: 'binary', operator: '=', left: name, right: expression() });
  }
  if (cursor.word() === 'in' && !cursor.isSpent) {
    cursor.at += 1;
    return cursor.node(name.start, { kind: 'binary', operator: 'in', left: name, right: expression() });
  }
  return hasType ? cursor.node(name.start, { kind: 'unparsed', parts: [name] }) : name;
}
