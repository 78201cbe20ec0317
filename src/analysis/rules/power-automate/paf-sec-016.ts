/** A flow uses a connector that the organisation blocks. */
import { defineRule } from '../../model/rule.ts';
import { namedBy, plainConnector, usedConnectors } from '../../patterns/power-automate/used-connectors.ts';

export const rule = defineRule({
  id: 'PAF-SEC-016',
  version: 1,
  title: 'Blocked connector',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'The data policy of the organisation blocks the connector: nobody may send data through it.',
  fix: 'Use a connector that the data policy allows, or have the connector moved to another group.',
  compliance: ['DLP'],
  options: {
    blocked: {
      default: [] as readonly string[],
      about: 'Connectors by their API name, with or without `shared_`; `*` stands for any characters.',
      stricter: 'longer',
    },
  },
  needsOneOf: ['blocked'],
  inventory: {
    kind: 'connector',
    each: 'name',
    subjectOf: plainConnector,
    reported: (connectors, { blocked }) => namedBy(connectors, blocked),
  },
  level: 'workflow',
  *check(workflow, { options }) {
    for (const { name, at } of usedConnectors(workflow)) {
      if (namedBy([name], options.blocked).length === 0) continue;
      yield { at, subject: name, message: `The flow uses the connector "${name}", which is blocked.` };
    }
  },
  examples: {
    'power-automate': {
      options: { blocked: ['shared_dropbox', 'Twitter*'] },
      bad: [
        `"Copy": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_dropbox", "operationId": "CreateFile", "apiId": "/providers/Microsoft.PowerApps/apis/shared_dropbox"}, "parameters": {}}, "runAfter": {}}`,
        `"Post": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_twitterv2", "operationId": "PostTweet", "apiId": "/providers/Microsoft.PowerApps/apis/shared_twitterv2"}, "parameters": {}}, "runAfter": {}}`,
        // Two steps of one connector are one finding.
        `"Copy": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_dropbox", "operationId": "CreateFile", "apiId": "/providers/Microsoft.PowerApps/apis/shared_dropbox"}, "parameters": {}}, "runAfter": {}},
"Delete": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_dropbox", "operationId": "DeleteFile", "apiId": "/providers/Microsoft.PowerApps/apis/shared_dropbox"}, "parameters": {}}, "runAfter": {}}`,
      ],
      good: [
        `"Mail": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365", "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {}}, "runAfter": {}}`,
        `"Copy": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_dropboxbusiness", "operationId": "CreateFile", "apiId": "/providers/Microsoft.PowerApps/apis/shared_dropboxbusiness"}, "parameters": {}}, "runAfter": {}}`,
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/dropbox"}, "runAfter": {}}`,
      ],
    },
  },
});
