/** An action whose only effect is a result that nothing uses. */
import { isLive } from '../../model/navigate.ts';
import type { Workflow } from '../../model/workflow.ts';
import { actionKey } from '../../patterns/power-automate/flow-keys.ts';
import { defineRule } from '../define-rule.ts';

const RESULTS = ['Compose', 'ParseJson', 'Query', 'Select', 'Table', 'Join'];

/** Returns whether an expression reads the results of a whole scope. */
function readsScopes({ expressions }: Workflow): boolean {
  return expressions.some(({ text }) => /\bresult\s?\(/i.test(text));
}

export const rule = defineRule('PAF-MNT-004', {
  level: 'workflow',
  types: RESULTS,
  *check(workflow) {
    const mentioned = new Set(workflow.mentions.keys);
    // An expression that computes the name of an action can mean any.
    if (mentioned.has('action:*')) return;
    // An action that runs after a failure handles it: without the action the flow fails.
    const handlers = new Set(
      workflow.transitions
        .filter(({ when }) => when.some((state) => state !== 'succeeded'))
        .map(({ to }) => to),
    );
    const found = workflow.activities.filter(
      (activity, index) =>
        !handlers.has(index) &&
        RESULTS.includes(activity.type) &&
        isLive(activity) &&
        !mentioned.has(actionKey(activity)),
    );
    const [first] = found;
    if (first === undefined || readsScopes(workflow)) return;
    const others = found.length === 1 ? '' : `, nor that of ${found.length - 1} others`;
    yield {
      at: first,
      subject: 'results',
      message: `Nothing uses the result of "${first.name}"${others}.`,
    };
  },
});
