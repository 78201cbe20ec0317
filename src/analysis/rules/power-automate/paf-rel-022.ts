/** A Response that a loop may reach twice. */
import { ancestorsOf, isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { outgoingOf } from '../../semantics/flow/links.ts';
import { defineRule } from '../define-rule.ts';

/** Returns whether the run ends behind an action: then the loop ends with it. */
function isLast(workflow: Workflow, activity: Activity): boolean {
  return outgoingOf(workflow)[activity.index]!.some(
    ({ to }) => workflow.activities[to]?.role === 'terminate' && isLive(workflow.activities[to]),
  );
}

export const rule = defineRule('PAF-REL-022', {
  level: 'activity',
  types: ['Response'],
  *check(activity, { workflow }) {
    const around = [...ancestorsOf(workflow, activity)];
    const loop = around.find(({ type }) => type === 'Foreach');
    if (loop === undefined || isLast(workflow, activity)) return;
    // A scope or condition may end the run behind itself.
    if (around.slice(0, around.indexOf(loop)).some((step) => isLast(workflow, step))) return;
    const message = `"${activity.name}" answers the caller for each item of "${loop.name}"; the second answer fails.`;
    yield { at: activity, subject: 'response', message };
  },
});
