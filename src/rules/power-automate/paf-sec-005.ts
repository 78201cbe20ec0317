/** An action that uses a fetched secret and shows it in the run history. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { carriersOf } from '../patterns/flow-carriers.ts';
import { actionKey, actionsOf } from '../patterns/flow-keys.ts';
import { fetchesSecret, hasSecured } from '../patterns/secured-data.ts';

/** Containers show what they decided, and copies are what PAF-SEC-006 is about. */
const SHOWS_NOTHING: ReadonlySet<string> = new Set(['branch', 'loop', 'assign']);

// The platform hides the inputs of an action that uses secured outputs directly, so such a consumer is no finding: only
// what reads an unsecured source, or a copy that has lost its protection, shows the secret.
export const rule = defineRule({
  id: 'PAF-SEC-005',
  version: 1,
  title: 'Action consumes a secret without secured inputs',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The run history shows the inputs of the action with the secret in them to everyone who can see the runs of the flow.',
  fix: 'Open the action, choose Settings, and switch on "Secure inputs" under Security. Take the secret directly from the action that fetches it, with "Secure outputs" switched on there, and not from a variable or a Compose.',
  compliance: ['SECLOG'],
  dedupeGroup: 'secret-in-log',
  options: {},
  level: 'workflow',
  words: ['secret', 'unboundaction'],
  *check(workflow) {
    const sources = workflow.activities.filter((activity) => isLive(activity) && fetchesSecret(activity));
    if (sources.length === 0) return;
    const carriers = carriersOf(workflow, sources.map(actionKey));
    const hidden = new Set(sources.filter((source) => hasSecured(source, 'outputs')).map(actionKey));
    const actions = actionsOf(workflow);
    const reported = new Set<number>();
    for (const expression of workflow.expressions) {
      const user = workflow.activities[expression.owner];
      if (user === undefined || reported.has(user.index) || !isLive(user)) continue;
      if (user.role === 'trigger' || SHOWS_NOTHING.has(user.role) || hasSecured(user, 'inputs')) continue;
      const shown = expression.mentions.find((key) => carriers.has(key) && !hidden.has(key));
      if (shown === undefined) continue;
      reported.add(user.index);
      yield {
        at: expression,
        subject: 'secureInputs',
        message: `"${user.name}" shows the secret from "${actions.get(carriers.get(shown)!)!.name}" in the run history, because its inputs are not secured.`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `"Get_secret": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_keyvault",
          "operationId": "GetSecret", "apiId": "/providers/Microsoft.PowerApps/apis/shared_keyvault"},
          "parameters": {"secretName": "erp"}}},
         "Call": {"type": "Http", "runAfter": {"Get_secret": ["Succeeded"]}, "inputs": {"method": "GET",
          "uri": "https://erp.example.com", "headers": {"x-api-key": "@outputs('Get_secret')?['body/value']"}}}`,
        `"Get_secret": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_keyvault",
          "operationId": "GetSecret", "apiId": "/providers/Microsoft.PowerApps/apis/shared_keyvault"},
          "parameters": {"secretName": "erp"}}, "runtimeConfiguration": {"secureData": {"properties": ["outputs"]}}},
         "Keep": {"type": "Compose", "inputs": "@body('Get_secret')?['value']", "runAfter": {"Get_secret": ["Succeeded"]}},
         "Call": {"type": "Http", "runAfter": {"Keep": ["Succeeded"]}, "inputs": {"method": "GET",
          "uri": "https://erp.example.com", "headers": {"x-api-key": "@{outputs('Keep')}"}}}`,
      ],
      good: [
        `"Get_secret": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_keyvault",
          "operationId": "GetSecret", "apiId": "/providers/Microsoft.PowerApps/apis/shared_keyvault"},
          "parameters": {"secretName": "erp"}}},
         "Call": {"type": "Http", "runAfter": {"Get_secret": ["Succeeded"]}, "inputs": {"method": "GET",
          "uri": "https://erp.example.com", "headers": {"x-api-key": "@outputs('Get_secret')?['body/value']"}},
          "runtimeConfiguration": {"secureData": {"properties": ["inputs"]}}}`,
        `"Get_secret": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_keyvault",
          "operationId": "GetSecret", "apiId": "/providers/Microsoft.PowerApps/apis/shared_keyvault"},
          "parameters": {"secretName": "erp"}}, "runtimeConfiguration": {"secureData": {"properties": ["outputs"]}}},
         "Call": {"type": "Http", "runAfter": {"Get_secret": ["Succeeded"]}, "inputs": {"method": "GET",
          "uri": "https://erp.example.com", "headers": {"x-api-key": "@outputs('Get_secret')?['body/value']"}}}`,
        `"Get_item": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_keyvault",
          "operationId": "ListSecrets", "apiId": "/providers/Microsoft.PowerApps/apis/shared_keyvault"}, "parameters": {}}},
         "Call": {"type": "Http", "runAfter": {"Get_item": ["Succeeded"]}, "inputs": {"method": "GET",
          "uri": "https://erp.example.com", "headers": {"x-secret-name": "@{first(body('Get_item')?['value'])?['name']}"}}}`,
      ],
    },
  },
});
