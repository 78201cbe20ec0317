/**
 * Reader of workflows of Copilot Studio that have the graph of their designer alone. From the public samples of the vendor
 * (microsoft/copilot-studio-gallery); a file with a definition of its own is a cloud flow.
 */
import type { Role, Workflow } from '../../../model/workflow.ts';
import { addActivity, closeDraft, type Draft, type DraftActivity, openDraft } from '../../draft.ts';
import type { InputFile } from '../../input-file.ts';
import { type JsonDocument, JsonKind, keyOf, member, numberOf, text } from '../../json/document.ts';
import { memberSource } from '../../json/source.ts';
import { memberName, readStepSettings, type SettingsReading } from '../../kinds/json-settings.ts';
import type { KindReader } from '../../kinds/kind-reader.ts';
import { membersAt, objectAt } from '../../kinds/schema-fields.ts';
import { knownRole } from '../connectors.ts';

/** Roles of the types of nodes; that of a connector is the one of its operation. */
const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>(
  Object.entries({
    start: 'trigger',
    trigger: 'trigger',
    agent: 'ai',
    classifyOnInlineAgent: 'ai',
    ifElse: 'branch',
    condition: 'branch',
    switch: 'branch',
    loop: 'loop',
    variable: 'assign',
    end: 'terminate',
  } as const),
);
const NOTE = 'canvasNote';
/** Facts of the designer about connectors and its own editors. */
const NOISE: ReadonlySet<string> = new Set([
  'brandColor',
  'iconUri',
  'instructionsRich',
  'jsonSchema',
  'outputSchema',
  'paletteIconHint',
  'parametersSchema',
]);
/** Size of a node for which the file has none. */
const SIZE = { width: 240, height: 66 };

/** Returns the graph in a file that holds nothing else of a flow; -1: none. */
function graphOf(doc: JsonDocument): number {
  const graph = objectAt(doc, 0, 'trigger', 'metadata', 'associatedData', 'graph');
  if (graph === -1) return -1;
  const areLists = ['nodes', 'edges'].every((key) => {
    const list = member(doc, graph, key);
    return list !== -1 && doc.kinds[list] === JsonKind.array;
  });
  return areLists ? graph : -1;
}

/** Returns the objects in a list of the graph. */
const entriesOf = (doc: JsonDocument, graph: number, list: string): readonly number[] =>
  [...membersAt(doc, member(doc, graph, list))].filter((at) => doc.kinds[at] === JsonKind.object);

function roleOf(doc: JsonDocument, type: string, config: number): Role {
  if (config === -1) return ROLES.get(type) ?? 'other';
  if (type === 'agent' && text(doc, config, 'botSchemaName')) return 'invoke';
  const connector = type === 'connector' ? text(doc, config, 'apiName') : undefined;
  if (connector === undefined) return ROLES.get(type) ?? 'other';
  return knownRole(connector, text(doc, config, 'operationName') ?? '');
}

/** Reads a node; undefined for a note on the canvas. */
function readNode(reading: SettingsReading, at: number): DraftActivity | undefined {
  const { doc, draft } = reading;
  const type = text(doc, at, 'type') ?? '';
  const config = objectAt(doc, at, 'data', 'config');
  if (type === NOTE) {
    const note = config === -1 ? undefined : text(doc, config, 'markdown');
    if (note) draft.notes.push({ at, owner: -1, name: 'markdown', kind: 'annotation', text: note });
    return undefined;
  }
  const id = text(doc, at, 'id') ?? '';
  const name = text(doc, at, 'name') || id;
  const activity = addActivity(draft, { at, parent: -1, type, role: roleOf(doc, type, config), name, id });
  const step = { index: activity.index, properties: [] };
  activity.properties = step.properties;
  for (const setting of membersAt(doc, config))
    if (!NOISE.has(keyOf(doc, setting))) readStepSettings(reading, setting, step, memberName(doc, setting));
  readCallee(doc, draft, activity, config);
  return activity;
}

/** Adds the agent that a node calls, or the connection that it uses. */
function readCallee(
  doc: JsonDocument,
  draft: Draft,
  { at, index, name, role }: DraftActivity,
  config: number,
): void {
  if (config === -1) return;
  const target = role === 'invoke' ? text(doc, config, 'botSchemaName') : undefined;
  if (target) draft.calls.push({ at, owner: index, name, target, bindings: [] });
  const connector = text(doc, config, 'apiName');
  if (connector) {
    const connection = text(doc, config, 'connectionName') ?? connector;
    draft.connections.push({ at, owner: index, name: connection, connector, fixed: false });
  }
}

function readEdges(
  doc: JsonDocument,
  draft: Draft,
  graph: number,
  nodes: ReadonlyMap<string, DraftActivity>,
): void {
  for (const at of entriesOf(doc, graph, 'edges')) {
    const from = nodes.get(text(doc, at, 'source') ?? '');
    const target = text(doc, at, 'target') ?? '';
    const to = nodes.get(target);
    const name = text(doc, at, 'sourceHandle') ?? '';
    draft.transitions.push({
      at,
      owner: from?.index ?? -1,
      name,
      from: from?.index ?? -1,
      to: to?.index ?? -1,
      target: to?.name ?? target,
      when: name === '' ? [] : [name],
    });
  }
}

function readGraph(file: InputFile): readonly Workflow[] {
  const doc = file.json();
  const graph = graphOf(doc);
  const name = text(doc, graph, 'name') || file.name.replace(/\.json$/i, '');
  const draft = openDraft('power-automate', workflowGraph.kind, name, 'power-fx', memberSource(doc));
  draft.artifactKey = name;
  const reading: SettingsReading = {
    doc,
    draft,
    expressionIn: () => undefined,
    isNoise: ({ key }) => NOISE.has(key),
  };
  const nodes = new Map<string, DraftActivity>();
  for (const at of entriesOf(doc, graph, 'nodes')) {
    const activity = readNode(reading, at);
    if (activity === undefined) continue;
    if (activity.id !== '' && !nodes.has(activity.id)) nodes.set(activity.id, activity);
    if (activity.role === 'trigger') draft.starts.push(activity.index);
  }
  readEdges(doc, draft, graph, nodes);
  const sideOf = (at: number, key: 'width' | 'height'): number => {
    const size = objectAt(doc, at, 'measured');
    const found = size === -1 ? -1 : member(doc, size, key);
    return (found === -1 ? undefined : numberOf(doc, found)) ?? SIZE[key];
  };
  draft.drawing = {
    areaOf({ at }) {
      const position = objectAt(doc, at, 'position');
      const [x, y] = ['x', 'y'].map((key) => {
        const found = position === -1 ? -1 : member(doc, position, key);
        return found === -1 ? undefined : numberOf(doc, found);
      });
      if (x === undefined || y === undefined) return undefined;
      return { x, y, width: sideOf(at, 'width'), height: sideOf(at, 'height') };
    },
    bendsOf: () => undefined,
    starts: new Set(draft.starts),
  };
  return [closeDraft(draft)];
}

/** Workflows whose file holds their graph alone. */
export const workflowGraph: KindReader = {
  kind: 'copilot-studio-workflow',
  path: /\.json$/i,
  syntax: 'json',
  marks: ['"associatedData"'],
  isDistinctive: false,
  isOne: (file) => graphOf(file.json()) !== -1,
  read: readGraph,
};
