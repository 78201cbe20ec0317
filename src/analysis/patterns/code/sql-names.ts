/** Parts of an expression that become names in the SQL statement that it joins. */
import type { CallExpr, Expr } from '../../model/expr.ts';
import { calledName, lastName } from '../../semantics/callee.ts';
import { COMPUTED, isJoin, piecesOf } from '../../semantics/joined.ts';
import { childNodes, openAll } from '../../semantics/visit.ts';
import { LINE_ENDS } from './joined-sql.ts';
import { namePlaces } from './sql-places.ts';

type Call = Expr & CallExpr;

/** The end of a message about data that stand only where a name does. */
export const NAME_ADVICE =
  'as the name of a table, sheet or column. A name cannot be a parameter: compare it with a list of the allowed names first.';

const FORMATS = /^(?:append)?format$/;
/** Placeholder of a format, which may state a width and a form: `{0,10:N2}`. */
const PLACEHOLDER = /\{(\d{1,4})[^{}]{0,60}\}/;
/** Expressions with more pieces are data throughout. */
const PIECES_MAX = 2000;

/** Returns whether a piece is a line end: `vbCrLf`, `Environment.NewLine`, `Chr(10)`. */
function isLineEnd(piece: Expr): boolean {
  const name = piece.kind === 'call' ? calledName(piece) : (lastName(piece)?.toLowerCase() ?? '');
  return LINE_ENDS.has(name) || /^vb(?:crlf|lf|cr|newline|tab)$/.test(name);
}

/** Returns the computed pieces of a statement that stand where only a name can. */
export function namesAmong(pieces: readonly Expr[]): ReadonlySet<Expr> {
  if (pieces.length > PIECES_MAX) return new Set();
  const computed = pieces.filter((piece) => piece.kind !== 'literal' && !isLineEnd(piece));
  const text = pieces.map((piece) =>
    piece.kind === 'literal' ? piece.value.replaceAll(COMPUTED, ' ') : isLineEnd(piece) ? ' ' : COMPUTED,
  );
  const places = namePlaces(text.join(''));
  return new Set(computed.filter((_, at) => places[at]));
}

/** Returns the pieces of the text that a `Format` fills. */
function formatted({ args }: Call): readonly Expr[] {
  const at = args.findIndex(({ value }) => value.kind === 'literal' && value.type === 'text');
  const template = args[at]?.value;
  if (template?.kind !== 'literal') return [];
  const values = args.slice(at + 1).map(({ value }) => value);
  // A split by a pattern with one group has the numbers at the odd places.
  return template.value.split(PLACEHOLDER).flatMap((part, index): Expr[] => {
    const value = index % 2 === 1 ? values[Number(part)] : undefined;
    if (value !== undefined) return [value];
    return index % 2 === 1 ? [] : [{ ...template, value: part }];
  });
}

/** Returns the template, the placeholder and the value of a `Replace`: a function, or a method of a chain. */
export function replacement(call: Call): readonly Expr[] {
  const args = call.args.map(({ value }) => value);
  if (call.callee.kind !== 'member' || call.callee.object === null || args.length > 2) return args;
  let template = call.callee.object;
  while (template.kind === 'call' && template.callee.kind === 'member' && template.callee.object !== null)
    template = template.callee.object;
  return [template, ...args];
}

/** Returns the pieces of the text in which a `Replace` fills its placeholder. */
function replaced(call: Call): readonly Expr[] {
  const [template, mark, value] = replacement(call);
  if (template?.kind !== 'literal' || mark?.kind !== 'literal' || mark.value === '') return [];
  if (value === undefined || value.kind === 'literal') return [];
  return template.value
    .split(mark.value)
    .flatMap((part, index): Expr[] => [...(index > 0 ? [value] : []), { ...template, value: part }]);
}

/** Returns the pieces of the text that one node makes; none for a node that makes no text. */
function madeBy(node: Expr): readonly Expr[] {
  if (isJoin(node)) return piecesOf(node);
  if (node.kind !== 'call') return [];
  const name = calledName(node);
  if (FORMATS.test(name)) return formatted(node);
  return name === 'replace' ? replaced(node) : [];
}

/**
 * Returns the parts of a tree that stand where only a name can, in each statement that they go into.
 * @param before beginning of the statement that the tree continues
 */
export function sqlNamesIn(tree: Expr, before: readonly Expr[] = []): ReadonlySet<Expr> {
  const names = new Set<Expr>();
  const values = new Set<Expr>();
  const open: Expr[] = [tree];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const pieces = madeBy(node);
    const found = namesAmong(node === tree ? [...before, ...pieces] : pieces);
    for (const piece of pieces) {
      if (!found.has(piece)) values.add(piece);
      // A name may be joined itself: `Format("… FROM {0}", "orders_" & year)`.
      else for (const part of [piece, ...piecesOf(piece)]) names.add(part);
    }
    const inside = isJoin(node) ? pieces : childNodes(node);
    openAll(
      inside.filter((part) => !found.has(part)),
      open,
    );
  }
  for (const value of values) names.delete(value);
  return names;
}
