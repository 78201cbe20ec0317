/** New objects: `New T(a) With {.X = 1}`, `New T From {…}`, `new T(a) { X = 1 }`, `new[] { 1, 2 }`. */
import type { CallArgument, Expr } from '../../../model/expr.ts';
import type { Parser } from './parser.ts';
import { readNewType } from './types.ts';

/** Reads a new object of Visual Basic. */
export function visualBasicCreation(parser: Parser): Expr {
  const { cursor } = parser;
  const start = cursor.start();
  cursor.at += 1;
  const type = cursor.word() === 'with' ? '' : readNewType(cursor);
  const args = bracketed(parser, '(', ')');
  const isList = cursor.word() === 'from' || cursor.word() === 'with';
  if (isList && cursor.isSign('{', cursor.at + 1)) cursor.at += 1;
  return cursor.node(start, { kind: 'new', type, args, members: members(parser) });
}

/** Reads a new object of C#; `T x = new()` names its type before. */
export function csharpCreation(parser: Parser): Expr {
  const { cursor } = parser;
  const start = cursor.start();
  const { valueAt, type } = cursor.declared;
  const declared = cursor.at === valueAt ? type : '';
  cursor.at += 1;
  const name = readNewType(cursor) || (cursor.isSign('(') ? declared : '');
  const sizes = cursor.isSign('[');
  const args = sizes ? bracketed(parser, '[', ']') : bracketed(parser, '(', ')', 1);
  return cursor.node(start, {
    kind: 'new',
    type: sizes ? `${name}[]` : name,
    args,
    members: members(parser),
  });
}

/** Reads the arguments in all pairs of brackets here: `New Byte()()` has two. */
function bracketed(parser: Parser, open: '(' | '[', close: ')' | ']', pairsMax = 9): CallArgument[] {
  const { cursor } = parser;
  const found: CallArgument[] = [];
  for (let pairs = 0; pairs < pairsMax && cursor.take(open); pairs += 1) found.push(...parser.args(close));
  return found;
}

function members(parser: Parser): CallArgument[] {
  const { cursor } = parser;
  const found: CallArgument[] = [];
  if (!cursor.take('{')) return found;
  while (!cursor.isAtEnd && !cursor.isCloser() && !cursor.isSpent) {
    found.push(cursor.isVisualBasic ? visualBasicMember(parser) : csharpMember(parser));
    if (!cursor.take(',')) break;
  }
  cursor.take('}');
  return found;
}

/** Reads `.Name = value`, `Key .Name = value` or a listed value. */
function visualBasicMember(parser: Parser): CallArgument {
  const { cursor } = parser;
  const dot = cursor.word() === 'key' ? cursor.at + 1 : cursor.at;
  if (!cursor.isSign('.', dot) || !cursor.isName(dot + 1) || !cursor.isSign('=', dot + 2))
    return { name: undefined, value: parser.item() };
  cursor.at = dot + 3;
  return { name: cursor.token(dot + 1)!.text, value: parser.item() };
}

/** Reads `Name = value`, `[key] = value` or a listed value. */
function csharpMember(parser: Parser): CallArgument {
  const { cursor } = parser;
  const { at } = cursor;
  if (cursor.isName() && cursor.isSign('=', at + 1)) {
    cursor.at += 2;
    return { name: cursor.token(at)!.text, value: parser.item() };
  }
  const close = cursor.isSign('[') ? cursor.closeOf() : -1;
  return {
    name: undefined,
    value: close !== -1 && cursor.isSign('=', close + 1) ? entry(parser) : parser.item(),
  };
}

/** Reads `[key] = value` as the list `{ key, value }`, which means the same. */
function entry(parser: Parser): Expr {
  const { cursor } = parser;
  const start = cursor.start();
  cursor.take('[');
  const keys = parser.args(']').map(({ value }) => value);
  cursor.take('=');
  const value = parser.item();
  return cursor.node(start, { kind: 'list', items: [...keys, value] });
}
