/** A flow that starts on changes of a table and makes such changes itself. */
import { ancestorsOf, isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { expressionsBehind } from '../../patterns/power-automate/flow-alias.ts';
import { operationName } from '../../patterns/power-automate/flow-operation.ts';
import {
  causedEvent,
  isSameTable,
  watchedEvents,
  writtenColumns,
} from '../../patterns/power-automate/flow-table.ts';
import { triggerOf } from '../../patterns/power-automate/flow-trigger.ts';
import { textsIn } from '../../semantics/texts.ts';

/** Returns whether the trigger filters before it starts: a filter or a condition is there to stop the cycle. */
function isFiltered(trigger: Activity): boolean {
  const filter = propertyOf(trigger, 'inputs.parameters.subscriptionRequest/filterexpression');
  if (filter !== undefined && filter.text.trim() !== '') return true;
  return trigger.properties.some(({ name }) => name.startsWith('conditions.'));
}

/** Returns the columns whose change starts the flow, lower case; undefined when every change does. */
function watchedColumns(trigger: Activity): ReadonlySet<string> | undefined {
  const text = propertyOf(trigger, 'inputs.parameters.subscriptionRequest/filteringattributes')?.text ?? '';
  const columns = text.split(',').map((column) => column.trim().toLowerCase());
  return text.trim() === '' ? undefined : new Set(columns);
}

/** Columns with the writer of a row: a flow that reads them can distinguish its own changes from those of people. */
const WRITER = ['editor', 'modifiedby', '_modifiedby_value'];

/**
 * Yields the names that a condition reads, itself or through variables: `body/status` of
 * `triggerOutputs()?['body/status']` reads `status`.
 */
function* namesIn(workflow: Workflow, { properties }: Activity): Generator<string> {
  const expressions = properties.flatMap(({ expression }) => expression ?? []);
  for (const { tree } of expressionsBehind(workflow, expressions))
    for (const text of textsIn(tree)) yield* text.toLowerCase().split('/');
}

/** Returns the names in the conditions under which the run ends. */
function namesThatEnd(workflow: Workflow): ReadonlySet<string> {
  const names = new Set<string>();
  const seen = new Set<number>();
  for (const end of workflow.activities) {
    if (end.role !== 'terminate' || !isLive(end)) continue;
    for (const { index, role } of ancestorsOf(workflow, end)) {
      if (role !== 'branch' || seen.has(index)) continue;
      seen.add(index);
      for (const name of namesIn(workflow, workflow.activities[index]!)) names.add(name);
    }
  }
  return names;
}

/**
 * Returns whether a condition checks the written columns, or who wrote. It stands around the action, or ends the run.
 */
function looksFirst(
  workflow: Workflow,
  write: Activity,
  columns: readonly string[],
  ending: ReadonlySet<string>,
): boolean {
  if (columns.some((column) => ending.has(column))) return true;
  const around = [...ancestorsOf(workflow, write)].filter(({ role }) => role === 'branch');
  return around.some((branch) => [...namesIn(workflow, branch)].some((name) => columns.includes(name)));
}

export const rule = defineRule({
  id: 'PAF-REL-007',
  version: 3,
  title: 'Flow can trigger itself',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Every run starts the next one: the flow goes round in a circle until the platform throttles it or switches it off, and uses up the requests of its owner.',
  fix: 'For Dataverse fill in "Select columns" of the trigger with columns that the flow does not write, or "Filter rows". Otherwise open the trigger, Settings > Trigger conditions, and add a condition that is false for what the flow itself has written, for example on the modifier or on a status column.',
  compliance: ['AVAIL'],
  controls: ['CWE-674'],
  options: {},
  level: 'workflow',
  *check(workflow) {
    const trigger = triggerOf(workflow);
    if (trigger === undefined || isFiltered(trigger)) return;
    const events = watchedEvents(trigger, operationName(trigger));
    if (events.length === 0) return;
    const watched = watchedColumns(trigger);
    let ending: ReadonlySet<string> | undefined;
    for (const activity of workflow.activities) {
      const event = isLive(activity) ? causedEvent(operationName(activity)) : 'none';
      if (event === 'none' || !events.includes(event) || !isSameTable(trigger, activity)) continue;
      // Unknown columns may be among the watched.
      const columns = writtenColumns(activity);
      const isWatched = event !== 'update' || watched === undefined || columns === undefined;
      if (!isWatched && !columns.some((column) => watched.has(column))) continue;
      ending ??= namesThatEnd(workflow);
      if (looksFirst(workflow, activity, [...(columns ?? []), ...WRITER], ending)) continue;
      yield {
        at: activity,
        subject: event,
        message: `"${activity.name}" changes the table that the trigger "${trigger.name}" watches, so the flow starts itself again.`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `{"triggers": {"Row": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "d",
            "operationId": "SubscribeWebhookTrigger", "apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"},
            "parameters": {"subscriptionRequest/message": 4, "subscriptionRequest/entityname": "account", "subscriptionRequest/scope": 4}}}},
          "actions": {"Stamp": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "d",
            "operationId": "UpdateRecord", "apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"},
            "parameters": {"entityName": "accounts", "recordId": "1", "item/description": "seen"}}}}}`,
        `{"triggers": {"Item": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "GetOnUpdatedItems", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave"}}}},
          "actions": {"Scope": {"type": "Scope", "actions": {"Stamp": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "PatchItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave", "id": 1, "item/Seen": true}}}}}}}`,
        // A condition on another column stops nothing.
        `{"triggers": {"Item": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "GetOnUpdatedItems", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave"}}}},
          "actions": {"If_long": {"type": "If", "expression": {"greater": ["@triggerOutputs()?['body/Days']", 10]},
            "actions": {"Stamp": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "PatchItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave", "id": 1, "item/Status/Value": "Long"}}}}}}}`,
        // A condition on what the new row does not set stops nothing.
        `{"triggers": {"Item": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "GetOnNewItems", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave"}}}},
          "actions": {"Check": {"type": "If", "expression": {"not": {"equals": ["@triggerOutputs()?['body/Days']", "10"]}},
            "actions": {"Stamp": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "PostItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave", "item/Kind": "Copy"}}}}}}}`,
      ],
      good: [
        // The flow checks the writer, and creates rows of a kind for which it creates none.
        `{"triggers": {"Item": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "GetOnUpdatedItems", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave"}}}},
          "actions": {"Check": {"type": "If", "expression": {"not": {"equals": ["@triggerOutputs()?['body/Editor/Email']", "robot@contoso.example"]}},
            "actions": {"Stamp": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "PatchItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave", "id": 1, "item": "@variables('row')"}}}}}}}`,
        `{"triggers": {"Item": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "GetOnNewItems", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave"}}}},
          "actions": {"Check": {"type": "If", "expression": {"not": {"equals": ["@triggerOutputs()?['body/Kind']", "Copy"]}},
            "actions": {"Stamp": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "PostItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave", "item/Kind": "Copy"}}}}}}}`,
        // Near misses: the flow looks at the column that it writes, and does nothing the second time.
        `{"triggers": {"Item": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "GetOnUpdatedItems", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave"}}}},
          "actions": {"If_new": {"type": "If", "expression": {"not": {"equals": ["@triggerOutputs()?['body/Status/Value']", "Seen"]}},
            "actions": {"Stamp": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "PatchItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave", "id": 1, "item/Status/Value": "Seen"}}}}}}}`,
        `{"triggers": {"Item": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "GetOnUpdatedItems", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave"}}}},
          "actions": {"If_seen": {"type": "If", "expression": "@equals(triggerBody()?['Seen'], true)",
              "actions": {"Stop": {"type": "Terminate", "inputs": {"runStatus": "Cancelled"}}}},
            "Stamp": {"type": "OpenApiConnection", "runAfter": {"If_seen": ["Succeeded"]}, "inputs": {"host": {"connectionName": "s",
            "operationId": "PatchItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave", "id": 1, "item/Seen": true}}}}}`,
        // The condition reads the column through variables and a Compose.
        `{"triggers": {"Item": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "GetOnUpdatedItems", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave"}}}},
          "actions": {"Init": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "seen", "type": "string", "value": "@{triggerOutputs()?['body/Seen']}"}]}},
            "Now": {"type": "Compose", "inputs": "@variables('seen')", "runAfter": {"Init": ["Succeeded"]}},
            "If_seen": {"type": "If", "expression": {"equals": ["@outputs('Now')", "yes"]}, "runAfter": {"Now": ["Succeeded"]},
              "actions": {"Stop": {"type": "Terminate", "inputs": {"runStatus": "Cancelled"}}}},
            "Stamp": {"type": "OpenApiConnection", "runAfter": {"If_seen": ["Succeeded"]}, "inputs": {"host": {"connectionName": "s",
            "operationId": "PatchItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave", "id": 1, "item/Seen": "yes"}}}}}`,
        `{"triggers": {"Row": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "d",
            "operationId": "SubscribeWebhookTrigger", "apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"},
            "parameters": {"subscriptionRequest/message": 4, "subscriptionRequest/entityname": "account",
              "subscriptionRequest/filteringattributes": "name, address1_city"}}}},
          "actions": {"Stamp": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "d",
            "operationId": "UpdateRecord", "apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"},
            "parameters": {"entityName": "accounts", "recordId": "1", "item/description": "seen"}}}}}`,
        `{"triggers": {"Row": {"type": "OpenApiConnectionWebhook", "inputs": {"host": {"connectionName": "d",
            "operationId": "SubscribeWebhookTrigger", "apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"},
            "parameters": {"subscriptionRequest/message": 1, "subscriptionRequest/entityname": "account"}}}},
          "actions": {"Stamp": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "d",
            "operationId": "UpdateRecord", "apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"},
            "parameters": {"entityName": "accounts", "recordId": "1", "item/description": "seen"}}}}}`,
        `{"triggers": {"Item": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "GetOnUpdatedItems", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Leave"}}}},
          "actions": {"Log": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "s",
            "operationId": "PostItem", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},
            "parameters": {"dataset": "https://contoso.example/sites/hr", "table": "Log", "item/Title": "x"}}}}}`,
      ],
    },
  },
});
