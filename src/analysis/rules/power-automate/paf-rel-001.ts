/** A flow that calls other systems without a path for their failure. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Types of the actions that reach over the network. */
const REMOTE: ReadonlySet<string> = new Set([
  'OpenApiConnection',
  'OpenApiConnectionWebhook',
  'ApiConnection',
  'ApiConnectionWebhook',
  'Http',
  'HttpWebhook',
]);

export const rule = defineRule('PAF-REL-001', {
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
});
