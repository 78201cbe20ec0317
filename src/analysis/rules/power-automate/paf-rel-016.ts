/** A trigger that starts a run for everything, and a condition that ends most of them. */
import { childrenOf, isLive } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { triggerOf } from '../../patterns/power-automate/flow-trigger.ts';
import { defineRule } from '../define-rule.ts';

/** Types of triggers that wait for events of a service. */
const AUTOMATED = [
  'OpenApiConnection',
  'OpenApiConnectionWebhook',
  'OpenApiConnectionNotification',
  'ApiConnection',
  'ApiConnectionWebhook',
  'ApiConnectionNotification',
];
/** Settings that narrow the events. */
const NARROWING = /conditions|filter|select|importance|hasattachment|subject|from$|folder/i;
const OF_TRIGGER = /\btrigger(?:Body|Outputs)?\s?\(/i;

function isFirstTest(activity: Activity): boolean {
  return activity.role === 'branch' && activity.properties.some(({ text }) => OF_TRIGGER.test(text));
}

export const rule = defineRule('PAF-REL-016', {
  level: 'workflow',
  roles: ['trigger'],
  *check(workflow) {
    const trigger = triggerOf(workflow);
    if (trigger === undefined || !isLive(trigger) || !AUTOMATED.includes(trigger.type)) return;
    if (trigger.properties.some(({ name }) => NARROWING.test(name))) return;
    const steps = workflow.activities.filter(
      (activity) => activity.parent === trigger.parent && activity !== trigger && isLive(activity),
    );
    const followers = new Set(workflow.transitions.map(({ to }) => to));
    const first = steps.filter(({ index }) => !followers.has(index) || steps.length === 1);
    const [test, ...others] = first.length > 0 ? first : steps.slice(0, 1);
    if (test === undefined || others.length > 0 || !isFirstTest(test)) return;
    // A condition with steps on both sides is a decision, no filter.
    const slots = new Set(childrenOf(workflow, test).map(({ slot }) => slot));
    if (slots.size > 1 || steps.length > 1) return;
    yield {
      at: trigger,
      message: `"${trigger.name}" starts a run for every event, and "${test.name}" ends the irrelevant runs.`,
    };
  },
});
