/** An operation that needs an approval, and that can run without one. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { dutyOf } from '../../patterns/operation.ts';
import { stepLimit } from '../../patterns/work-limit.ts';
import { incomingOf, type Links } from '../../semantics/flow/links.ts';
import { defineRule } from '../define-rule.ts';

/** Steps of all searches in one workflow together. */
const STEPS_MAX = 1_000_000;

const isApproval = (activity: Activity): boolean => activity.role === 'approval' && isLive(activity);

/** Returns whether a scope that succeeded has run an approval: one of its own actions, or of scopes in it. */
function holdsApproval(workflow: Workflow, scope: Activity, spend: () => void): boolean {
  const stack = [scope.index];
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    spend();
    for (const child of workflow.children[index]!) {
      const activity = workflow.activities[child]!;
      if (isApproval(activity)) return true;
      if (activity.type === 'Scope') stack.push(child);
    }
  }
  return false;
}

/** Returns whether an approval has succeeded whenever the action runs, by what it and its containers wait for. */
function isApproved(workflow: Workflow, action: Activity, incoming: Links, spend: () => void): boolean {
  const seen = new Set([action.index]);
  for (const index of seen) {
    const { parent } = workflow.activities[index]!;
    if (parent !== -1) seen.add(parent);
    for (const { from, when } of incoming[index] ?? []) {
      spend();
      // An action that may have been skipped, or that does not exist, says nothing.
      if (from === -1 || when.includes('skipped')) continue;
      const before = workflow.activities[from]!;
      const hasSucceeded = when.every((ending) => ending === 'succeeded');
      if (hasSucceeded && isApproval(before)) return true;
      if (hasSucceeded && before.type === 'Scope' && holdsApproval(workflow, before, spend)) return true;
      seen.add(from);
    }
  }
  return false;
}

export const rule = defineRule('PAF-CMP-003', {
  level: 'workflow',
  *check(workflow, { options: { controlled } }) {
    const incoming = incomingOf(workflow);
    const spend = stepLimit(STEPS_MAX);
    for (const activity of workflow.activities) {
      if (!isLive(activity)) continue;
      const duty = dutyOf(activity);
      if (duty === undefined || !controlled.some((pattern) => matchesWildcard(duty, pattern))) continue;
      if (isApproved(workflow, activity, incoming, spend)) continue;
      yield {
        at: activity,
        message: `"${activity.name}" runs "${duty}" without an approval on every path to it.`,
      };
    }
  },
});
