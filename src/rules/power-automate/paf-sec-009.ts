/** An SQL text put together from values that are only known at run time. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { actionsOf } from '../patterns/flow-keys.ts';

const OPERATION = 'executepassthroughnativequery';
const QUERY = /(?:^|[./])query$/i;
/** What is set when the flow is deployed and cannot carry a caller's text. */
const DEPLOYED = 'parameter:';

/** Whether an action's result is fixed: a Compose of plain text. */
function isFixedCompose(action: Activity | undefined): boolean {
  return action?.type === 'Compose' && literalOf(propertyOf(action, 'inputs')) !== undefined;
}

/** The statement itself; its parameters stand under `…/formalParameters` and `…/actualParameters`. */
function isStatement(property: Property): boolean {
  return property.name.startsWith('inputs.parameters') && QUERY.test(property.name);
}

export const rule = defineRule({
  id: 'PAF-SEC-009',
  version: 1,
  title: 'Native SQL built from expressions',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A quotation mark in the data ends the text and lets the rest run as SQL, with the rights of the connection: data can be read, changed or deleted.',
  fix: 'In "Execute a SQL query (V2)" write @name into the query wherever a value belongs, declare it under formalParameters ("name": "NVARCHAR(50)"), and put the dynamic content into actualParameters. Or call a stored procedure, or use "Get rows" with a filter.',
  compliance: ['INJ'],
  controls: ['CWE-89'],
  dedupeGroup: 'sql-injection',
  options: {},
  level: 'workflow',
  roles: ['database'],
  words: [OPERATION],
  *check(workflow) {
    for (const activity of workflow.activities) {
      const operation = activity.role === 'database' ? propertyOf(activity, 'operation') : undefined;
      if (!operation?.text.toLowerCase().includes(OPERATION) || !isLive(activity)) continue;
      const actions = actionsOf(workflow);
      for (const property of activity.properties) {
        if (!isStatement(property) || property.expression === undefined) continue;
        // Functions that take nothing from the run, such as utcNow(), mention nothing.
        const data = property.expression.mentions.filter(
          (key) => !key.startsWith(DEPLOYED) && !isFixedCompose(actions.get(key)),
        );
        if (data.length === 0) continue;
        yield {
          at: property,
          subject: property.name,
          message: `"${activity.name}" builds its SQL statement from values of the run instead of passing them as parameters.`,
        };
      }
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `"Find_customer": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sql",
          "operationId": "ExecutePassThroughNativeQuery_V2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sql"},
          "parameters": {"server": "default", "database": "default",
            "query/query": "select * from customers where name = '@{triggerBody()?['name']}'"}}}`,
        `"Find_customer": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sql",
          "operationId": "ExecutePassThroughNativeQuery_V2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sql"},
          "parameters": {"query/query": "@concat('select * from customers where id = ', variables('customerId'))"}}}`,
      ],
      good: [
        `"Find_customer": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sql",
          "operationId": "ExecutePassThroughNativeQuery_V2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sql"},
          "parameters": {"query/query": "select * from customers where name = @name",
            "query/formalParameters/name": "NVARCHAR(100)",
            "query/actualParameters/name": "@triggerBody()?['name']"}}}`,
        `"Purge": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sql",
          "operationId": "ExecutePassThroughNativeQuery_V2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sql"},
          "parameters": {"query/query": "delete from @{parameters('Schema (new_Schema)')}.log where day < '@{utcNow()}'"}}}`,
        `"Statement": {"type": "Compose", "inputs": "select * from customers"},
         "Find": {"type": "OpenApiConnection", "runAfter": {"Statement": ["Succeeded"]},
          "inputs": {"host": {"connectionName": "shared_sql",
          "operationId": "ExecutePassThroughNativeQuery_V2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sql"},
          "parameters": {"query/query": "@outputs('Statement')"}}}`,
      ],
    },
  },
});
