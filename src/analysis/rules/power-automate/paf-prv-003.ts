/** Mails or files that the flow forwards to the outside as they arrive. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { carriersOf } from '../../patterns/power-automate/flow-carriers.ts';
import { actionKey } from '../../patterns/power-automate/flow-keys.ts';
import { connectorName, effectOf, operationName } from '../../patterns/power-automate/flow-operation.ts';
import { isFileTrigger, isMailTrigger, triggerOf } from '../../patterns/power-automate/flow-trigger.ts';
import { fixedText } from '../../patterns/power-automate/flow-values.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

/** Services with personal accounts. */
const CONSUMER: ReadonlySet<string> = new Set([
  'gmail',
  'outlook',
  'onedrive',
  'dropbox',
  'box',
  'googledrive',
  'telegram',
]);
const RECIPIENT = /(?:^|[/.])(?:to|cc|bcc|recipients?|destination|torecipients)$/i;
const CONTENT = /(?:body|content|contentbytes|attachments?|message|file|source)(?:[./]|$)/i;
const DOMAIN = /[\w.+-]@([\w-]{1,100}(?:\.[\w-]{1,100}){1,5})/g;

/** Returns the first address outside of the organisation among the fixed recipients; with no list every address is. */
function externalDomain(
  workflow: Workflow,
  activity: Activity,
  internal: readonly string[],
): readonly [Property, string] | undefined {
  for (const property of activity.properties) {
    if (!RECIPIENT.test(property.name)) continue;
    for (const [, domain] of (fixedText(workflow, property) ?? '').matchAll(DOMAIN)) {
      if (!internal.some((pattern) => matchesWildcard(domain!, pattern))) return [property, domain!];
    }
  }
  return undefined;
}

/** Operations that fetch a mail, a file, or their parts. */
const FETCHES = /attachment|content|getemail|getfile|export/;

/** Returns keys with the mail or file: the trigger's, and those of the actions that fetch it. */
function contentKeys(workflow: Workflow): ReadonlySet<string> {
  const fromTrigger = workflow.mentions.keys.filter((key) => key === 'trigger' || key.startsWith('input:'));
  const carriers = new Set(carriersOf(workflow, fromTrigger).keys());
  const fetching = workflow.activities.map((action) => FETCHES.test(operationName(action)));
  for (const { owner, mentions } of workflow.expressions) {
    if (fetching[owner] !== true) continue;
    if (mentions.some((key) => carriers.has(key))) carriers.add(actionKey(workflow.activities[owner]!));
  }
  return new Set(carriersOf(workflow, carriers).keys());
}

function carriesContent(activity: Activity, keys: ReadonlySet<string>): boolean {
  if (operationName(activity).includes('forward')) return true;
  return activity.properties.some(
    ({ name, expression }) => CONTENT.test(name) && expression?.mentions.some((key) => keys.has(key)),
  );
}

export const rule = defineRule({
  id: 'PAF-PRV-003',
  version: 2,
  title: 'Automatic forwarding of mail or files outside',
  platforms: ['power-automate'],
  category: 'data-privacy',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Whatever arrives leaves the organisation with nobody looking at it, confidential or not, and it cannot be taken back.',
  fix: 'Stop the forwarding, or put a Condition before it that lets only the wanted messages through (sender, subject, sensitivity label). If the recipient belongs to your organisation, add its domain to the option internalDomains.',
  compliance: ['DLP'],
  controls: ['CWE-359'],
  options: {
    internalDomains: {
      default: [] as readonly string[],
      about: 'Mail domains of the organisation. If empty, only domains of free mail services are external.',
      stricter: 'equal',
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    const trigger = triggerOf(workflow);
    if (trigger === undefined || !(isMailTrigger(trigger) || isFileTrigger(trigger))) return;
    const fromConsumer = CONSUMER.has(connectorName(trigger));
    const keys = contentKeys(workflow);
    for (const activity of workflow.activities) {
      if (!isLive(activity)) continue;
      const effect = effectOf(activity);
      if (effect !== 'send' && effect !== 'write') continue;
      const external = externalDomain(workflow, activity, options.internalDomains);
      const toConsumer = !fromConsumer && CONSUMER.has(connectorName(activity));
      if ((external === undefined && !toConsumer) || !carriesContent(activity, keys)) continue;
      const where = external === undefined ? `a private ${connectorName(activity)} account` : external[1];
      yield {
        at: external?.[0] ?? activity,
        subject: 'destination',
        message: `"${activity.name}" passes on what the trigger receives to ${where}.`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `{"triggers": {"Mail": {"type": "OpenApiConnectionNotification", "inputs": {"host": {"connectionName": "m",
            "operationId": "OnNewEmailV3", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {}}}},
          "actions": {"Forward": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "m",
            "operationId": "ForwardEmail_V2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"},
            "parameters": {"message_id": "@triggerOutputs()?['body/id']", "body/ToRecipients": "someone@partner.example"}}}}}`,
        `{"triggers": {"File": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "OnNewFile", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"}, "parameters": {}}}},
          "actions": {"Copy": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "d",
            "operationId": "CreateFile", "apiId": "/providers/Microsoft.PowerApps/apis/shared_dropbox"},
            "parameters": {"folderPath": "/in", "name": "copy", "body": "@triggerBody()"}}}}}`,
        `{"triggers": {"Mail": {"type": "OpenApiConnectionNotification", "inputs": {"host": {"connectionName": "m",
            "operationId": "OnNewEmailV3", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {}}}},
          "actions": {"To": {"type": "Compose", "inputs": "someone@partner.example"},
            "Send": {"type": "OpenApiConnection", "runAfter": {"To": ["Succeeded"]}, "inputs": {"host": {"connectionName": "m",
            "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"},
            "parameters": {"emailMessage/To": "@outputs('To')", "emailMessage/Body": "@triggerOutputs()?['body/body']"}}}}}`,
      ],
      good: [
        `{"triggers": {"Mail": {"type": "OpenApiConnectionNotification", "inputs": {"host": {"connectionName": "m",
            "operationId": "OnNewEmailV3", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {}}}},
          "actions": {"Tell": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "m",
            "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"},
            "parameters": {"emailMessage/To": "someone@partner.example", "emailMessage/Body": "A mail has arrived."}}}}}`,
        `{"triggers": {"File": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "OnNewFile", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"}, "parameters": {}}}},
          "actions": {"Copy": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "d",
            "operationId": "CreateFile", "apiId": "/providers/Microsoft.PowerApps/apis/shared_onedriveforbusiness"},
            "parameters": {"folderPath": "/in", "name": "copy", "body": "@triggerBody()"}}}}}`,
        `{"triggers": {"Daily": {"type": "Recurrence", "recurrence": {"frequency": "Day", "interval": 1}}},
          "actions": {"Mail": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "m",
            "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"},
            "parameters": {"emailMessage/To": "someone@partner.example", "emailMessage/Body": "@triggerBody()"}}}}}`,
      ],
    },
  },
});
