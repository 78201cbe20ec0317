/** A step for failures that does not run when what it guards waits too long. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { failureSteps } from '../../patterns/power-automate/steps/failure-branches.ts';
import { incomingOf, outgoingOf } from '../../semantics/flow/links.ts';
import { defineRule } from '../define-rule.ts';

/** Actions that wait for people, desktop flows, child flows or callbacks. */
const WAITS: ReadonlySet<string> = new Set([
  'OpenApiConnectionWebhook',
  'ApiConnectionWebhook',
  'HttpWebhook',
]);

/** Returns whether an action ends as timed out in practice: it waits for a person, or has a limit that its author chose. */
function waits(action: Activity): boolean {
  // The designer gives every "Do until" a limit.
  if (!isLive(action) || action.type === 'Until') return false;
  return WAITS.has(action.type) || propertyOf(action, 'limit.timeout') !== undefined;
}

// Not what lies in a guarded scope: by the vendor's reference, a scope is marked as failed when an action in it does not succeed
// (learn.microsoft.com/azure/logic-apps/logic-apps-control-flow-run-steps-group-scopes).
export const rule = defineRule('PAF-REL-003', {
  level: 'workflow',
  wants: 'transitions',
  *check(workflow) {
    const incoming = incomingOf(workflow);
    const outgoing = outgoingOf(workflow);
    for (const index of failureSteps(workflow)) {
      const step = workflow.activities[index]!;
      if (!isLive(step)) continue;
      for (const { from, when } of incoming[index]!) {
        const guarded = workflow.activities[from];
        if (guarded === undefined || !when.includes('failed') || when.includes('timedout')) continue;
        // Another step handles the wait.
        if (outgoing[from]!.some((edge) => edge.when.includes('timedout'))) continue;
        if (!waits(guarded)) continue;
        yield {
          at: step,
          subject: `timed out ${guarded.name}`,
          message: `"${step.name}" handles the failure of "${guarded.name}", but does not run when it times out.`,
        };
      }
    }
  },
});
