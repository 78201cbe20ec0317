/** An action that fetches a secret and shows it in the run history. */
import { defineRule } from '../../model/rule.ts';
import { fetchesSecret, hasSecured } from '../../patterns/power-automate/secured-data.ts';

export const rule = defineRule({
  id: 'PAF-SEC-004',
  version: 1,
  title: 'Secret is fetched without secured outputs',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Every run keeps the secret in plain text, for 28 days and longer, and everyone who can see the runs of the flow can read it.',
  fix: 'Open the action, choose Settings, and switch on "Secure outputs" under Security. Actions that use the output directly then hide it as well; variables do not, so pass it on without one. Renew the secret if the flow has run already.',
  compliance: ['SECLOG'],
  dedupeGroup: 'secret-in-log',
  options: {},
  level: 'activity',
  words: ['secret', 'unboundaction'],
  *check(activity) {
    if (!fetchesSecret(activity) || hasSecured(activity, 'outputs')) return;
    yield {
      at: activity,
      subject: 'secureOutputs',
      message: `"${activity.name}" shows the secret that it fetches in the run history, because its outputs are not secured.`,
    };
  },
  examples: {
    'power-automate': {
      bad: [
        `"Get_secret": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_keyvault",
          "operationId": "GetSecret", "apiId": "/providers/Microsoft.PowerApps/apis/shared_keyvault"},
          "parameters": {"secretName": "erp"}}}`,
        `"Read_secret": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_commondataserviceforapps",
          "operationId": "PerformUnboundAction", "apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"},
          "parameters": {"actionName": "RetrieveEnvironmentVariableSecretValue", "item/EnvironmentVariableName": "new_Erp"}},
          "runtimeConfiguration": {"secureData": {"properties": ["inputs"]}}}`,
        `"Ask_vault": {"type": "Http", "inputs": {"method": "GET",
          "uri": "https://contoso.vault.azure.net/secrets/@{parameters('Name (new_Name)')}?api-version=7.4"}}`,
        `"Ask_vault": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_webcontents",
          "operationId": "InvokeHttp", "apiId": "/providers/Microsoft.PowerApps/apis/shared_webcontents"},
          "parameters": {"request/method": "GET", "request/url": "https://contoso.vault.azure.net/secrets/erp?api-version=7.4"}}}`,
      ],
      good: [
        `"Get_secret": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_keyvault",
          "operationId": "GetSecret", "apiId": "/providers/Microsoft.PowerApps/apis/shared_keyvault"},
          "parameters": {"secretName": "erp"}},
          "runtimeConfiguration": {"secureData": {"properties": ["inputs", "outputs"]}}}`,
        `"List_secrets": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_keyvault",
          "operationId": "ListSecrets", "apiId": "/providers/Microsoft.PowerApps/apis/shared_keyvault"}, "parameters": {}}}`,
        `"Win": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_commondataserviceforapps",
          "operationId": "PerformUnboundAction", "apiId": "/providers/Microsoft.PowerApps/apis/shared_commondataserviceforapps"},
          "parameters": {"actionName": "WinOpportunity"}}}`,
        `"Rotate": {"type": "Http", "inputs": {"method": "PUT",
          "uri": "https://contoso.vault.azure.net/secrets/erp?api-version=7.4", "body": {}}}`,
      ],
    },
  },
});
