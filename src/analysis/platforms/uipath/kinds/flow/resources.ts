/** Callees of the nodes of a flow: processes, agents, API workflows and connections. */
import type { DraftActivity } from '../../../draft.ts';
import { JsonKind, member, text } from '../../../json/document.ts';
import type { SettingsReading } from '../../../kinds/json-settings.ts';
import { membersAt, objectAt } from '../../../kinds/schema-fields.ts';
import { connectorOfType } from './node-types.ts';

/** A flow while it is read. */
export interface FlowReading extends SettingsReading {
  /** By the id of a node: its activity. */
  readonly activities: Map<string, DraftActivity>;
  readonly bindings: ReadonlyMap<string, string>;
  readonly definitions: ReadonlyMap<string, number>;
  /** By the id of a node: the variables that it sets. */
  readonly updates: ReadonlyMap<string, number>;
}

/** Returns the model of a node: newer files keep it with the definition of the type. */
function modelOf({ doc, definitions }: FlowReading, at: number, type: string): number {
  const own = objectAt(doc, at, 'model');
  if (own !== -1 && objectAt(doc, own, 'bindings') !== -1) return own;
  const definition = definitions.get(type);
  const shared = definition === undefined ? -1 : objectAt(doc, definition, 'model');
  return shared === -1 ? own : shared;
}

/** Reads what a node calls: a process, agent or API workflow, or a connection. */
export function readNodeResource(
  reading: FlowReading,
  at: number,
  type: string,
  activity: DraftActivity,
): void {
  const { doc, draft } = reading;
  const connector = connectorOfType(type);
  if (connector !== undefined) {
    const detail = objectAt(doc, at, 'inputs', 'detail');
    const id = detail === -1 ? undefined : text(doc, detail, 'connectionId');
    draft.connections.push({ at, owner: activity.index, name: id ?? connector, connector, fixed: false });
    return;
  }
  const inline = objectAt(doc, at, 'inputs');
  const source =
    type === 'uipath.agent.autonomous' && inline !== -1 ? text(doc, inline, 'source') : undefined;
  const target = source ?? bindingOf(reading, at, type, 'name');
  if (target === undefined && activity.role !== 'invoke') return;
  const bindings = activity.properties
    .filter(({ name }) => !/^(?:outputs|variableUpdates)\./.test(name))
    .map((value) => ({ name: value.name, direction: 'in', value }) as const);
  draft.calls.push({
    at,
    owner: activity.index,
    name: activity.name,
    target,
    folder: source === undefined ? bindingOf(reading, at, type, 'folderPath') : undefined,
    bindings: source === undefined ? bindings : [],
  });
}

/** Returns the name or the folder of the process that a node starts. */
function bindingOf(
  reading: FlowReading,
  at: number,
  type: string,
  key: 'name' | 'folderPath',
): string | undefined {
  const { doc } = reading;
  const model = modelOf(reading, at, type);
  const bindings = model === -1 ? -1 : objectAt(doc, model, 'bindings');
  if (bindings === -1 || text(doc, bindings, 'resource') === 'connection') return undefined;
  const values = member(doc, bindings, 'values');
  if (values === -1) return undefined;
  if (doc.kinds[values] === JsonKind.object) return text(doc, values, key);
  for (const value of membersAt(doc, values))
    if (doc.kinds[value] === JsonKind.object && text(doc, value, 'name') === key)
      return text(doc, value, 'default');
  return undefined;
}
