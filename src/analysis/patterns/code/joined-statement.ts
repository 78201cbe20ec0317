/** SQL statements that an expression joins from texts and data. */
import type { Expr, Invocation } from '../../model/expr.ts';
import { calledName, lastName } from '../../semantics/callee.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { childNodes, openAll, walk } from '../../semantics/visit.ts';
import { type DataReading, dataIn } from './joined-data.ts';
import { CONSTANTS, LINE_ENDS, SAFE_CALLS } from './joined-sql.ts';
import { isSqlStatement } from './sql.ts';
import { replacement, sqlNamesIn } from './sql-names.ts';

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
  if (piece.kind !== 'call') return [];
  if (calledName(piece) === 'replace') return replacement(piece);
  return /^(?:append)?format$/.test(calledName(piece)) ? piece.args.map(({ value }) => value) : [];
}

/** Returns whether code passes values to its statements as parameters. */
function passesParameters(tree: Expr): boolean {
  for (const node of walk(tree)) if (/^(?:parameters|addwithvalue)$/i.test(lastName(node) ?? '')) return true;
  return false;
}

/** Data that become part of a statement. */
export interface StatementData {
  readonly data: string;
  /** True if all data stand where only a name of a table or column can, which no parameter replaces. */
  readonly isName: boolean;
}

/**
 * Returns the first data joined into an SQL statement anywhere in a tree, of values before names.
 * @param search returns the first data in a tree, without some parts of it
 */
function preferringValues(
  tree: Expr,
  search: (except: ReadonlySet<Expr>) => string | undefined,
): StatementData | undefined {
  const data = search(new Set());
  if (data === undefined) return undefined;
  const value = search(sqlNamesIn(tree));
  return value === undefined ? { data, isName: true } : { data: value, isName: false };
}

/**
 * Returns the first data joined into an SQL statement anywhere in a tree, of values before names.
 * @param dataOf returns the name of a node that is data which can hold any text, else undefined
 */
export function dataInStatement(
  tree: Expr,
  dataOf: (node: Expr) => string | undefined,
): StatementData | undefined {
  return preferringValues(tree, (except) =>
    firstInStatement(tree, (node) => (except.has(node) ? undefined : dataOf(node))),
  );
}

function firstInStatement(tree: Expr, dataOf: (node: Expr) => string | undefined): string | undefined {
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
export function dataInCode(tree: Expr): StatementData | undefined {
  if (passesParameters(tree)) return undefined;
  return preferringValues(tree, (except) => {
    const reading: DataReading = { ...IN_CODE, isProtected: (pieces, at) => except.has(pieces[at]!) };
    return firstInStatement(tree, (node) => (except.has(node) ? undefined : dataIn(node, reading)));
  });
}
