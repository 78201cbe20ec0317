/** An approval after which the flow continues in the same way for every answer. */
import { isLive, literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
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

/** Builds the older form of a mail that offers these answers, and a change behind it. */
const CONFIRMED = (options: string): string =>
  `"Ask": {"type": "ApiConnectionWebhook", "metadata": {"flowSystemMetadata": {"swaggerOperationId": "SendMailWithOptions"}}, "inputs": {"host": {"connection": {"name": "@parameters('$connections')['shared_office365']['connectionId']"}},
   "path": "/mailwithoptions/$subscriptions", "body": {"NotificationUrl": "@{listCallbackUrl()}", "Message": {"To": "it@contoso.com", "Options": "${options}"}}}},
   "Delete": {"type": "OpenApiConnection", "runAfter": {"Ask": ["Succeeded"]}, "inputs": {"host": {"connectionName": "s",
   "operationId": "DeleteItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"}, "parameters": {"id": 1}}}`;

export const rule = defineRule({
  id: 'PAF-CMP-002',
  version: 2,
  title: 'Approval outcome is ignored',
  platforms: ['power-automate'],
  category: 'compliance',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'The action that follows is carried out even when the approval was rejected, so the control exists on paper only.',
  fix: 'Add a Condition behind the approval that compares its "Outcome" with "Approve", put the following actions into the branch "True", and treat every other outcome as a rejection.',
  compliance: ['SOD'],
  controls: ['CWE-862'],
  options: {},
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
        message: `"${write.name}" is carried out whatever the answer to "${approval.name}" is.`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `"Ask": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "a",
          "operationId": "StartAndWaitForAnApproval", "apiId": "/providers/Microsoft.PowerApps/apis/shared_approvals"}, "parameters": {}}},
         "Pay": {"type": "OpenApiConnection", "runAfter": {"Ask": ["Succeeded"]}, "inputs": {"host": {"connectionName": "e",
          "operationId": "CreateRecord", "apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"},
          "parameters": {"entityName": "payments"}}}`,
        `"Ask": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "a",
          "operationId": "StartAndWaitForAnApproval", "apiId": "/providers/Microsoft.PowerApps/apis/shared_approvals"}, "parameters": {}}},
         "Tell": {"type": "OpenApiConnection", "runAfter": {"Ask": ["Succeeded"]}, "inputs": {"host": {"connectionName": "m",
          "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"},
          "parameters": {"emailMessage/Body": "@{outputs('Ask')?['body/outcome']}"}}},
         "Delete": {"type": "OpenApiConnection", "runAfter": {"Tell": ["Succeeded"]}, "inputs": {"host": {"connectionName": "s",
          "operationId": "DeleteItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"}, "parameters": {"id": 1}}}`,
        `"Ask": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "m",
          "operationId": "SendMailWithOptions", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"},
          "parameters": {"optionsEmailSubscription/Message/Options": "Approve, Reject"}}},
         "Pay": {"type": "OpenApiConnection", "runAfter": {"Ask": ["Succeeded"]}, "inputs": {"host": {"connectionName": "e",
          "operationId": "CreateRecord", "apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"},
          "parameters": {"entityName": "payments"}}}`,
        CONFIRMED('Done, Not possible'),
        CONFIRMED("@{variables('Answers')}"),
      ],
      good: [
        // No recipient can reject.
        CONFIRMED('Confirm '),
        `"Ask": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "a",
          "operationId": "StartAndWaitForAnApproval", "apiId": "/providers/Microsoft.PowerApps/apis/shared_approvals"}, "parameters": {}}},
         "If_approved": {"type": "If", "expression": {"and": [{"equals": ["@outputs('Ask')?['body/outcome']", "Approve"]}]},
          "runAfter": {"Ask": ["Succeeded"]}, "actions": {"Pay": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "e",
          "operationId": "CreateRecord", "apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"}, "parameters": {}}}}}`,
        `"Ask": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "a",
          "operationId": "StartAndWaitForAnApproval", "apiId": "/providers/Microsoft.PowerApps/apis/shared_approvals"}, "parameters": {}}},
         "Record": {"type": "OpenApiConnection", "runAfter": {"Ask": ["Succeeded"]}, "inputs": {"host": {"connectionName": "s",
          "operationId": "PatchItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
          "parameters": {"id": 1, "item/Status": "@body('Ask')?['outcome']"}}}`,
        `"Write": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
          "operationId": "PostItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"}, "parameters": {}}},
         "Ask": {"type": "OpenApiConnectionWebhook", "runAfter": {"Write": ["Succeeded"]}, "inputs": {"host": {"connectionName": "a",
          "operationId": "StartAndWaitForAnApproval", "apiId": "/providers/Microsoft.PowerApps/apis/shared_approvals"}, "parameters": {}}}`,
      ],
    },
  },
});
