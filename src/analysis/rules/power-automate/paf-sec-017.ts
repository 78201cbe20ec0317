/** A flow uses connectors of both groups of the data policy. */
import { defineRule } from '../../model/rule.ts';
import {
  namedBy,
  plainConnector,
  type UsedConnector,
  usedConnectors,
} from '../../patterns/power-automate/used-connectors.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

/** Returns the first connector that a list names. */
function firstOf(used: readonly UsedConnector[], list: readonly string[]): UsedConnector | undefined {
  const patterns = list.map(plainConnector);
  return used.find(({ name }) => patterns.some((pattern) => matchesWildcard(name, pattern)));
}

export const rule = defineRule({
  id: 'PAF-SEC-017',
  version: 1,
  title: 'Business and non-business connectors in one flow',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'Data of the organisation can pass to a service outside it; the environment would refuse to run the flow.',
  fix: 'Split the flow, so that each part uses connectors of one group, or have one of the connectors moved to the other group.',
  compliance: ['DLP'],
  options: {
    business: {
      default: [] as readonly string[],
      about: 'Connectors for business data, by their API name; `*` stands for any characters.',
      stricter: 'equal',
    },
    nonBusiness: {
      default: [] as readonly string[],
      about: 'Connectors for other data, by their API name; `*` stands for any characters.',
      stricter: 'equal',
    },
  },
  needsOneOf: ['business'],
  inventory: {
    kind: 'connector',
    reported(connectors, { business, nonBusiness }) {
      return namedBy(connectors, business).length === 0 ? [] : namedBy(connectors, nonBusiness);
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    const used = usedConnectors(workflow);
    const business = firstOf(used, options.business);
    const other = firstOf(used, options.nonBusiness);
    if (business === undefined || other === undefined || business === other) return;
    yield {
      at: other.at,
      subject: other.name,
      message: `The flow uses "${business.name}" for business data and "${other.name}" for other data.`,
    };
  },
  examples: {
    'power-automate': {
      options: { business: ['sharepointonline', 'office365*'], nonBusiness: ['shared_dropbox', 'http'] },
      bad: [
        `"Get": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sharepointonline", "operationId": "GetItems", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"}, "parameters": {}}, "runAfter": {}},
"Copy": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_dropbox", "operationId": "CreateFile", "apiId": "/providers/Microsoft.PowerApps/apis/shared_dropbox"}, "parameters": {}}, "runAfter": {}}`,
        `"Mail": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365", "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {}}, "runAfter": {}},
"Send": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/orders"}, "runAfter": {}}`,
      ],
      good: [
        `"Get": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sharepointonline", "operationId": "GetItems", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"}, "parameters": {}}, "runAfter": {}},
"Mail": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365", "operationId": "SendEmailV2", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365"}, "parameters": {}}, "runAfter": {}}`,
        `"Copy": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_dropbox", "operationId": "CreateFile", "apiId": "/providers/Microsoft.PowerApps/apis/shared_dropbox"}, "parameters": {}}, "runAfter": {}},
"Send": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/orders"}, "runAfter": {}}`,
        // Near miss: a connector in neither group.
        `"Get": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_sharepointonline", "operationId": "GetItems", "apiId": "/providers/Microsoft.PowerApps/apis/shared_sharepointonline"}, "parameters": {}}, "runAfter": {}},
"Ask": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_approvals", "operationId": "StartAndWaitForAnApproval", "apiId": "/providers/Microsoft.PowerApps/apis/shared_approvals"}, "parameters": {}}, "runAfter": {}}`,
      ],
    },
  },
});
