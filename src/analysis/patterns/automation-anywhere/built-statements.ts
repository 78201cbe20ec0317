/** SQL statements that a bot puts together in variables. */
import type { Expr } from '../../model/expr.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Workflow } from '../../model/workflow.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { isSqlStatement } from '../code/sql.ts';
import type { BotSymbols } from './bot-symbols.ts';

/** Longer statements are cut: their rest counts as fixed text. */
const PIECES_MAX = 500;

/** Maps each variable with SQL to the pieces of its statement, put together at once or piece by piece. */
export function builtStatements(
  workflow: Workflow,
  symbols: BotSymbols,
): ReadonlyMap<string, readonly Expr[]> {
  const built = new Map<string, readonly Expr[]>();
  for (const activity of workflow.activities) {
    if (activity.type !== 'String/assign' || !isLive(activity)) continue;
    const target = propertyOf(activity, 'returnTo')?.expression?.mentions[0];
    const source = propertyOf(activity, 'sourceString');
    if (target === undefined || source === undefined) continue;
    const pieces = source.expression === undefined ? [] : piecesOf(source.expression.tree);
    const [first] = pieces;
    const isAdded = first?.kind === 'reference' && built.has(first.name.toLowerCase());
    const start = first === undefined ? source.text : first.kind === 'literal' ? first.value : '';
    // A statement may be cut off by its first variable: `UPDATE $sTable$ SET …`.
    if (!isAdded && (start === '' || !isSqlStatement(`${start} x set x from x`))) continue;
    const whole = pieces.length === 0 ? [textPiece(source.text)] : withStatements(pieces, built);
    // A fixed statement of another branch does not replace the joined one.
    if (isAdded || symbols.open(whole).length > 0 || !built.has(target)) built.set(target, whole);
  }
  return built;
}

const textPiece = (value: string): Expr => ({ kind: 'literal', type: 'text', value, start: 0, end: 0 });

/** Replaces the variables that hold statements by these. */
function withStatements(
  pieces: readonly Expr[],
  built: ReadonlyMap<string, readonly Expr[]>,
): readonly Expr[] {
  return pieces
    .flatMap((piece) => (piece.kind === 'reference' && built.get(piece.name.toLowerCase())) || [piece])
    .slice(0, PIECES_MAX);
}
