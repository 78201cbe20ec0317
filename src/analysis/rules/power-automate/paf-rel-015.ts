/** A flow close to the limits of the platform. */

import { propertyOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

/** Limits that Microsoft publishes for cloud flows. */
const LIMITS = { actions: 500, nesting: 8, cases: 25, variables: 250, expression: 8192, concurrency: 50 };
const WHOLE_FLOW = { at: 0, owner: -1, name: '' };

/** Returns the length of the longest expression: in a text with `@{…}`, the fixed pieces do not count. */
function lengthOf({ text, tree }: Expression): number {
  if (tree?.kind !== 'interpolation') return text.length;
  let longest = 0;
  for (const { kind, start, end } of tree.parts)
    if (kind !== 'literal') longest = Math.max(longest, end - start);
  return longest;
}

function* inExpressions({ expressions }: Workflow, charactersMax: number): Generator<Problem> {
  for (const expression of expressions) {
    const { raw } = expression;
    // A text has no more characters than bytes; only a long one needs a tree.
    if (raw !== undefined && raw.end - raw.start <= charactersMax) continue;
    if (expression.text.length <= charactersMax) continue;
    const length = lengthOf(expression);
    if (length <= charactersMax) continue;
    const message = `The expression in "${expression.name}" has ${length} of the ${LIMITS.expression} characters that it can have.`;
    yield { at: expression, subject: expression.name, message };
  }
}

/** Returns the cases of a Switch: its slots without the default. */
function casesOf(workflow: Workflow, activity: Activity): number {
  const values = activity.properties.filter(({ name }) => /^cases\..*\.case$/.test(name)).length;
  const slots = new Set(workflow.children[activity.index]!.map((index) => workflow.activities[index]!.slot));
  slots.delete('default');
  return Math.max(values, slots.size);
}

function* inActivities(workflow: Workflow, casesMax: number): Generator<Problem> {
  for (const activity of workflow.activities) {
    if (activity.type === 'Switch') {
      const cases = casesOf(workflow, activity);
      const message = `"${activity.name}" has ${cases} of the ${LIMITS.cases} cases that a Switch can have.`;
      if (cases > casesMax) yield { at: activity, subject: 'cases', message };
    } else if (activity.type === 'Foreach') {
      const setting = propertyOf(activity, 'runtimeConfiguration.concurrency.repetitions');
      if (setting === undefined || !(Number(setting.text) > LIMITS.concurrency)) continue;
      const message = `"${activity.name}" is set to handle ${setting.text} items at once; the platform allows ${LIMITS.concurrency}.`;
      yield { at: setting, subject: 'concurrency', message };
    }
  }
}

// Small limits are rounded up: a nesting depth of 7 leaves room, as most real flows show, and 8 is the end.
export const rule = defineRule('PAF-REL-015', {
  level: 'workflow',
  notIn: ['azure-logic-app'],
  *check(workflow, { options }) {
    const near = (limit: number) => Math.ceil(options.ratio * limit);
    // As the platform counts: unlike the size of other limits, also actions that are switched off.
    const actions = workflow.activities.filter(({ role }) => role !== 'trigger').length;
    const count = (what: 'actions' | 'variables', number: number): Problem => ({
      at: WHOLE_FLOW,
      subject: what,
      message: `The flow has ${number} of the ${LIMITS[what]} ${what} that it can have.`,
    });
    if (actions > near(LIMITS.actions)) yield count('actions', actions);
    const { variables, depth, innermost } = metricsOf(workflow);
    if (variables > near(LIMITS.variables)) yield count('variables', variables);
    if (innermost !== -1 && depth > near(LIMITS.nesting)) {
      const deep = workflow.activities[innermost]!;
      const message = `"${deep.name}" is nested in ${depth} containers; the platform allows ${LIMITS.nesting}.`;
      yield { at: deep, subject: 'nesting', message };
    }
    yield* inExpressions(workflow, near(LIMITS.expression));
    yield* inActivities(workflow, near(LIMITS.cases));
  },
});
