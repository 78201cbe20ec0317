/** An operation that needs an approval, and that can run without one. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { dutyOf } from '../../patterns/operation.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';
import { stepLimit } from '../../patterns/work-limit.ts';
import { incomingOf, type Links } from '../../semantics/flow/links.ts';

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

const approve = (runAfter = '{}'): string =>
  `"Approve": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "shared_approvals", "operationId": "StartAndWaitForAnApproval", "apiId": "/providers/Microsoft.PowerApps/apis/shared_approvals"}, "parameters": {"approvalType": "Basic"}}, "runAfter": ${runAfter}}`;
const pay = (runAfter: string, operation = 'PayInvoice'): string =>
  `"Pay": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_bank", "operationId": "${operation}", "apiId": "/providers/Microsoft.PowerApps/apis/shared_bank"}, "parameters": {}}, "runAfter": ${runAfter}}`;
const condition = (actions: string, runAfter: string): string =>
  `"If": {"type": "If", "expression": "@equals(1, 1)", "actions": {${actions}}, "runAfter": ${runAfter}}`;
const scope = (actions: string): string =>
  `"Scope": {"type": "Scope", "actions": {${actions}}, "runAfter": {}}`;

export const rule = defineRule({
  id: 'PAF-CMP-003',
  version: 1,
  title: 'Controlled operation without approval',
  platforms: ['power-automate'],
  category: 'compliance',
  severity: 'medium',
  confidence: 'medium',
  kind: 'hotspot',
  preset: 'opt-in',
  why: 'The flow does with the rights of its connection what a person may do only when a second one agrees.',
  fix: 'Start and wait for an approval in front of it, and let it run only after the approval has succeeded.',
  compliance: ['SOD'],
  options: {
    controlled: {
      default: [] as readonly string[],
      about: 'Connectors and operations such as `shared_bank/Pay*` that need an approval.',
      stricter: 'longer',
    },
  },
  needsOneOf: ['controlled'],
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
  examples: {
    'power-automate': {
      options: { controlled: ['shared_bank/Pay*'] },
      bad: [
        pay('{}'),
        // The approval stands beside it.
        `${approve()}, ${pay('{}')}`,
        // It also runs when the approval has failed.
        `${approve()}, ${pay('{"Approve": ["Succeeded", "Failed"]}')}`,
        // Only one branch has an approval.
        `${condition(approve(), '{}')}, ${pay('{"If": ["Succeeded"]}')}`,
      ],
      good: [
        `${approve()}, ${pay('{"Approve": ["Succeeded"]}')}`,
        `${approve()}, ${condition(pay('{}'), '{"Approve": ["Succeeded"]}')}`,
        `${scope(approve())}, ${pay('{"Scope": ["Succeeded"]}')}`,
        // Near miss: another operation of the same connector.
        pay('{}', 'ReadInvoice'),
      ],
    },
  },
});
