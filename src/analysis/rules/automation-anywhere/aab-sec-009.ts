/** A bot joins an SQL statement from text and variables. */
import type { Expr } from '../../model/expr.ts';
import { isLive } from '../../model/navigate.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { builtStatements } from '../../patterns/automation-anywhere/built-statements.ts';
import { isWorkbookSession } from '../../patterns/automation-anywhere/database-sessions.ts';
import { NAME_ADVICE, namesAmong } from '../../patterns/code/sql-names.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

/** Names of the setting with the statement. */
const STATEMENT = /^(?:query|statement|sql(?:query|statement)?)$/i;

function hasText(pieces: readonly Expr[]): boolean {
  return pieces.some((piece) => piece.kind === 'literal' && piece.value.trim() !== '');
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
      const isWorkbook = isWorkbookSession(workflow, activity);
      const what = `The statement of "${activity.name}" uses`;
      if (values.length === 0)
        yield {
          ...problem,
          message: `${what} ${quoted(all)} in ${NAME_ADVICE}`,
          severity: isWorkbook ? 'low' : 'medium',
        };
      // Many real bots read workbooks by SQL: a quotation mark breaks the statement, but there is no server to attack.
      else if (isWorkbook)
        yield {
          ...problem,
          message: `${what} ${quoted(values)} as part of its SQL text, on a workbook or text file.`,
          severity: 'low',
        };
      else yield { ...problem, message: `${what} ${quoted(values)} as part of its SQL text.` };
    }
  },
});
