/** Addresses of people in the organisation that are fixed in the flow. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

/** Settings with the people who get a mail, a message or a task, in the words of the connectors. */
const RECIPIENT = /(?:^|[/.])(?:to|cc|bcc|recipients?|torecipients|assignedto)$/i;
/** Mail addresses; the domain is captured. */
const ADDRESS = /[\w.+-]@([\w-]{1,100}(?:\.[\w-]{1,100}){1,5})/g;

export const rule = defineRule({
  id: 'PAF-CFG-002',
  version: 1,
  title: 'Literal internal recipient',
  platforms: ['power-automate'],
  category: 'configuration',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'When the person leaves or moves, the messages go nowhere, and each environment needs its own copy of the flow.',
  fix: 'Send to a group, or read the address from an environment variable.',
  compliance: ['CONFIG'],
  options: {
    internalDomains: {
      default: [] as readonly string[],
      about: 'Mail domains of the organisation; `*` stands for any characters.',
      stricter: 'longer',
    },
  },
  needsOneOf: ['internalDomains'],
  inventory: {
    kind: 'mail_domain',
    reported: (domains, { internalDomains }) =>
      domains.filter((domain) => internalDomains.some((pattern) => matchesWildcard(domain, pattern))),
  },
  level: 'activity',
  words: ['@'],
  *check(activity, { options }) {
    for (const property of activity.properties) {
      if (!RECIPIENT.test(property.name)) continue;
      const domains = [...(literalOf(property) ?? '').matchAll(ADDRESS)].map(([, domain]) => domain!);
      const internal = domains.find((domain) =>
        options.internalDomains.some((pattern) => matchesWildcard(domain, pattern)),
      );
      if (internal === undefined) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" has a fixed recipient at "${internal}".`,
      };
    }
  },
  examples: {
    'power-automate': {
      options: { internalDomains: ['contoso.example', '*.contoso.example'] },
      bad: [
        `"Send": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365", "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {"emailMessage/To": "ada@contoso.example", "emailMessage/Subject": "Done"}}, "runAfter": {}}`,
        `"Send": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365", "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {"emailMessage/To": "a@partner.example;b@Berlin.Contoso.example", "emailMessage/Subject": "Done"}}, "runAfter": {}}`,
        `"Ask": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "shared_approvals", "operationId": "StartAndWaitForAnApproval", "apiId": "/providers/Microsoft.PowerApps/apis/shared_approvals"}, "parameters": {"approvalType": "Basic", "WebhookApprovalCreationInput/assignedTo": "ada@contoso.example"}}, "runAfter": {}}`,
      ],
      good: [
        `"Send": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365", "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {"emailMessage/To": "@parameters('Team (crm_Team)')", "emailMessage/Subject": "Done"}}, "runAfter": {}}`,
        // An address outside the organisation is not this rule's.
        `"Send": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365", "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {"emailMessage/To": "a@notcontoso.example", "emailMessage/Subject": "Done"}}, "runAfter": {}}`,
        // Near miss: the address is only mentioned in the text of the mail.
        `"Send": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365", "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {"emailMessage/To": "@triggerBody()?['from']", "emailMessage/Body": "Ask ada@contoso.example"}}, "runAfter": {}}`,
      ],
    },
  },
});
