/** A trigger that starts a run for everything, and a condition that ends most of them. */
import { childrenOf, isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { triggerOf } from '../../patterns/power-automate/flow-trigger.ts';

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

const TEST =
  '"Is_it_new":{"type":"If","expression":{"equals":["@triggerBody()?[\'state\']","new"]},"runAfter":{},"actions":{"Write":{"type":"Http","inputs":{}}}';
const ONE_SIDE = `${TEST}}`;
const BOTH_SIDES = `${TEST},"else":{"actions":{"Answer":{"type":"Http","inputs":{}}}}}`;
const flow = (more: string, actions: string): string =>
  `{"triggers":{"When_an_item_is_created":{"type":"OpenApiConnection"${more},"inputs":{"host":{"connectionName":"s","operationId":"GetOnNewItems","apiId":"/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},"parameters":{"dataset":"https://a.example","table":"t"}}}},"actions":{${actions}}}`;

export const rule = defineRule({
  id: 'PAF-REL-016',
  version: 1,
  title: 'Trigger fires for everything',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'low',
  confidence: 'medium',
  kind: 'issue',
  preset: 'strict',
  why: 'Each event starts a run that counts and waits its turn, also when the first condition ends it: on a busy list the runs that matter wait behind.',
  fix: 'Move the condition into the settings of the trigger ("Trigger conditions"), or choose a filter there.',
  compliance: ['PERF'],
  options: {},
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
      message: `"${trigger.name}" starts a run for everything, and "${test.name}" ends those that do not count.`,
    };
  },
  examples: {
    'power-automate': {
      bad: [flow('', ONE_SIDE), flow(',"metadata":{"operationMetadataId":"1"}', ONE_SIDE)],
      good: [
        flow(',"conditions":[{"expression":"@equals(1,1)"}]', ONE_SIDE),
        flow('', BOTH_SIDES),
        `{"triggers":{"Daily":{"type":"Recurrence","recurrence":{"frequency":"Day","interval":1}}},"actions":{${ONE_SIDE}}}`,
        flow('', '"Write":{"type":"Http","inputs":{},"runAfter":{}}'),
      ],
    },
  },
});
