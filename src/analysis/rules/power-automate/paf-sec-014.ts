/** A flow that people start by hand and that acts with the rights of its owner. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Connection, Workflow } from '../../model/workflow.ts';
import { changesSomething, effectOf } from '../../patterns/power-automate/flow-operation.ts';
import { isChildFlow, triggerKind, triggerOf } from '../../patterns/power-automate/flow-trigger.ts';
import { textsIn } from '../../semantics/texts.ts';

const STARTED_BY_PEOPLE: ReadonlySet<string> = new Set([
  'button',
  'powerapp',
  'powerappv2',
  'virtualagent',
  'skills',
  // "For a selected item", "For a selected file", "When a row is selected".
  'apiconnection',
]);

/** Returns the names by which an action may refer to its connection. */
function connectionNames(activity: Activity): readonly string[] {
  const named = propertyOf(activity, 'inputs.host.connectionName');
  if (named !== undefined) return [named.text];
  const older = propertyOf(activity, 'inputs.host.connection.name')?.expression;
  return older === undefined ? [] : [...textsIn(older.tree)];
}

/** Maps each connection to the first action that changes or sends something through it; stops after `last`. */
function actingThrough(workflow: Workflow, last: string): ReadonlyMap<string, Activity> {
  const found = new Map<string, Activity>();
  for (const activity of workflow.activities) {
    if (found.has(last)) break;
    if (!isLive(activity) || !(changesSomething(activity) || effectOf(activity) === 'send')) continue;
    for (const name of connectionNames(activity)) if (!found.has(name)) found.set(name, activity);
  }
  return found;
}

function isEmbedded({ settings }: Workflow, { name }: Connection): boolean {
  const setting = (key: string) => settings.get(`connectionReferences.${name}.${key}`)?.toLowerCase();
  return (setting('runtimeSource') ?? setting('source')) === 'embedded';
}

// Child flows are left out: the platform requires embedded connections of them.
export const rule = defineRule({
  id: 'PAF-SEC-014',
  version: 1,
  title: 'Embedded owner connection behind a shared button',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'medium',
  confidence: 'medium',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'Everyone with whom the flow is shared acts with the rights of its owner, and the systems behind it record the owner as the one who did it.',
  fix: 'On the page of the flow open "Run only users" > Edit and choose "Provided by run-only user" for the connection. Where that is not possible, use the connection of a service account that may do no more than this flow needs.',
  compliance: ['IMPERS'],
  options: {},
  level: 'workflow',
  wants: 'connections',
  *check(workflow) {
    const trigger = triggerOf(workflow);
    if (trigger === undefined || !STARTED_BY_PEOPLE.has(triggerKind(trigger))) return;
    if (isChildFlow(workflow, trigger)) return;
    const embedded = workflow.connections.filter((connection) => isEmbedded(workflow, connection));
    if (embedded.length === 0) return;
    const acting = actingThrough(workflow, embedded[0]!.name);
    for (const connection of embedded) {
      const action = acting.get(connection.name);
      if (action === undefined) continue;
      const message = `Whoever starts this flow acts through its owner's connection "${connection.name}", for example in "${action.name}".`;
      yield { at: connection, subject: 'runtimeSource', message };
      // Sharing the flow is one decision, however many its connections.
      return;
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `{"properties": {"connectionReferences": {"shared_office365": {"runtimeSource": "embedded",
          "connection": {"connectionReferenceLogicalName": "new_mail"}, "api": {"name": "shared_office365"}}},
          "definition": {"$schema": "https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#",
          "triggers": {"manual": {"type": "Request", "kind": "Button", "inputs": {"schema": {}}}},
          "actions": {"Mail": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365",
            "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {}}}}}}}`,
        `{"properties": {"connectionReferences": {"shared_sharepointonline": {"source": "Embedded",
          "id": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline", "connectionName": "shared-sp"}},
          "definition": {"$schema": "https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#",
          "triggers": {"manual": {"type": "Request", "kind": "PowerAppV2", "inputs": {"schema": {}}}},
          "actions": {"Remove": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sharepointonline",
            "operationId": "DeleteItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"}, "parameters": {}}}}}}}`,
        `{"properties": {"connectionReferences": {"shared_sharepointonline": {"runtimeSource": "embedded",
          "connection": {"connectionReferenceLogicalName": "new_sites"}, "api": {"name": "shared_sharepointonline"}}},
          "definition": {"$schema": "https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#",
          "triggers": {"For_a_selected_item": {"type": "Request", "kind": "ApiConnection", "inputs": {"schema": {}}}},
          "actions": {"Remove": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sharepointonline",
            "operationId": "DeleteItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"}, "parameters": {}}}}}}}`,
      ],
      good: [
        `{"properties": {"connectionReferences": {"shared_office365": {"runtimeSource": "invoker",
          "connection": {}, "api": {"name": "shared_office365"}}},
          "definition": {"$schema": "https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#",
          "triggers": {"manual": {"type": "Request", "kind": "Button", "inputs": {"schema": {}}}},
          "actions": {"Mail": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365",
            "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {}}}}}}}`,
        `{"properties": {"connectionReferences": {"shared_office365": {"runtimeSource": "embedded",
          "connection": {"connectionReferenceLogicalName": "new_mail"}, "api": {"name": "shared_office365"}}},
          "definition": {"$schema": "https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#",
          "triggers": {"manual": {"type": "Request", "kind": "Button", "inputs": {"schema": {}}}},
          "actions": {"Mail": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365",
            "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {}}},
            "Answer": {"type": "Response", "kind": "PowerApp", "inputs": {"statusCode": 200}, "runAfter": {"Mail": ["Succeeded"]}}}}}}`,
        `{"properties": {"connectionReferences": {"shared_office365users": {"runtimeSource": "embedded",
          "connection": {"connectionReferenceLogicalName": "new_users"}, "api": {"name": "shared_office365users"}}},
          "definition": {"$schema": "https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#",
          "triggers": {"manual": {"type": "Request", "kind": "PowerAppV2", "inputs": {"schema": {}}}},
          "actions": {"Who": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365users",
            "operationId": "UserProfile_V2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365users"}, "parameters": {}}}}}}}`,
      ],
    },
  },
});
