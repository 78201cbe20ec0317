/** A flow close to the limits of the platform. */

import { propertyOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';

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
export const rule = defineRule({
  id: 'PAF-REL-015',
  version: 1,
  title: 'Close to a platform limit',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'One of the next changes cannot be saved, when it is least convenient, and flows of this size are slow to open and hard to test.',
  fix: 'Split the flow: move self-contained parts into child flows ("Run a Child Flow") and call them. Conditions that nest become flatter by a Switch, or by a Terminate in the negative case.',
  compliance: ['AVAIL'],
  controls: ['CWE-770'],
  options: {
    ratio: {
      default: 0.8,
      unit: 'share of the limit',
      about: 'Part of a limit of the platform from which on a flow is reported.',
      stricter: 'lower',
    },
  },
  level: 'workflow',
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
      const message = `"${deep.name}" stands in ${depth} containers, one in the other; the platform allows ${LIMITS.nesting}.`;
      yield { at: deep, subject: 'nesting', message };
    }
    yield* inExpressions(workflow, near(LIMITS.expression));
    yield* inActivities(workflow, near(LIMITS.cases));
  },
  examples: {
    'power-automate': {
      bad: [
        nested(8),
        `"Pick": {"type": "Switch", "expression": "@triggerBody()", "cases": {${cases(21)}}}`,
        `"Each": {"type": "Foreach", "foreach": "@body('Get')", "actions": {},
          "runtimeConfiguration": {"concurrency": {"repetitions": 100}}}`,
        `"Long": {"type": "Compose", "inputs": "@concat(${"'x', ".repeat(1500)}'x')"}`,
        `"Mail": {"type": "Compose", "inputs": "Orders: @{concat(${"'x', ".repeat(1500)}'x')}"}`,
        manyActions(401),
      ],
      good: [
        nested(7),
        `"Pick": {"type": "Switch", "expression": "@triggerBody()", "cases": {${cases(20)}}, "default": {"actions": {}}}`,
        `"Each": {"type": "Foreach", "foreach": "@body('Get')", "actions": {},
          "runtimeConfiguration": {"concurrency": {"repetitions": 50}}}`,
        `"Text": {"type": "Compose", "inputs": "${'long text '.repeat(900)}"}`,
        // Near miss: only the expressions in a long text count.
        `"Mail": {"type": "Compose", "inputs": "${'<td>@{triggerBody()}</td>'.repeat(500)}"}`,
      ],
    },
  },
});

/** Builds an action in so many scopes, for the examples. */
function nested(depth: number): string {
  let text = '"Last": {"type": "Compose", "inputs": 1}';
  for (let i = depth; i > 0; i -= 1) text = `"Level_${i}": {"type": "Scope", "actions": {${text}}}`;
  return text;
}

/** Builds so many cases of a Switch, for the examples. */
function cases(number: number): string {
  return Array.from({ length: number }, (_, i) => `"Case_${i}": {"case": ${i}, "actions": {}}`).join(', ');
}

/** Builds so many actions side by side, for the examples. */
function manyActions(number: number): string {
  return Array.from({ length: number }, (_, i) => `"A_${i}": {"type": "Compose", "inputs": ${i}}`).join(', ');
}
