/** A workflow joins an SQL statement from text and variables. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import { UIPATH_LANGUAGES } from '../../model/rule.ts';
import type { Activity, Expression } from '../../model/workflow.ts';
import { OPENS_STATEMENT } from '../../patterns/code/joined-sql.ts';
import { dataInCode, escapesQuotes } from '../../patterns/code/joined-statement.ts';
import {
  type Escaping,
  type JoinedText,
  joinedAssignments,
  joinedVariable,
} from '../../patterns/code/joined-variable.ts';
import { isSqlStatement } from '../../patterns/code/sql.ts';
import { NAME_ADVICE, sqlNamesIn } from '../../patterns/code/sql-names.ts';
import { symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

const ACTIVITIES = new Set(['ExecuteQuery', 'ExecuteNonQuery', 'RunQuery', 'RunCommand', 'InsertDataTable']);
const STATEMENTS = new Set(['Sql', 'SqlQuery', 'Query']);

const ESCAPING: Escaping = { calls: ['replace'], escapes: escapesQuotes, takesTemplates: true };
/** The same without variables that are names of tables and columns, which no parameter can replace. */
const OF_VALUES: Escaping = { ...ESCAPING, without: sqlNamesIn };

/** Returns whether a text starts a statement; the first piece may end before its FROM or SET. */
const startsStatement = (text: string): boolean => isSqlStatement(`${text} x from x set x`);

/** Returns the code of an activity: of a coded workflow everything but its calls of services. */
function* codeIn(activity: Activity, isCoded: boolean): Generator<Expression> {
  for (const { name, expression } of activity.properties)
    if (
      expression !== undefined &&
      (isCoded ? IN_CODED.has(name) : activity.type === 'InvokeCode' && name === 'Code')
    )
      yield expression;
}

/** Settings of the statements of code. */
const IN_CODED = new Set(['Code', 'Value', 'Condition']);

/** Returns the problem of an activity whose code joins a variable into a statement. */
function problemInCode(activity: Activity, code: Expression): Problem | undefined {
  if (!OPENS_STATEMENT.test(code.text)) return undefined;
  const found = dataInCode(code.tree);
  if (found === undefined) return undefined;
  const problem = { at: code, subject: code.name };
  const what = `The code of "${activity.name}" joins "${found.data}"`;
  return found.isName
    ? { ...problem, message: `${what} into an SQL statement ${NAME_ADVICE}`, severity: 'medium' }
    : { ...problem, message: `${what} into the text of an SQL statement.` };
}

function callsComputedProcedure(activity: Activity, statement: Expression): boolean {
  return propertyOf(activity, 'CommandType')?.text === 'StoredProcedure' && statement.mentions.length > 0;
}

export const rule = defineRule('UIP-SEC-016', {
  languages: UIPATH_LANGUAGES,
  level: 'workflow',
  words: [
    'executequery',
    'executenonquery',
    'runquery',
    'runcommand',
    'insertdatatable',
    'invokecode',
    'command',
    'adapter',
    'sql',
  ],
  *check(workflow) {
    const table = symbolTable(workflow);
    const assigned = joinedAssignments(workflow, table, ESCAPING, startsStatement);
    const values =
      assigned.size === 0 ? assigned : joinedAssignments(workflow, table, OF_VALUES, startsStatement);
    for (const activity of workflow.activities) {
      if (!isLive(activity)) continue;
      for (const code of codeIn(activity, workflow.kind === 'uipath-coded-workflow')) {
        const inCode = problemInCode(activity, code);
        if (inCode !== undefined) yield inCode;
      }
      if (!ACTIVITIES.has(activity.type)) continue;
      for (const { name, expression } of activity.properties) {
        if (expression === undefined || !STATEMENTS.has(name)) continue;
        if (callsComputedProcedure(activity, expression)) {
          const message = `"${activity.name}" runs a stored procedure whose name is computed.`;
          yield { at: expression, message, subject: name };
          continue;
        }
        // The statement itself, or the text assigned to the variable that holds it.
        const key = expression.text.trim().toLowerCase();
        const find = (escaping: Escaping, texts: ReadonlyMap<string, JoinedText>): JoinedText | undefined => {
          const own = joinedVariable(workflow, table, expression, escaping);
          return own === undefined ? texts.get(key) : { at: expression, variable: own };
        };
        const joined = find(ESCAPING, assigned);
        if (joined === undefined) continue;
        const value = find(OF_VALUES, values);
        if (value === undefined)
          yield {
            at: joined.at,
            message: `The SQL of "${activity.name}" takes in "${joined.variable}" ${NAME_ADVICE}`,
            subject: name,
            severity: 'medium',
          };
        else
          yield {
            at: value.at,
            message: `The SQL of "${activity.name}" is put together from text and the value of "${value.variable}".`,
            subject: name,
          };
      }
    }
  },
});
