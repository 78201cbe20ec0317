/** An approval after which the flow continues in the same way for every answer. */
import { isLive, literalOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { carriersOf } from '../../patterns/power-automate/flow-carriers.ts';
import { actionKey } from '../../patterns/power-automate/flow-keys.ts';
import {
  changesSomething,
  connectorName,
  operationName,
} from '../../patterns/power-automate/flow-operation.ts';
import { within } from '../../patterns/work-limit.ts';
import { calls } from '../../semantics/callee.ts';
import { flowOrder } from '../../semantics/flow/order.ts';
import { defineRule } from '../define-rule.ts';

/** Roles that pass the answer on and decide nothing by it; copies count by their readers. */
const PASSES_ON: ReadonlySet<string> = new Set(['email', 'message', 'log', 'assign', 'loop', 'approval']);

/** Approvals inspected in one flow; only files made to be slow have more. */
const APPROVALS_MAX = 200;

/** Mails that request an answer: "Send approval email" and "Send email with options". */
const REQUEST_MAIL = /^send(?:approval|mailwithoptions|emailwithoptions)/;

/** Answers that a mail offers, separated by commas, in both forms of its action. */
const OPTIONS = /[./]Message[./]Options$/i;

/** Returns whether a mail offers one answer only: the recipient can confirm, but not reject. */
function onlyConfirms(activity: Activity): boolean {
  const options = literalOf(activity.properties.find(({ name }) => OPTIONS.test(name)));
  return options?.split(',').filter((option) => option.trim() !== '').length === 1;
}

function waitsForApproval(activity: Activity): boolean {
  if (activity.type.endsWith('Webhook') && REQUEST_MAIL.test(operationName(activity)))
    return !onlyConfirms(activity);
  if (connectorName(activity) !== 'approvals') return false;
  return operationName(activity).includes('wait') || activity.type.endsWith('Webhook');
}

/**
 * Returns whether the answer decides something, or goes to something that may: a condition, a write, a call, a
 * response.
 */
function isHeeded(workflow: Workflow, approval: Activity): boolean {
  const carriers = carriersOf(workflow, [actionKey(approval)]);
  return workflow.expressions.some(({ owner, mentions, name, tree }) => {
    const user = workflow.activities[owner];
    if (user === undefined || !mentions.some((key) => carriers.has(key))) return false;
    // The loop over the answers decides nothing, the end of an Until does.
    if (user.role === 'loop') return name !== 'foreach';
    return !PASSES_ON.has(user.role) || calls(tree, 'if');
  });
}

export const rule = defineRule('PAF-CMP-002', {
  level: 'workflow',
  words: ['approvals', 'sendapproval', 'mailwithoptions'],
  *check(workflow) {
    const approvals = workflow.activities.filter(
      (activity) => isLive(activity) && waitsForApproval(activity),
    );
    if (approvals.length === 0) return;
    const order = flowOrder(workflow);
    const writes = workflow.activities.filter((activity) => isLive(activity) && changesSomething(activity));
    for (const approval of within(approvals, APPROVALS_MAX)) {
      const write = writes.find((activity) => activity !== approval && order.mayHaveRun(approval, activity));
      if (write === undefined || isHeeded(workflow, approval)) continue;
      yield {
        at: approval,
        subject: 'outcome',
        message: `"${write.name}" runs regardless of the outcome of "${approval.name}".`,
      };
    }
  },
});
