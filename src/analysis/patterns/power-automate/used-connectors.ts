/** Connectors that a cloud flow uses, as data policies name them. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { derivedOfList } from '../../model/interning/derived.ts';
import { remembered } from '../../model/interning/remembered.ts';
import { isLive } from '../../model/navigate.ts';
import type { Anchor, Workflow } from '../../model/workflow.ts';
import { connectorName } from './flow-operation.ts';

/** Steps that data policies list as connectors although they need no connection. */
const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ['Http', 'http'],
  ['HttpWebhook', 'httpwebhook'],
]);

/** Connector with the first place that uses it. */
export interface UsedConnector {
  /** Without `shared_`, in lower case. */
  readonly name: string;
  readonly at: Anchor;
}

/** Returns the name of a step that counts as a connector by itself; undefined: its type is none of these. */
export function builtInConnector(type: string): string | undefined {
  return BUILT_IN.get(type);
}

/** Returns a connector's name without `shared_`, in lower case. */
export function plainConnector(name: string): string {
  return name.toLowerCase().replace(/^shared_/, '');
}

/** Returns the test of names by a list of a data policy. Connectors recur from flow to flow. */
const namesIn = derivedOfList((list): ((name: string) => boolean) => {
  const names = new Set(list.map(plainConnector));
  const wildcards = [...names].filter((pattern) => pattern.includes('*'));
  return remembered((name) => {
    const plain = plainConnector(name);
    return names.has(plain) || wildcards.some((pattern) => matchesWildcard(plain, pattern));
  });
});

/** Returns those of the connectors that a list of a data policy names; `*` in it stands for any characters. */
export function namedBy(connectors: readonly string[], list: readonly string[]): readonly string[] {
  return connectors.filter(namesIn(list));
}

/** Lists the connectors of the steps that can run, then those that the flow only declares. */
export function usedConnectors({ activities, connections }: Workflow): readonly UsedConnector[] {
  const found = new Map<string, Anchor>();
  for (const activity of activities) {
    if (!isLive(activity)) continue;
    const name = connectorName(activity) || BUILT_IN.get(activity.type);
    if (name !== undefined && !found.has(name)) found.set(name, activity);
  }
  for (const connection of connections) {
    const name = plainConnector(connection.connector);
    if (name !== '' && !found.has(name)) found.set(name, connection);
  }
  return [...found].map(([name, at]) => ({ name, at }));
}
