/** A database step with a statement that does not fit it. */
import { propertyOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { certainText } from '../../patterns/uipath/texts/certain-text.ts';
import { valueInWorkflow } from '../../patterns/uipath/workflow-values.ts';
import { fixedParts } from '../../semantics/value.ts';
import { defineRule } from '../define-rule.ts';

const CHANGES = /^\s*(?:insert|update|delete|merge|truncate|drop|alter|create)\s/i;
/** Clauses that make a change return rows. */
const RETURNS = /\b(?:returning|output|select)\b/i;
const READS = /^\s*select\s/i;
/** `SELECT … INTO table` makes a table; a call of a function can change data. */
const MAKES_TABLE = /\binto\s/i;
const ALL_COLUMNS = /^\s*select\s+\*\s+from\s+[\w.[\]"`$][\w.[\]"`$ ]*;?$/i;
/** Words that bound the number of rows. */
const BOUNDED = /\b(?:where|top|limit|fetch|rownum|join)\b/i;
const SCANS = /\blike\s+(?:n?'%)|\bwhere\s+(?:upper|lower|trim|substring|year|convert|cast)\s*\(/i;

/** Returns the fixed text of a statement with a blank for each computed part. */
function shownStatement(
  workflow: Workflow,
  activity: Activity,
): { text: string; isWhole: boolean } | undefined {
  const sql = propertyOf(activity, 'Sql');
  if (sql === undefined || propertyOf(activity, 'CommandType')?.text === 'StoredProcedure') return undefined;
  const whole = certainText(workflow, sql);
  if (whole !== undefined) return { text: whole, isWhole: true };
  const parts = [...fixedParts(valueInWorkflow(workflow, sql.expression!))];
  return { text: parts.map(({ text }) => text).join(' '), isWhole: false };
}

function objection(type: string, text: string, isWhole: boolean): Omit<Problem, 'at'> | undefined {
  const isQuery = type === 'ExecuteQuery';
  if (isQuery && CHANGES.test(text) && !RETURNS.test(text))
    return { message: 'changes data, but "Execute Query" reads the rows of a result: its table stays empty' };
  if (!isQuery && isWhole && READS.test(text) && !MAKES_TABLE.test(text))
    return { message: 'reads rows, but "Execute Non Query" drops them and returns a count' };
  if (!isQuery) return undefined;
  if (isWhole && ALL_COLUMNS.test(text.trimEnd()) && !BOUNDED.test(text))
    return { message: 'reads the whole table, however large it gets', severity: 'low' };
  return SCANS.test(text)
    ? {
        message: 'compares in a way that no index helps: the database scans the table within the time-out',
        severity: 'low',
      }
    : undefined;
}

export const rule = defineRule('UIP-REL-035', {
  level: 'activity',
  types: ['ExecuteQuery', 'ExecuteNonQuery'],
  *check(activity, { workflow }) {
    const statement = shownStatement(workflow, activity);
    const found = statement && objection(activity.type, statement.text, statement.isWhole);
    if (found === undefined) return;
    yield { at: activity, ...found, message: `The statement of "${activity.name}" ${found.message}.` };
  },
});
