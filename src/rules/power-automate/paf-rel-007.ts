/** A flow that starts on changes of a table and makes such changes itself. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { operationName } from '../patterns/flow-operation.ts';
import { causedEvent, isSameTable, watchedEvents, writtenColumns } from '../patterns/flow-table.ts';
import { triggerOf } from '../patterns/flow-trigger.ts';

/** Whether the trigger looks before it starts: a filter or a condition is there to stop the circle. */
function isFiltered(trigger: Activity): boolean {
  const filter = propertyOf(trigger, 'inputs.parameters.subscriptionRequest/filterexpression');
  if (filter !== undefined && filter.text.trim() !== '') return true;
  return trigger.properties.some(({ name }) => name.startsWith('conditions.'));
}

/** The columns whose change starts the flow, lower case; undefined when every change does. */
function watchedColumns(trigger: Activity): ReadonlySet<string> | undefined {
  const text = propertyOf(trigger, 'inputs.parameters.subscriptionRequest/filteringattributes')?.text ?? '';
  const columns = text
    .toLowerCase()
    .split(',')
    .map((column) => column.trim());
  return text.trim() === '' ? undefined : new Set(columns);
}

export const rule = defineRule({
  id: 'PAF-REL-007',
  version: 1,
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
    for (const activity of workflow.activities) {
      const event = isLive(activity) ? causedEvent(operationName(activity)) : 'none';
      if (event === 'none' || !events.includes(event) || !isSameTable(trigger, activity)) continue;
      // The columns count for changes only; unknown ones may be among the watched.
      if (event === 'update' && watched !== undefined) {
        const columns = writtenColumns(activity);
        if (columns !== undefined && !columns.some((column) => watched.has(column))) continue;
      }
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
      ],
      good: [
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
