/** XML literals of Visual Basic, `<a b="c">d</a>`, whose inside is not read. */
import type { Expr } from '../../../model/expr.ts';
import type { Cursor } from './cursor.ts';

/** Reads an XML literal; nothing where none stands. */
export function xmlLiteral(cursor: Cursor): Expr {
  const end = beginsTag(cursor, cursor.at) && !cursor.hasOpenXml ? endOfXml(cursor) : undefined;
  if (end === undefined) return cursor.missing();
  const start = cursor.start();
  cursor.at = end;
  return cursor.node(start, { kind: 'unparsed' });
}

const beginsTag = (cursor: Cursor, at: number): boolean =>
  cursor.isVisualBasic && cursor.isSign('<', at) && cursor.isName(at + 1) && cursor.isTouching(at + 1);

/** Returns the index behind the tag that closes the element here. One search without a result is enough. */
function endOfXml(cursor: Cursor): number | undefined {
  let depth = 0;
  let isLast = false;
  for (let { at } = cursor; cursor.token(at) !== undefined; at += 1) {
    if (beginsTag(cursor, at)) depth += 1;
    else if (cursor.isSign('/', at) && (cursor.isSign('<', at - 1) || cursor.isSign('>', at + 1))) {
      depth -= 1;
      isLast = depth === 0;
    } else if (isLast && cursor.isSign('>', at)) return at + 1;
  }
  cursor.hasOpenXml = true;
  return undefined;
}
