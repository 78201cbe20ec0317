/** A flow that calls other systems without a path for their failure. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';

/** Types of the actions that reach over the network. */
const REMOTE: ReadonlySet<string> = new Set([
  'OpenApiConnection',
  'OpenApiConnectionWebhook',
  'ApiConnection',
  'ApiConnectionWebhook',
  'Http',
  'HttpWebhook',
]);

export const rule = defineRule({
  id: 'PAF-REL-001',
  version: 1,
  title: 'No failure path',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'When a call fails, the run stops in the middle: nothing is undone, nobody is told, and what was done before it stays half finished.',
  fix: 'Put the actions into a Scope named "Try". Add a second Scope named "Catch" behind it, open its Settings > Run after, and choose "has failed" and "has timed out". In it tell somebody, and end with Terminate (Failed), so that the run is shown as failed.',
  compliance: ['ERR'],
  options: {
    minActions: {
      default: 3,
      unit: 'actions',
      about: 'Number of calls to services from which on a flow needs a failure path.',
      stricter: 'lower',
      isMeasured: true,
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    const isHandled = workflow.transitions.some(
      ({ when }) => when.includes('failed') || when.includes('timedout'),
    );
    if (isHandled) return;
    const calls = workflow.activities.filter(
      (activity) => activity.role !== 'trigger' && REMOTE.has(activity.type) && isLive(activity),
    );
    const [first] = calls;
    if (first === undefined || calls.length < options.minActions) return;
    yield {
      at: { at: 0, owner: -1, name: '' },
      subject: 'failure-path',
      measure: { option: 'minActions', value: calls.length + 1 },
      message: `The flow "${workflow.name}" makes ${calls.length} calls to other systems, the first in "${first.name}", and no action is set to run after a failure.`,
    };
  },
  examples: {
    'power-automate': {
      bad: [
        `"A": {"type": "Http", "inputs": {}}, "B": {"type": "Http", "inputs": {}, "runAfter": {"A": ["Succeeded"]}},
         "C": {"type": "Http", "inputs": {}, "runAfter": {"B": ["Succeeded"]}}`,
        `"A": {"type": "Http", "inputs": {}}, "B": {"type": "OpenApiConnection", "inputs": {}},
         "Each": {"type": "Foreach", "foreach": "@body('A')", "runAfter": {"A": ["Succeeded", "Skipped"]},
           "actions": {"C": {"type": "ApiConnection", "inputs": {}}}}`,
      ],
      good: [
        `"A": {"type": "Http", "inputs": {}}, "B": {"type": "Http", "inputs": {}, "runAfter": {"A": ["Succeeded"]}},
         "C": {"type": "Http", "inputs": {}, "runAfter": {"B": ["Succeeded"]}},
         "Tell": {"type": "OpenApiConnection", "inputs": {}, "runAfter": {"C": ["Failed", "Skipped", "TimedOut"]}}`,
        `"Try": {"type": "Scope", "actions": {"A": {"type": "Http", "inputs": {}},
           "B": {"type": "Http", "inputs": {}}, "C": {"type": "Http", "inputs": {}}}},
         "Catch": {"type": "Scope", "actions": {}, "runAfter": {"Try": ["FAILED", "TimedOut"]}}`,
        // Near miss: four actions, of which two call other systems.
        `"A": {"type": "Http", "inputs": {}}, "B": {"type": "Http", "inputs": {}},
         "C": {"type": "Compose", "inputs": "1"}, "D": {"type": "Compose", "inputs": "2"}`,
      ],
    },
  },
});
