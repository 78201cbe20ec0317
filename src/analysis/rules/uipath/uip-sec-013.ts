/** A workflow joins a command line or script from text and variables. */
import type { Expr } from '../../model/expr.ts';
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Expression } from '../../model/workflow.ts';
import {
  type Escaping,
  type JoinedText,
  joinedAssignments,
  joinedVariable,
} from '../../patterns/code/joined-variable.ts';
import { isQuoted, SHELLS, shownText } from '../../patterns/code/quoted-piece.ts';
import { dataInCommand } from '../../patterns/code/started-command.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

/** Properties that are run, by activity type. */
const COMMANDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['InvokePowerShell', ['CommandText']],
  ['StartProcess', ['FileName', 'Arguments']],
  ['OpenApplication', ['Arguments']],
  ['InvokeVBScript', ['Code', 'ScriptCode', 'FileName']],
]);
/** Words of code and expressions that start a program with arguments. */
const STARTS_IN_CODE =
  /\b(?:Shell|ProcessStartInfo|Process\s*\.\s*Start)\s*[({]|\bArguments\s*=|\bWScript\.Shell\b/i;

const ADDRESS = /^\s*(?:https?|mailto):/i;
const DOCUMENT = /\.(?:pdf|xls[xmb]?|doc[xm]?|ppt[xm]?|csv|txt|html?|png|jpe?g|msg|eml|zip)"?\s*$/i;

/**
 * Returns whether a path is opened and not run, for any values: an address in the browser, a document in its
 * program.
 */
function isOpened(tree: Expr): boolean {
  const pieces = piecesOf(tree);
  return ADDRESS.test(shownText(pieces[0])) || DOCUMENT.test(shownText(pieces.at(-1)));
}

/** Returns the variable in a joined setting and the place where it is joined. */
function joinedIn(
  expression: Expression,
  own: string | undefined,
  assigned: ReadonlyMap<string, JoinedText>,
): JoinedText | undefined {
  if (own !== undefined) return { at: expression, variable: own };
  return assigned.get(expression.text.trim().toLowerCase());
}

function problem(activity: Activity, property: string, { at, variable }: JoinedText): Problem {
  return {
    at,
    message: `"${activity.name}" runs a command (${property}) that is put together from text and the value of "${variable}".`,
    subject: property,
  };
}

export const rule = defineRule('UIP-SEC-013', {
  level: 'workflow',
  words: [
    'invokepowershell',
    'startprocess',
    'openapplication',
    'invokevbscript',
    'invokecode',
    'process.start',
    'processstartinfo',
  ],
  *check(workflow, { options }) {
    const calls = options.quoteHelpers.map((name) => name.toLowerCase());
    const open: Escaping = { calls, takesTemplates: true };
    const table = symbolTable(workflow);
    let assigned: ReadonlyMap<string, JoinedText> | undefined;
    for (const activity of workflow.activities) {
      if (!isLive(activity)) continue;
      for (const name of COMMANDS.get(activity.type) ?? []) {
        const { expression } = propertyOf(activity, name) ?? {};
        if (expression === undefined) continue;
        if (name === 'FileName' && isOpened(expression.tree)) continue;
        const program = literalOf(propertyOf(activity, 'FileName'));
        const isArgument = name === 'Arguments' && program !== undefined && !SHELLS.test(program.trim());
        const own = joinedVariable(
          workflow,
          table,
          expression,
          isArgument
            ? { calls, isProtected: isQuoted }
            : name === 'FileName'
              ? { ...open, takesTemplates: false }
              : open,
        );
        assigned ??= joinedAssignments(workflow, table, open, (start) => start.trim() !== '');
        const joined = joinedIn(expression, own, assigned);
        if (joined !== undefined) yield problem(activity, name, joined);
      }
      if (activity.type !== 'InvokeCode' && activity.role !== 'assign') continue;
      for (const { name, expression } of activity.properties) {
        if (expression === undefined || !STARTS_IN_CODE.test(expression.text)) continue;
        const variable = dataInCommand(expression.tree);
        if (variable !== undefined) yield problem(activity, name, { at: expression, variable });
      }
    }
  },
});
