/** A loop whose condition nothing can change while it runs. */
import { descendantsOf } from '../../model/navigate.ts';
import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { actionsOf } from '../../patterns/power-automate/flow-keys.ts';
import { writesOf } from '../../patterns/power-automate/flow-writes.ts';
import { flowOrder } from '../../semantics/flow/order.ts';
import { defineRule } from '../define-rule.ts';

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

// Limits are no subject of it: in real flows those above the designer's are set on purpose, for polls and pages.
export const rule = defineRule('PAF-REL-006', {
  level: 'activity',
  types: ['Until'],
  *check(activity, { workflow }) {
    if (canEnd(workflow, activity)) return;
    const message = `No action in "${activity.name}" sets what its condition reads.`;
    yield { at: activity, subject: 'condition', message };
  },
});
