/** Connectors that a cloud flow uses, as data policies name them. */
import { isLive } from '../../model/navigate.ts';
import type { Anchor, Workflow } from '../../model/workflow.ts';
import { connectorName } from './flow-operation.ts';

/** Steps that data policies list as connectors although they need no connection. */
const BUILT_IN: Readonly<Record<string, string>> = { Http: 'http', HttpWebhook: 'httpwebhook' };

/** Connector with the first place that uses it. */
export interface UsedConnector {
  /** Without `shared_`, in lower case. */
  readonly name: string;
  readonly at: Anchor;
}

/** Returns a connector's name without `shared_`, in lower case. */
export function plainConnector(name: string): string {
  return name.toLowerCase().replace(/^shared_/, '');
}

/** Lists the connectors of the steps that can run, then those that the flow only declares. */
export function usedConnectors({ activities, connections }: Workflow): readonly UsedConnector[] {
  const found = new Map<string, Anchor>();
  for (const activity of activities) {
    if (!isLive(activity)) continue;
    const name = connectorName(activity) || BUILT_IN[activity.type];
    if (name !== undefined && !found.has(name)) found.set(name, activity);
  }
  for (const connection of connections) {
    const name = plainConnector(connection.connector);
    if (name !== '' && !found.has(name)) found.set(name, connection);
  }
  return [...found].map(([name, at]) => ({ name, at }));
}
