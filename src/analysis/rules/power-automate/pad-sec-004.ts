/** An SQL statement of a desktop flow with text from outside. */
import { propertyOf } from '../../model/navigate.ts';
import { NAME_ADVICE, sqlNamesIn } from '../../patterns/code/sql-names.ts';
import { originsOf } from '../../patterns/power-automate/robin/robin-variables.ts';
import { wordsOf } from '../../semantics/words.ts';
import { defineRule } from '../define-rule.ts';

const RUNS_SQL = /^database\.executesqlstatement/i;

/** Last words of names whose values are numbers, such as `LoopIndex` and `RowCount`. */
const NUMBERS: ReadonlySet<string> = new Set(
  'count counter index total amount qty quantity sum price year month day page size limit offset'.split(' '),
);
const namesNumber = (name: string): boolean => NUMBERS.has(wordsOf(name).at(-1) ?? '');

// Variables that hold only texts of the flow itself, numbers, dates or texts with doubled quotation marks are safe.
export const rule = defineRule('PAD-SEC-004', {
  level: 'workflow',
  *check(workflow) {
    const origins = originsOf(workflow);
    for (const activity of workflow.activities) {
      if (!RUNS_SQL.test(activity.type) || !activity.enabled || !activity.reachable) continue;
      const statement = propertyOf(activity, 'Statement');
      const name = origins.joinedInto(statement);
      if (statement === undefined || name === undefined) continue;
      const problem = { at: statement, subject: statement.name };
      const what = `"${activity.name}" puts the value of "${name}" into`;
      const names = sqlNamesIn(statement.expression!.tree);
      if (origins.joinsOnly(statement, names))
        yield { ...problem, message: `${what} its SQL statement ${NAME_ADVICE}`, severity: 'medium' };
      else {
        const message = `${what} the text of its SQL statement.`;
        yield namesNumber(name) ? { ...problem, message, severity: 'medium' } : { ...problem, message };
      }
    }
  },
});
