/** An action that administers the tenant: environments, apps, flows, users, groups, machines. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { changesSomething, connectorName, effectOf } from '../../patterns/power-automate/flow-operation.ts';

const ADDRESS = /(?:^|[./])(?:uri|url)$/i;
const DIRECTORY = /\/(?:users|groups|applications|rolemanagement|directoryroles|serviceprincipals)\b/i;

const plainName = (api: string): string => api.toLowerCase().replace('shared_', '');

/** Returns whether an action changes people, groups or rights through Microsoft Graph. */
function changesDirectory(activity: Activity): boolean {
  return activity.properties.some((property) => {
    if (!ADDRESS.test(property.name)) return false;
    const text = literalOf(property) ?? property.text;
    return /graph/i.test(text) && DIRECTORY.test(text);
  });
}

/** Settings with the connection: in today's form, and in the older one. */
const CONNECTIONS = ['inputs.host.connectionName', 'inputs.host.connection.name'];

/** Returns the connection that an action uses; undefined for a plain HTTP action. */
function connectionOf(activity: Activity): string | undefined {
  for (const name of CONNECTIONS) {
    const property = propertyOf(activity, name);
    if (property !== undefined) return property.text.toLowerCase();
  }
  return undefined;
}

// The file does not show the flow's run-time rights; operations that only read are not reported.
export const rule = defineRule({
  id: 'PAF-SEC-021',
  version: 2,
  title: 'Privileged administration operation',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'medium',
  confidence: 'high',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'The connection needs rights over the tenant, and everyone who may edit the flow has these rights too.',
  fix: 'Move the flow to an environment that only administrators may edit, use an identity of its own with the smallest role that works, and put an approval before the operation.',
  compliance: ['LEASTPRIV'],
  groupBy: 'connection',
  options: {
    apis: {
      default: [
        'powerplatformforadmins',
        'powerplatformadminv2',
        'powerappsforadmins',
        'microsoftflowforadmins',
        'flowmanagement',
        'azuread',
        'office365groups',
        'azurevm',
        'azureautomation',
      ] as readonly string[],
      about: 'Connectors for administration, by their API name without `shared_`.',
      stricter: 'longer',
    },
  },
  level: 'activity',
  words: ({ apis }) => [...apis.map(plainName), 'graph'],
  *check(activity, { options }) {
    if (!changesSomething(activity)) return;
    const connector = connectorName(activity);
    const listed = options.apis.some((name) => plainName(name) === connector);
    // Of the operations on groups only those on their members grant rights.
    const isMembership = connector !== 'office365groups' || effectOf(activity) === 'permission';
    if (!(listed && isMembership) && !changesDirectory(activity)) return;
    const connection = connectionOf(activity);
    yield {
      at: activity,
      subject: 'administration',
      message: `"${activity.name}" administers the tenant and needs a privileged connection.`,
      ...(connection === undefined ? {} : { group: connection }),
    };
  },
  examples: {
    'power-automate': {
      bad: [
        `"Remove": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_powerplatformforadmins",
          "operationId": "Remove-AdminEnvironment", "apiId": "/providers/Microsoft.PowerApps/apis/shared_powerplatformforadmins"},
          "parameters": {"environment": "@triggerBody()?['id']"}}}`,
        `"Join": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365groups",
          "operationId": "AddMemberToGroup", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365groups"},
          "parameters": {"groupId": "g", "userUpn": "@triggerBody()?['who']"}}}`,
        `"Create_user": {"type": "Http", "inputs": {"method": "POST", "uri": "https://graph.microsoft.com/v1.0/users", "body": {}}}`,
        // Two actions with one connection, and one with another.
        {
          text: `"Remove": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_admin", "operationId": "Remove-AdminEnvironment", "apiId": "/providers/Microsoft.PowerApps/apis/shared_powerplatformforadmins"}, "parameters": {}}},
         "Rights": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "SHARED_admin", "operationId": "Edit-AdminEnvironmentRoleAssignment", "apiId": "/providers/Microsoft.PowerApps/apis/shared_powerplatformforadmins"}, "parameters": {}}},
         "Lock": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_admin_1", "operationId": "Remove-AdminEnvironment", "apiId": "/providers/Microsoft.PowerApps/apis/shared_powerplatformforadmins"}, "parameters": {}}}`,
          findings: 2,
        },
        // Without a connection each action signs in for itself.
        {
          text: `"Create": {"type": "Http", "inputs": {"method": "POST", "uri": "https://graph.microsoft.com/v1.0/users", "body": {}}},
         "Join": {"type": "Http", "inputs": {"method": "POST", "uri": "https://graph.microsoft.com/v1.0/groups/1/members/$ref", "body": {}}}`,
          findings: 2,
        },
      ],
      good: [
        `"List": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_powerplatformforadmins",
          "operationId": "Get-AdminEnvironment", "apiId": "/providers/Microsoft.PowerApps/apis/shared_powerplatformforadmins"},
          "parameters": {"environment": "e"}}}`,
        `"Members": {"type": "OpenApiConnection", "inputs": {"host": {"connectionName": "shared_office365groups",
          "operationId": "ListGroupMembers", "apiId": "/providers/Microsoft.PowerApps/apis/shared_office365groups"},
          "parameters": {"groupId": "g"}}}`,
        `"Find_user": {"type": "Http", "inputs": {"method": "GET", "uri": "https://graph.microsoft.com/v1.0/users"}}`,
        `"Send": {"type": "Http", "inputs": {"method": "POST", "uri": "https://graph.microsoft.com/v1.0/me/sendMail", "body": {}}}`,
      ],
    },
  },
});
