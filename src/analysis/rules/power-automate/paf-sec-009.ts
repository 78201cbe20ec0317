/** An SQL text joined from values that are only known at run time. */

import type { Expr } from '../../model/expr.ts';
import { derived } from '../../model/interning/derived.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { NAME_ADVICE, sqlNamesIn } from '../../patterns/code/sql-names.ts';
import { actionsOf } from '../../patterns/power-automate/flow-keys.ts';
import { readsIn } from '../../patterns/power-automate/flow-reads.ts';
import { fixedText } from '../../patterns/power-automate/flow-values.ts';
import { writesOf } from '../../patterns/power-automate/flow-writes.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

const OPERATION = 'executepassthroughnativequery';
const QUERY = /(?:^|[./])query$/i;
/** Prefix of keys that the deployment sets: they cannot hold a caller's text. */
const DEPLOYED = 'parameter:';

/** Functions that return a number or a date, and fail on every other text. */
const PARSED: ReadonlySet<string> = new Set(
  'int float decimal length ticks adddays addhours addminutes addseconds addtotime subtractfromtime formatdatetime startofday startofmonth'.split(
    ' ',
  ),
);

/** Returns the keys of variables that only ever get plain texts. */
const fixedVariables = derived((workflow: Workflow): ReadonlySet<string> => {
  const keys = new Set<string>();
  // Objects and lists hold their values in parts.
  for (const { key, type, default: initial } of workflow.variables)
    if (!/^(?:object|array)$/i.test(type) && initial?.expression === undefined) keys.add(key);
  for (const { activity, key } of writesOf(workflow))
    if (propertyOf(activity, 'inputs.value')?.expression !== undefined) keys.delete(key);
  return keys;
});

/** Returns whether the value of a key is fixed: a variable with plain texts, or a Compose of one. */
function isFixed(workflow: Workflow, key: string): boolean {
  const action = actionsOf(workflow).get(key);
  if (action?.type === 'Compose') return fixedText(workflow, propertyOf(action, 'inputs')) !== undefined;
  return fixedVariables(workflow).has(key);
}

/**
 * Returns whether a part of the statement takes in text of the run. Functions that take nothing from the run, such as
 * utcNow(), mention nothing.
 */
function takesText(workflow: Workflow, part: Expr): boolean {
  for (const { key } of readsIn(part, PARSED))
    if (!key.startsWith(DEPLOYED) && !isFixed(workflow, key)) return true;
  return false;
}

/** Returns the problem of a statement that takes in text of the run. */
function problemOf(workflow: Workflow, activity: Activity, property: Property): Problem | undefined {
  const tree = property.expression?.tree;
  if (tree === undefined || !takesText(workflow, tree)) return undefined;
  const names = sqlNamesIn(tree);
  const hasValue = piecesOf(tree).some((piece) => !names.has(piece) && takesText(workflow, piece));
  const problem = { at: property, subject: property.name };
  const what = `"${activity.name}" builds its SQL statement from values of the run`;
  return hasValue
    ? { ...problem, message: `${what} instead of passing them as parameters.` }
    : { ...problem, message: `${what} ${NAME_ADVICE}`, severity: 'medium' };
}

/**
 * Returns whether a setting is the statement itself, which older calls have in their body; its parameters stand under
 * `…/formalParameters` and `…/actualParameters`.
 */
function isStatement(property: Property): boolean {
  return /^inputs\.(?:parameters|body)/.test(property.name) && QUERY.test(property.name);
}

export const rule = defineRule('PAF-SEC-009', {
  level: 'workflow',
  roles: ['database'],
  words: [OPERATION],
  *check(workflow) {
    for (const activity of workflow.activities) {
      const operation = activity.role === 'database' ? propertyOf(activity, 'operation') : undefined;
      if (!operation?.text.toLowerCase().includes(OPERATION) || !isLive(activity)) continue;
      for (const property of activity.properties) {
        const problem = isStatement(property) ? problemOf(workflow, activity, property) : undefined;
        if (problem !== undefined) yield problem;
      }
    }
  },
});
