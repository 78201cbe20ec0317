/** A loop whose condition nothing can change while it runs. */
import { descendantsOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { actionsOf } from '../../patterns/power-automate/flow-keys.ts';
import { writesOf } from '../../patterns/power-automate/flow-writes.ts';
import { flowOrder } from '../../semantics/flow/order.ts';

/** Conditions that change by themselves, and names that are computed. */
const CHANGES_ALONE = /\b(?:utcnow|ticks|rand|guid|workflow|result)\s?\(/i;

/** Returns the expressions of a condition: one, or the operands of several comparisons. */
function conditionsOf({ properties }: Activity): readonly Expression[] {
  return properties.flatMap(({ name, expression }) =>
    expression !== undefined && /^expression(?:\.|$)/.test(name) ? [expression] : [],
  );
}

/** Returns whether an action in the loop, or one that runs beside it, sets what the condition reads. */
function canEnd(workflow: Workflow, loop: Activity): boolean {
  const conditions = conditionsOf(loop);
  const mentions = conditions.flatMap((condition) => condition.mentions);
  if (mentions.length === 0 || conditions.some(({ text }) => CHANGES_ALONE.test(text))) return true;
  const inside = new Set(descendantsOf(workflow, loop));
  const order = flowOrder(workflow);
  const writes = writesOf(workflow);
  const changes = (activity: Activity): boolean =>
    inside.has(activity) || (activity !== loop && order.mayRunTogether(loop, activity));
  return mentions.some((key) => {
    if (key.endsWith(':*') || key.startsWith('loop:')) return true;
    // A variable that does not exist is a problem of its own.
    if (key.startsWith('variable:') && !workflow.variables.some((it) => it.key === key)) return true;
    const action = actionsOf(workflow).get(key);
    return (
      (action !== undefined && changes(action)) || writes.some((it) => it.key === key && changes(it.activity))
    );
  });
}

const loop = (condition: string, inside: string): string =>
  `"Init":{"type":"InitializeVariable","inputs":{"variables":[{"name":"done","type":"boolean","value":false}]}},
   "Poll":{"type":"Until","expression":"${condition}","limit":{"count":60,"timeout":"PT1H"},"actions":{${inside}},"runAfter":{"Init":["Succeeded"]}}`;
const CALL = '"Call":{"type":"Http","inputs":{"method":"GET","uri":"https://a.example"}}';
const SET =
  '"Set":{"type":"SetVariable","inputs":{"name":"done","value":true},"runAfter":{"Call":["Succeeded"]}}';

// Limits are no subject of it: in real flows those above the designer's are set on purpose, for polls and pages.
export const rule = defineRule({
  id: 'PAF-REL-006',
  version: 2,
  title: 'Until loop unable to finish',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The loop runs until its limit each time, perhaps for hours, uses up the requests of the day, and the flow then goes on as if the loop had come to its end.',
  fix: 'Let an action in the loop set what the condition reads, and test behind the loop whether the condition was met.',
  compliance: ['AVAIL'],
  controls: ['CWE-835'],
  options: {},
  level: 'activity',
  types: ['Until'],
  *check(activity, { workflow }) {
    if (canEnd(workflow, activity)) return;
    const message = `No action in "${activity.name}" sets what its condition reads.`;
    yield { at: activity, subject: 'condition', message };
  },
  examples: {
    'power-automate': {
      bad: [
        loop("@equals(variables('done'), true)", CALL),
        loop("@equals(triggerBody()?['state'], 'ready')", `${CALL},${SET}`),
        loop('@x', CALL).replace('"@x"', `{"and":[{"equals":["@variables('done')",true]}]}`),
      ],
      good: [
        loop("@equals(variables('done'), true)", `${CALL},${SET}`),
        loop('@x', `${CALL},${SET}`).replace('"@x"', `{"and":[{"equals":["@variables('done')",true]}]}`),
        loop("@equals(outputs('Call')?['statusCode'], 200)", CALL),
        loop("@greater(iterationIndexes('Poll'), 4)", CALL),
        loop("@greater(utcNow(), triggerBody()?['end'])", CALL),
        // Near miss: another branch sets the variable while the loop sends reminders.
        `${loop("@equals(variables('done'), true)", CALL)},
         "Approve":{"type":"Http","inputs":{},"runAfter":{"Init":["Succeeded"]}},
         "Set":{"type":"SetVariable","inputs":{"name":"done","value":true},"runAfter":{"Approve":["Succeeded"]}}`,
      ],
    },
  },
});
