/** SQL statements that an expression joins from texts and data. */
import type { Expr } from '../../model/expr.ts';
import { calledName, lastName } from '../../semantics/callee.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { childNodes, walk } from '../../semantics/visit.ts';
import { LINE_ENDS, SAFE_CALLS } from './joined-sql.ts';
import { isSqlStatement } from './sql.ts';

/** Returns the text of the pieces, with ` x ` for what is computed. */
function textOf(pieces: readonly Expr[]): string {
  let text = '';
  for (const piece of pieces) {
    if (piece.kind === 'literal') text += piece.value;
    else text += piece.kind === 'call' && LINE_ENDS.has(calledName(piece)) ? ' ' : ' x ';
  }
  return text;
}

/** Returns the template and the values of a call that puts these into a text: `Format`, `Replace`. */
function filling(piece: Expr): readonly Expr[] {
  if (piece.kind !== 'call' || !/^(?:replace|(?:append)?format)$/.test(calledName(piece))) return [];
  const args = piece.args.map(({ value }) => value);
  const { callee } = piece;
  const isMethod = calledName(piece) === 'replace' && callee.kind === 'member' && callee.object !== null;
  return isMethod ? [callee.object, ...args] : args;
}

/** Returns whether code passes values to its statements as parameters. */
export function passesParameters(tree: Expr): boolean {
  for (const node of walk(tree)) if (/^(?:parameters|addwithvalue)$/i.test(lastName(node) ?? '')) return true;
  return false;
}

/**
 * Returns the first data joined into an SQL statement anywhere in a tree.
 * @param dataOf returns the name of a node that is data which can hold any text, else undefined
 */
export function dataInStatement(tree: Expr, dataOf: (node: Expr) => string | undefined): string | undefined {
  /** Returns the first data that become part of the text. */
  const dataIn = (pieces: readonly Expr[]): string | undefined => {
    for (const piece of pieces) {
      const isPassedOn = piece.kind === 'call' && !SAFE_CALLS.has(calledName(piece));
      const found =
        dataOf(piece) ??
        (isPassedOn ? dataIn(piece.args.flatMap(({ value }) => piecesOf(value))) : undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const open: Expr[] = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const pieces = piecesOf(next);
    const data = pieces.length > 1 && isSqlStatement(textOf(pieces)) ? dataIn(pieces) : undefined;
    if (data !== undefined) return data;
    for (const piece of pieces) {
      const [template, ...values] = filling(piece).map(piecesOf);
      // Values that fill a part of a statement are not escaped in it.
      if (template !== undefined && isSqlStatement(textOf(template))) {
        const inserted = dataIn(values.flat());
        if (inserted !== undefined) return inserted;
      }
      open.push(...childNodes(piece).toReversed());
    }
  }
  return undefined;
}
