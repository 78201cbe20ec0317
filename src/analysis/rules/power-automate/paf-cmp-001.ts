/** An approval that goes to its own requester. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Expression } from '../../model/workflow.ts';
import { aliasesOf, resolveAlias } from '../../patterns/power-automate/flow-alias.ts';
import { namesIn } from '../../semantics/texts.ts';

/** Fields with the requester: creator or editor of an item, answerer of a form, starter of the flow. */
const REQUESTER =
  /(?:^|[/_])(?:author|editor|created_?by|modified_?by|responder|requester|requestor|submitter|x-ms-user-(?:email|name|id))(?:$|[/_])/i;
const ASSIGNED = /(?:^|[/.])assignedTo$/i;
const REQUESTOR = /(?:^|[/.])requestor$/i;

const isRequester = ({ tree, mentions }: Expression): boolean =>
  mentions.length > 0 && [...namesIn(tree)].some((name) => REQUESTER.test(name));

export const rule = defineRule({
  id: 'PAF-CMP-001',
  version: 1,
  title: 'Requester can approve the own request',
  platforms: ['power-automate'],
  category: 'compliance',
  severity: 'medium',
  confidence: 'medium',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'Four eyes become two: people approve their own requests, and the record still says that they were approved.',
  fix: 'Assign the approval to the manager of the requester ("Get manager (V2)"), to a role, or to a group from which the requester is left out.',
  compliance: ['SOD'],
  options: {},
  level: 'workflow',
  roles: ['approval'],
  words: ['assignedto'],
  *check(workflow) {
    const aliases = aliasesOf(workflow);
    for (const activity of workflow.activities) {
      if (activity.role !== 'approval' || !isLive(activity)) continue;
      const setting = (pattern: RegExp) => activity.properties.find(({ name }) => pattern.test(name));
      const assigned = setting(ASSIGNED);
      if (assigned?.expression === undefined) continue;
      const approver = resolveAlias(aliases, assigned.expression);
      const named = setting(REQUESTOR)?.expression;
      const isSame = named !== undefined && resolveAlias(aliases, named).text === approver.text;
      if (!isSame && !isRequester(approver)) continue;
      yield {
        at: assigned,
        subject: 'assignedTo',
        message: `"${activity.name}" asks the requester for the approval.`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `"Approve": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "a",
          "operationId": "StartAndWaitForAnApproval", "apiId": "/providers/Microsoft.PowerApps/apis/shared_approvals"},
          "parameters": {"approvalType": "Basic", "WebhookApprovalCreationInput/title": "Leave",
            "WebhookApprovalCreationInput/assignedTo": "@triggerOutputs()?['body/Author/Email']"}}}`,
        `"Who": {"type": "Compose", "inputs": "@triggerBody()?['asked']"},
         "Approve": {"type": "OpenApiConnectionWebhook", "runAfter": {"Who": ["Succeeded"]}, "inputs": {"host": {"connectionName": "a",
          "operationId": "StartAndWaitForAnApproval", "apiId": "/providers/Microsoft.PowerApps/apis/shared_approvals"},
          "parameters": {"approvalType": "Basic", "WebhookApprovalCreationInput/assignedTo": "@outputs('Who')",
            "WebhookApprovalCreationInput/requestor": "@triggerBody()?['asked']"}}}`,
      ],
      good: [
        `"Approve": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "a",
          "operationId": "StartAndWaitForAnApproval", "apiId": "/providers/Microsoft.PowerApps/apis/shared_approvals"},
          "parameters": {"WebhookApprovalCreationInput/assignedTo": "@outputs('Get_manager_(V2)')?['body/mail']",
            "WebhookApprovalCreationInput/requestor": "@triggerOutputs()?['body/Author/Email']"}}}`,
        `"Approve": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "a",
          "operationId": "StartAndWaitForAnApproval", "apiId": "/providers/Microsoft.PowerApps/apis/shared_approvals"},
          "parameters": {"WebhookApprovalCreationInput/assignedTo": "author.team@contoso.example"}}}`,
        `"Mail": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "t",
          "operationId": "CreateTask", "apiId": "/providers/Microsoft.PowerApps/apis/shared_planner"},
          "parameters": {"body/assignedTo": "@triggerOutputs()?['body/Author/Email']"}}}`,
      ],
    },
  },
});
