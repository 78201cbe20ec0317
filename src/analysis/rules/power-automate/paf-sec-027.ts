/** A flow that outsiders can start, and that deletes data, changes a row of their choice or grants rights. */
import { ancestorsOf, isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { carriersOf } from '../../patterns/power-automate/flow-carriers.ts';
import { actionKey } from '../../patterns/power-automate/flow-keys.ts';
import { effectOf, operationName } from '../../patterns/power-automate/flow-operation.ts';
import { causedEvent } from '../../patterns/power-automate/flow-table.ts';
import {
  isMailTrigger,
  isOpenHttpTrigger,
  isPublicFormTrigger,
  triggerOf,
} from '../../patterns/power-automate/flow-trigger.ts';
import { listReadsOf } from '../../patterns/power-automate/steps/list-reads.ts';
import { within } from '../../patterns/work-limit.ts';
import { flowOrder } from '../../semantics/flow/order.ts';
import { namesIn } from '../../semantics/texts.ts';

/** Names of trigger values that identify the caller: a sender, or a key that only the right caller has. */
const IDENTITY =
  /(?:^|[/_ -])(?:from|sender|caller|responder|email|upn|user|authorization|signature)$|(?:key|token|secret)$(?<=(?:^|[/_ -])\w*-?(?:key|token|secret))/i;

/** Checks inspected; a flow with more checks enough, or was made to be slow. */
const CHECKS_MAX = 200;

/** Returns how outsiders start the flow, or undefined when they cannot. */
function openness(trigger: Activity): string | undefined {
  if (propertyOf(trigger, 'conditions.0.expression') !== undefined) return undefined;
  if (isOpenHttpTrigger(trigger)) return 'anyone who knows its address';
  if (isPublicFormTrigger(trigger)) return 'anyone who fills in the form';
  if (!isMailTrigger(trigger)) return undefined;
  const from = trigger.properties.find(({ name }) => /parameters\.from(?:Address)?$/i.test(name));
  return (literalOf(from) ?? from?.text ?? '') === '' ? 'anyone who sends a mail' : undefined;
}

/** Returns whether settings of an action, those with such names, take values that a trigger gives. */
function takesFrom(values: ReadonlyMap<string, string>, { properties }: Activity, names: RegExp): boolean {
  return properties.some(
    ({ name, expression }) => names.test(name) && expression?.mentions.some((key) => values.has(key)),
  );
}

/** Maps each key with a value from the trigger, or with rows that such a value selects, to its source. */
function fromTriggerIn(workflow: Workflow): ReadonlyMap<string, string> {
  const given = workflow.mentions.keys.filter((key) => key === 'trigger' || key.startsWith('input:'));
  const values = carriersOf(workflow, given);
  const selected = listReadsOf(workflow).filter(({ activity }) => takesFrom(values, activity, SELECTS));
  if (selected.length === 0) return values;
  return carriersOf(workflow, [...values.keys(), ...selected.map(({ activity }) => actionKey(activity))]);
}

/** Settings that select the rows of a read. */
const SELECTS = /^inputs\.parameters\.(?:\$filter|fetchXml)$/;

/** Setting that names the row of an update: `id`, `recordId` … */
const ROW = /^inputs\.parameters\.(?:id|recordId|rowId|objectId)$/i;

/** Returns the harm that a stranger can do through an action, as the subject of a finding with its words. */
function harmOf(
  activity: Activity,
  fromTrigger: ReadonlyMap<string, string>,
): readonly [subject: string, what: string] | undefined {
  // A deletion from the mailbox of the mail is cleanup, and no harm to others.
  if (!isLive(activity) || activity.role === 'email') return undefined;
  const effect = effectOf(activity);
  if (effect === 'delete') return [effect, 'deletes data'];
  if (effect === 'permission') return [effect, 'changes who has access'];
  const isUpdate = effect === 'write' && causedEvent(operationName(activity)) === 'update';
  if (!isUpdate || !takesFrom(fromTrigger, activity, ROW)) return undefined;
  return ['update', 'changes a row that the data of the trigger choose'];
}

/** Yields conditions on the starter of the flow, and approvals. */
function* checksIn(workflow: Workflow, fromTrigger: ReadonlyMap<string, string>): Generator<Activity> {
  for (const activity of workflow.activities) {
    if (activity.role === 'approval') yield activity;
    if (activity.role !== 'branch') continue;
    const looksAtIdentity = activity.properties.some(({ expression }) => {
      if (!expression?.mentions.some((key) => fromTrigger.has(key))) return false;
      return [...namesIn(expression.tree)].some((name) => IDENTITY.test(name));
    });
    if (looksAtIdentity) yield activity;
  }
}

export const rule = defineRule({
  id: 'PAF-SEC-027',
  version: 4,
  title: 'Untrusted trigger drives a destructive operation',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'medium',
  confidence: 'medium',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'A stranger can delete or change data or get rights by sending the right message, and the flow does it with the rights of its owner.',
  fix: 'Put "Start and wait for an approval" before the action, or a Condition that compares the sender or caller with a list and ends with Terminate for everyone else. An HTTP trigger should ask for a sign-in ("Who can trigger the flow?").',
  compliance: ['AUTHN'],
  controls: ['CWE-862'],
  options: {},
  level: 'workflow',
  *check(workflow) {
    const trigger = triggerOf(workflow);
    const who = trigger === undefined ? undefined : openness(trigger);
    if (who === undefined) return;
    const fromTrigger = fromTriggerIn(workflow);
    const checks = within([...checksIn(workflow, fromTrigger)], CHECKS_MAX);
    const order = flowOrder(workflow);
    for (const activity of workflow.activities) {
      const harm = harmOf(activity, fromTrigger);
      if (harm === undefined) continue;
      const around = new Set(ancestorsOf(workflow, activity));
      if (checks.some((check) => around.has(check) || order.mayHaveRun(check, activity))) continue;
      const [subject, what] = harm;
      const message = `"${activity.name}" ${what} for ${who}, without an approval or a check of who it is.`;
      yield { at: activity, subject, message };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `{"triggers": {"manual": {"type": "Request", "kind": "Http", "inputs": {"schema": {}}}}, "actions": {
          "Delete_customer": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "c",
            "operationId": "DeleteRecord", "apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"},
            "parameters": {"entityName": "accounts", "recordId": "@triggerBody()?['id']"}}}}}`,
        `{"triggers": {"Mail": {"type": "OpenApiConnectionNotification", "inputs": {"host": {"connectionName": "m",
            "operationId": "OnNewEmailV3", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"},
            "parameters": {"folderPath": "Inbox"}}}}, "actions": {
          "If_subject": {"type": "If", "expression": {"and": [{"contains": ["@triggerOutputs()?['body/subject']", "remove"]}]},
            "actions": {"Join": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "g",
            "operationId": "AddMemberToGroup", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365groups"},
            "parameters": {"groupId": "g", "userUpn": "@triggerOutputs()?['body/subject']"}}}}}}}`,
        `{"triggers": {"manual": {"type": "Request", "kind": "Http", "inputs": {"schema": {}}}}, "actions": {
          "Update": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "c",
            "operationId": "PatchItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"id": "@triggerBody()?['id']", "item/Status": "@triggerBody()?['status']"}}}}}`,
        `{"triggers": {"Mail": {"type": "OpenApiConnectionNotification", "inputs": {"host": {"connectionName": "m",
            "operationId": "OnNewEmailV3", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {}}}}, "actions": {
          "Find": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "c",
            "operationId": "GetItems", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"table": "t", "$filter": "Number eq '@{triggerOutputs()?['body/subject']}'"}}},
          "Close": {"type": "OpenApiConnection", "runAfter": {"Find": ["Succeeded"]}, "inputs": {"host": {"connectionName": "c",
            "operationId": "PatchItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"table": "t", "id": "@first(body('Find')?['value'])?['ID']", "item/State": "closed"}}}}}`,
        `{"triggers": {"Mail": {"type": "OpenApiConnectionNotification", "inputs": {"host": {"connectionName": "m",
            "operationId": "OnNewEmailV3", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {}}}}, "actions": {
          "Text": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "t",
            "operationId": "HtmlToText", "apiId": "/providers/Microsoft.PowerApps/apis/shared_conversionservice"},
            "parameters": {"Content": "@triggerOutputs()?['body/body']"}}},
          "Number": {"type": "Compose", "runAfter": {"Text": ["Succeeded"]}, "inputs": "@last(split(outputs('Text')?['body'], ':'))"},
          "Note": {"type": "OpenApiConnection", "runAfter": {"Number": ["Succeeded"]}, "inputs": {"host": {"connectionName": "d",
            "operationId": "UpdateWorkItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_visualstudioteamservices"},
            "parameters": {"id": "@outputs('Number')", "project": "Orders"}}}}}`,
      ],
      good: [
        // Near miss: the flow chooses the row.
        `{"triggers": {"manual": {"type": "Request", "kind": "Http", "inputs": {"schema": {}}}}, "actions": {
          "Update": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "c",
            "operationId": "PatchItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"id": 1, "item/Status": "@triggerBody()?['status']"}}}}}`,
        `{"triggers": {"Mail": {"type": "OpenApiConnectionNotification", "inputs": {"host": {"connectionName": "m",
            "operationId": "OnNewEmailV3", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"},
            "parameters": {"folderPath": "Inbox"}}}}, "actions": {
          "If_boss": {"type": "If", "expression": {"and": [{"equals": ["@triggerOutputs()?['body/from']", "boss@contoso.example"]}]},
            "actions": {"Delete": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "c",
            "operationId": "DeleteItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"id": 1}}}}}}}`,
        `{"triggers": {"manual": {"type": "Request", "kind": "Http",
            "inputs": {"schema": {}, "triggerAuthenticationType": "Tenant"}}}, "actions": {
          "Delete": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "c",
            "operationId": "DeleteItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"id": 1}}}}}`,
        `{"triggers": {"manual": {"type": "Request", "kind": "Http", "inputs": {"schema": {}}}}, "actions": {
          "Ask": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "a",
            "operationId": "StartAndWaitForAnApproval", "apiId": "/providers/Microsoft.PowerApps/apis/shared_approvals"}, "parameters": {}}},
          "Delete": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "c",
            "operationId": "DeleteItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"id": 1}}, "runAfter": {"Ask": ["Succeeded"]}}}}`,
        `{"triggers": {"manual": {"type": "Request", "kind": "Http", "inputs": {"schema": {}}}}, "actions": {
          "Create": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "c",
            "operationId": "PostItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"}, "parameters": {}}}}}`,
      ],
    },
  },
});
