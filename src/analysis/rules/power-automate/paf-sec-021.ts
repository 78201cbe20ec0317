/** An action that administers the tenant: environments, apps, flows, users, groups, machines. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { changesSomething, connectorName, effectOf } from '../../patterns/power-automate/flow-operation.ts';
import { defineRule } from '../define-rule.ts';

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
export const rule = defineRule('PAF-SEC-021', {
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
});
