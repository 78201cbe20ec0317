/** A script of an API workflow that fails in every run, with nothing around it that handles the error. */
import type { Activity, Workflow } from '../../model/workflow.ts';
import { isApiWorkflow } from '../../patterns/uipath/orchestration/kinds.ts';
import { defineRule } from '../define-rule.ts';

/** Returns whether an error in an activity reaches a handler. */
function isHandled({ activities }: Workflow, activity: Activity): boolean {
  for (let at = activity; at.parent !== -1; at = activities[at.parent]!)
    if (activities[at.parent]!.role === 'try' && at.slot === 'Try') return true;
  return false;
}

export const rule = defineRule('UIP-REL-105', {
  level: 'activity',
  languages: ['javascript'],
  types: ['JsInvoke'],
  *check(activity, { workflow }) {
    if (!isApiWorkflow(workflow)) return;
    const code = activity.properties.find(({ name }) => name === 'run.script.code');
    if (code?.expression?.tokens[0]?.text !== 'throw' || isHandled(workflow, activity)) return;
    yield {
      at: code,
      message: `The script of "${activity.name}" begins with a throw, so the step fails in every run, and no try around it handles the error.`,
    };
  },
});
