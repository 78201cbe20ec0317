/** A bot joins an SQL statement from text and variables. */
import type { Expr } from '../../model/expr.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Workflow } from '../../model/workflow.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { type BotSymbols, botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { isSqlStatement } from '../../patterns/code/sql.ts';
import { NAME_ADVICE, namesAmong } from '../../patterns/code/sql-names.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

/** Names of the setting with the statement. */
const STATEMENT = /^(?:query|statement|sql(?:query|statement)?)$/i;

function hasText(pieces: readonly Expr[]): boolean {
  return pieces.some((piece) => piece.kind === 'literal' && piece.value.trim() !== '');
}

/** Longer statements are cut: their rest counts as fixed text. */
const PIECES_MAX = 500;

/** Maps each variable with SQL to the pieces of its statement, put together at once or piece by piece. */
function builtStatements(workflow: Workflow, symbols: BotSymbols): ReadonlyMap<string, readonly Expr[]> {
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

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');

export const rule = defineRule('AAB-SEC-009', {
  // One pass over all assignments of the bot serves all its statements.
  level: 'workflow',
  roles: ['database'],
  *check(workflow) {
    const statements = commandsOf(workflow, ({ role }) => role === 'database').filter(isLive);
    if (statements.length === 0) return;
    const symbols = botSymbols(workflow);
    const built = builtStatements(workflow, symbols);
    for (const activity of statements) {
      const query = activity.properties.find(({ name }) => STATEMENT.test(name));
      const expression = query?.expression;
      if (query === undefined || expression === undefined || expression.literal !== undefined) continue;
      const own = piecesOf(expression.tree);
      const pieces = hasText(own) ? own : (built.get(expression.mentions[0] ?? '') ?? []);
      const all = symbols.open(pieces);
      if (all.length === 0) continue;
      const places = namesAmong(pieces);
      const values = symbols.open(pieces.filter((piece) => !places.has(piece)));
      const problem = { at: query, subject: query.name };
      const what = `The statement of "${activity.name}" uses`;
      if (values.length === 0)
        yield { ...problem, message: `${what} ${quoted(all)} in ${NAME_ADVICE}`, severity: 'medium' };
      else yield { ...problem, message: `${what} ${quoted(values)} as part of its SQL text.` };
    }
  },
});
