/** SQL statements that an expression joins from texts and data. */
import type { Expr, Invocation } from '../../model/expr.ts';
import { calledName, lastName } from '../../semantics/callee.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { childNodes, openAll, walk } from '../../semantics/visit.ts';
import { type DataReading, dataIn } from './joined-data.ts';
import { CONSTANTS, LINE_ENDS, SAFE_CALLS } from './joined-sql.ts';
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
function passesParameters(tree: Expr): boolean {
  for (const node of walk(tree)) if (/^(?:parameters|addwithvalue)$/i.test(lastName(node) ?? '')) return true;
  return false;
}

/**
 * Returns the first data joined into an SQL statement anywhere in a tree.
 * @param dataOf returns the name of a node that is data which can hold any text, else undefined
 */
export function dataInStatement(tree: Expr, dataOf: (node: Expr) => string | undefined): string | undefined {
  /** Returns the first data that become part of the text. */
  const dataOfText = (pieces: readonly Expr[]): string | undefined => {
    for (const piece of pieces) {
      const isPassedOn = piece.kind === 'call' && !SAFE_CALLS.has(calledName(piece));
      const found =
        dataOf(piece) ??
        (isPassedOn ? dataOfText(piece.args.flatMap(({ value }) => piecesOf(value))) : undefined);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const open: Expr[] = [tree];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const pieces = piecesOf(next);
    const data = pieces.length > 1 && isSqlStatement(textOf(pieces)) ? dataOfText(pieces) : undefined;
    if (data !== undefined) return data;
    for (const piece of pieces) {
      const [template, ...values] = filling(piece).map(piecesOf);
      // Values that fill a part of a statement are not escaped in it.
      if (template !== undefined && isSqlStatement(textOf(template))) {
        const inserted = dataOfText(values.flat());
        if (inserted !== undefined) return inserted;
      }
      openAll(childNodes(piece), open);
    }
  }
  return undefined;
}

/** Returns whether a call doubles quotation marks: `name.Replace("'", "''")`. */
export function escapesQuotes(call: Invocation): boolean {
  const mark = call.args[0]?.value;
  return calledName(call) === 'replace' && mark?.kind === 'literal' && mark.value === "'";
}

/** Reading of code, whose variables the file does not declare. */
const IN_CODE: DataReading = {
  dataOf: (name, isCalled) => (isCalled || CONSTANTS.has(name.toLowerCase()) ? undefined : name),
  harmless: SAFE_CALLS,
  escapes: escapesQuotes,
};

/** Returns the first data that code joins into a statement, unless it passes parameters to its statements. */
export function dataInCode(tree: Expr): string | undefined {
  return passesParameters(tree) ? undefined : dataInStatement(tree, (node) => dataIn(node, IN_CODE));
}
