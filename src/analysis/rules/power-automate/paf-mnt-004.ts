/** An action whose only effect is a result that nothing uses. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Workflow } from '../../model/workflow.ts';
import { actionKey } from '../../patterns/power-automate/flow-keys.ts';

const RESULTS = ['Compose', 'ParseJson', 'Query', 'Select', 'Table', 'Join'];

/** Returns whether an expression reads the results of a whole scope. */
function readsScopes({ expressions }: Workflow): boolean {
  return expressions.some(({ text }) => /\bresult\s?\(/i.test(text));
}

export const rule = defineRule({
  id: 'PAF-MNT-004',
  version: 1,
  title: 'Unused action result',
  platforms: ['power-automate'],
  category: 'maintainability',
  severity: 'low',
  confidence: 'medium',
  kind: 'issue',
  preset: 'strict',
  why: 'Readers look for a purpose that it does not have, and each run pays for it.',
  fix: 'Delete the action, or use its output where it was meant to be used.',
  compliance: ['MAINT'],
  controls: ['CWE-563'],
  options: {},
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
  examples: {
    'power-automate': {
      bad: [
        '"Number": {"type": "Compose", "inputs": 1}',
        `"Open": {"type": "Query", "inputs": {"from": [], "where": "@equals(1, 1)"}}, "Rest": {"type": "Terminate", "inputs": {"runStatus": "Succeeded"}}`,
      ],
      good: [
        `"Number": {"type": "Compose", "inputs": 1}, "Ask": {"type": "Http", "inputs": {"method": "GET", "uri": "https://a.example/@{outputs('Number')}"}, "runAfter": {"Number": ["Succeeded"]}}`,
        // Near misses: an action with an effect, and one that handles a failure.
        `"Ask": {"type": "Http", "inputs": {"method": "GET", "uri": "https://a.example"}}, "Catch": {"type": "Compose", "inputs": "no answer", "runAfter": {"Ask": ["Failed", "TimedOut"]}}`,
        '"Ask": {"type": "Http", "inputs": {"method": "GET", "uri": "https://a.example"}}',
        `"Try": {"type": "Scope", "actions": {"Number": {"type": "Compose", "inputs": 1}}}, "Ask": {"type": "Http", "inputs": {"method": "GET", "uri": "https://a.example", "body": "@result('Try')"}, "runAfter": {"Try": ["Failed"]}}`,
      ],
    },
  },
});
