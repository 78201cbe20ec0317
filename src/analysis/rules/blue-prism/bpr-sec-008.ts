/** Finds SQL statements that are joined from texts and data. */
import type { Expr } from '../../model/expr.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { itemName } from '../../patterns/blue-prism/data-items.ts';
import { harmlessItems, typedItems } from '../../patterns/blue-prism/harmless-items.ts';
import { OPENS_STATEMENT, SQL_VERBS } from '../../patterns/code/joined-sql.ts';
import { dataInCode, dataInStatement } from '../../patterns/code/joined-statement.ts';
import { NAME_ADVICE } from '../../patterns/code/sql-names.ts';
import { isCode } from '../../semantics/assigned.ts';
import { defineRule } from '../define-rule.ts';

/** Stages in which statements are joined. */
const BUILDERS = ['Action', 'SubSheet', 'Process', 'Calculation', 'MultipleCalculation', 'Code'];

function* joinsIn(activity: Activity, workflow: Workflow): Generator<Problem> {
  const dataBeside =
    (harmless: ReadonlySet<string>) =>
    (node: Expr): string | undefined => {
      const item = itemName(node);
      return item !== undefined && !harmless.has(item.trim().toLowerCase()) ? item : undefined;
    };
  for (const property of activity.properties) {
    const { expression, text } = property;
    if (expression === undefined || !OPENS_STATEMENT.test(text)) continue;
    const isInCode = isCode(expression);
    const dangerous = isInCode
      ? dataInCode(expression.tree)
      : dataInStatement(expression.tree, dataBeside(harmlessItems(workflow)));
    const generated =
      dangerous === undefined && !isInCode
        ? dataInStatement(expression.tree, dataBeside(typedItems(workflow)))
        : undefined;
    const found = dangerous ?? generated;
    if (found === undefined) continue;
    const { data, isName } = found;
    const what = isInCode
      ? `The code of "${activity.name}" joins "${data}"`
      : `"${activity.name}" joins the data item "${data}"`;
    if (generated !== undefined)
      // No statement fits into a generated id, but the next change may join another item the same way.
      yield {
        at: property,
        message: `${what}, a generated id, into the text of an SQL statement.`,
        severity: 'low',
      };
    else if (isName)
      yield { at: property, message: `${what} into an SQL statement ${NAME_ADVICE}`, severity: 'medium' };
    else yield { at: property, message: `${what} into the text of an SQL statement.` };
  }
}

// Every expression that builds a statement is checked, not only actions of known database objects: in real files the statement is
// built in a Calculation and passed on as one data item, and every team names its own copy of the object.
export const rule = defineRule('BPR-SEC-008', {
  level: 'activity',
  types: BUILDERS,
  words: SQL_VERBS,
  check: (activity, { workflow }) => joinsIn(activity, workflow),
});
