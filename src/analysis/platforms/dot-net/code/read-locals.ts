/** Reads declarations of variables in methods of C#. */
import type { Cursor } from '../tree/cursor.ts';
import type { Local } from './code.ts';
import { behindType, nameToken, skipExpression } from './parts.ts';

const DECLARING = /^(?:const|using|ref|readonly|scoped)$/;
/** Words with which an expression begins, so that no declaration does. */
const NO_TYPE =
  /^(?:await|new|throw|not|from|stackalloc|out|delegate|this|base|default|typeof|nameof|checked|is|as)$/;

/** Reads `Type a = value, b;`; undefined when no declaration begins here. */
export function readLocals(
  cursor: Cursor,
): { readonly locals: readonly Local[]; readonly isConstant: boolean } | undefined {
  let at = cursor.at;
  let isConstant = false;
  while (DECLARING.test(cursor.word(at))) {
    isConstant ||= cursor.word(at) === 'const';
    at += 1;
  }
  if (NO_TYPE.test(cursor.word(at))) return undefined;
  const end = behindType(cursor, at);
  if (end === undefined || !cursor.isName(end) || !/^(?:[=;,]|)$/.test(cursor.sign(end + 1)))
    return undefined;
  if (cursor.sign(end + 1) === '' && !cursor.isCloser(end + 1)) return undefined;
  const type = cursor.textOf(at, end);
  cursor.at = end;
  const locals: Local[] = [];
  do {
    const name = nameToken(cursor);
    cursor.at += 1;
    const value = cursor.take('=') ? skipExpression(cursor, ',') : undefined;
    locals.push({ name, type, value });
  } while (cursor.take(',') && cursor.isName());
  cursor.take(';');
  return { locals, isConstant };
}
