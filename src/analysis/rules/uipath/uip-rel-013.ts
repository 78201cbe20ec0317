/** An activity stands outside the scope that gives it its file, connection or window. */

import { type ScopeFacts, scopeOf } from '../../facts/scope-facts.ts';
import { ancestorsOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** The project's own workbook, which needs no scope: `Notebook.Sheet("Rates")`. */
const PROJECT_NOTEBOOK = /\bNotebook\b/;

function isGiven(workflow: Workflow, activity: Activity, { types, handles, instead }: ScopeFacts): boolean {
  if (instead.some((name) => propertyOf(activity, name) !== undefined)) return true;
  for (const up of ancestorsOf(workflow, activity)) if (types.test(up.type)) return true;
  return (
    workflow.arguments.some(({ type }) => handles.test(type)) ||
    activity.properties.some(({ expression }) => expression && PROJECT_NOTEBOOK.test(expression.text))
  );
}

export const rule = defineRule('UIP-REL-013', {
  level: 'activity',
  // The compiler gives each call its object.
  notIn: ['uipath-coded-workflow'],
  *check(activity, { workflow }) {
    const scope = scopeOf(activity.type);
    if (scope === undefined || isGiven(workflow, activity, scope)) return;
    const { title } = scope;
    yield { at: activity, message: `"${activity.name}" is not inside a "${title}".`, subject: title };
  },
});
