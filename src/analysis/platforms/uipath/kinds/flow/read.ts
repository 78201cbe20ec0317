/** Reads flows of UiPath Maestro: nodes, edges, variables and places, with expressions in JavaScript. */
import type { Property, Workflow } from '../../../../model/workflow.ts';
import { addActivity, closeDraft, type Draft, type DraftActivity, openDraft } from '../../../draft.ts';
import type { InputFile } from '../../../input-file.ts';
import { expressionSyntax, scriptSyntax } from '../../../javascript/syntax.ts';
import {
  isText,
  type JsonDocument,
  JsonKind,
  keyOf,
  member,
  stringOf,
  text,
} from '../../../json/document.ts';
import { memberSource } from '../../../json/source.ts';
import {
  kindSettingNames,
  readSetting,
  readStepSettings,
  type SettingsReading,
} from '../../../kinds/json-settings.ts';
import { membersAt, objectAt } from '../../../kinds/schema-fields.ts';
import type { SettingPlaceName } from '../../../setting-names.ts';
import { flowDrawing } from './drawing.ts';
import { edgeConditions, isResource, nodeRole, plainType } from './node-types.ts';
import { type FlowReading, readNodeResource } from './resources.ts';

const MARK = '=js:';
/** Settings that are expressions without a mark: the conditions of decisions and switches. */
const CONDITION = /^(?:expression|condition|cases\.\d+\.expression)$/;
/** Facts of the designer about connectors, up to 80 kB a node. */
const NOISE: ReadonlySet<string> = new Set([
  'configuration',
  'inputMetadata',
  'telemetryData',
  'errorState',
  'fieldType',
  'schema',
  'icon',
]);

function beginReading(doc: JsonDocument, draft: Draft): FlowReading {
  return {
    doc,
    draft,
    activities: new Map(),
    bindings: bindingsOf(doc),
    definitions: definitionsOf(doc),
    updates: new Map(
      [...membersAt(doc, objectAt(doc, 0, 'variables', 'variableUpdates'))].map((at) => [keyOf(doc, at), at]),
    ),
    expressionIn(value, { text: name, key }) {
      if (value.startsWith(MARK)) return { syntax: expressionSyntax, text: value.slice(MARK.length) };
      if (key === 'script') return { syntax: scriptSyntax, text: value };
      return CONDITION.test(name) && value.trim() !== ''
        ? { syntax: expressionSyntax, text: value }
        : undefined;
    },
    isNoise: ({ key }) => NOISE.has(key),
  };
}

/** Returns the values that the designer keeps for the resources of a flow, by the ids of the bindings. */
function bindingsOf(doc: JsonDocument): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const at of membersAt(doc, member(doc, 0, 'bindings'))) {
    if (doc.kinds[at] !== JsonKind.object) continue;
    const [id, value] = [text(doc, at, 'id'), text(doc, at, 'default')];
    if (id !== undefined && value !== undefined) found.set(id, value);
  }
  return found;
}

function definitionsOf(doc: JsonDocument): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const at of membersAt(doc, member(doc, 0, 'definitions'))) {
    const type = doc.kinds[at] === JsonKind.object ? text(doc, at, 'nodeType') : undefined;
    if (type !== undefined) found.set(type, at);
  }
  return found;
}

/** Returns the nodes by the id of the one that each belongs to: a loop, a subflow, or the agent whose tool it is. */
function nodesByOwner(doc: JsonDocument): ReadonlyMap<string, readonly number[]> {
  const owners = new Map<string, string>();
  for (const edge of edgesOf(doc)) {
    const [source, target] = [text(doc, edge, 'sourceNodeId'), text(doc, edge, 'targetNodeId')];
    if (source !== undefined && target !== undefined && !owners.has(target)) owners.set(target, source);
  }
  const ids = new Set<string>();
  const nodes = [...membersAt(doc, member(doc, 0, 'nodes'))].filter(
    (at) => doc.kinds[at] === JsonKind.object,
  );
  for (const at of nodes) ids.add(text(doc, at, 'id') ?? '');
  return Map.groupBy(nodes, (at) => {
    const id = text(doc, at, 'id') ?? '';
    const isTool = isResource(text(doc, at, 'type') ?? '');
    const owner = text(doc, at, 'parentId') ?? (isTool ? owners.get(id) : undefined);
    return owner !== undefined && ids.has(owner) && owner !== id ? owner : '';
  });
}

const edgesOf = (doc: JsonDocument): number[] =>
  [...membersAt(doc, member(doc, 0, 'edges'))].filter((at) => doc.kinds[at] === JsonKind.object);

/** Reads the nodes, each before those that belong to it. Nodes in a circle of owners are read last, without one. */
function readNodes(reading: FlowReading): void {
  const { doc } = reading;
  const byOwner = nodesByOwner(doc);
  const read = new Set<number>();
  const entered = new Set<string>();
  const open: { readonly at: number; readonly parent: number }[] = [];
  const enter = (owner: string, parent: number): void => {
    if (entered.has(owner)) return;
    entered.add(owner);
    const own = byOwner.get(owner) ?? [];
    for (let index = own.length - 1; index >= 0; index -= 1) open.push({ at: own[index]!, parent });
  };
  const drain = (): void => {
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (read.has(next.at)) continue;
      read.add(next.at);
      const activity = readNode(reading, next.at, next.parent);
      if (activity.id !== '') enter(activity.id, activity.index);
    }
  };
  enter('', -1);
  drain();
  for (const group of byOwner.values())
    for (const at of group) {
      if (read.has(at)) continue;
      open.push({ at, parent: -1 });
      drain();
    }
}

function readNode(reading: FlowReading, at: number, parent: number): DraftActivity {
  const { doc, draft, activities } = reading;
  const id = text(doc, at, 'id') ?? '';
  const fullType = text(doc, at, 'type') ?? '';
  const type = plainType(fullType);
  const display = objectAt(doc, at, 'display');
  const name = (display === -1 ? undefined : text(doc, display, 'label')) || id;
  const properties: Property[] = [];
  const fields = { at, parent, slot: '', type, role: nodeRole(type), name, id, properties };
  const activity = addActivity(draft, fields);
  if (!activities.has(id)) activities.set(id, activity);
  readMembers(reading, objectAt(doc, at, 'inputs'), activity, '');
  readOutputs(reading, at, activity);
  // Updates belong to an id: of several nodes with one id, the first gets them.
  if (activities.get(id) === activity) readUpdates(reading, activity);
  const note = display === -1 ? -1 : member(doc, display, 'subLabel');
  const noted = note === -1 ? undefined : stringOf(doc, note);
  if (noted !== undefined && noted !== '')
    draft.notes.push({ at: note, owner: activity.index, name: 'subLabel', kind: 'annotation', text: noted });
  readNodeResource(reading, at, fullType, activity);
  return activity;
}

function readMembers(reading: FlowReading, at: number, activity: DraftActivity, prefix: string): void {
  for (const setting of membersAt(reading.doc, at)) {
    const key = keyOf(reading.doc, setting);
    if (NOISE.has(key)) continue;
    const name =
      prefix === ''
        ? kindSettingNames.member(kindSettingNames.root, undefined, reading.doc, setting)
        : kindSettingNames.own(prefix + key);
    readMarked(reading, setting, activity, name);
  }
}

/** Reads a setting; one of the form `{type, expression}` has the kind of its value beside it. */
function readMarked(reading: FlowReading, at: number, activity: DraftActivity, name: SettingPlaceName): void {
  const { doc, draft } = reading;
  const properties = activity.properties as Property[];
  const expression = doc.kinds[at] === JsonKind.object ? member(doc, at, 'expression') : -1;
  const type = expression === -1 ? -1 : member(doc, at, 'type');
  if (type === -1 || doc.kinds[expression] !== JsonKind.string) {
    readStepSettings(reading, at, activity, name);
    return;
  }
  const isCode = isText(doc, type, 'jsExpression');
  const marked: SettingsReading = {
    doc,
    draft,
    isNoise: () => false,
    expressionIn: (value, place) =>
      isCode && !value.startsWith(MARK)
        ? { syntax: expressionSyntax, text: value }
        : reading.expressionIn(value, place),
  };
  properties.push(readSetting(marked, expression, activity.index, name));
}

/** Reads the outputs that the author computes: those of ends, and of others what is not the plain result. */
function readOutputs(reading: FlowReading, at: number, activity: DraftActivity): void {
  const { doc } = reading;
  for (const output of membersAt(doc, objectAt(doc, at, 'outputs'))) {
    const source = doc.kinds[output] === JsonKind.object ? member(doc, output, 'source') : -1;
    if (source === -1 || doc.kinds[source] === JsonKind.null) continue;
    const isPlain = /^=(?:result\b|Error$)|^null$/.test(
      stringOf(doc, source) ??
        (doc.kinds[source] === JsonKind.object ? (text(doc, source, 'expression') ?? '') : ''),
    );
    if (!isPlain)
      readMarked(reading, source, activity, kindSettingNames.own(`outputs.${keyOf(doc, output)}`));
  }
}

/** Reads the variables that a node sets. */
function readUpdates(reading: FlowReading, activity: DraftActivity): void {
  const { doc } = reading;
  for (const update of membersAt(doc, reading.updates.get(activity.id) ?? -1)) {
    if (doc.kinds[update] !== JsonKind.object) continue;
    const value = member(doc, update, 'expression');
    const variable = text(doc, update, 'variableId') ?? '';
    if (value !== -1)
      readMarked(reading, value, activity, kindSettingNames.own(`variableUpdates.${variable}`));
  }
}

function readEdges({ doc, draft, activities }: FlowReading): void {
  for (const at of edgesOf(doc)) {
    const from = activities.get(text(doc, at, 'sourceNodeId') ?? '');
    const target = text(doc, at, 'targetNodeId') ?? '';
    const to = activities.get(target);
    if (to !== undefined && isResource(to.type)) continue;
    const port = text(doc, at, 'sourcePort') ?? '';
    draft.transitions.push({
      at,
      owner: from?.index ?? -1,
      name: port,
      from: from?.index ?? -1,
      to: to?.index ?? -1,
      target: to?.name ?? target,
      when: edgeConditions(port),
    });
  }
}

function readVariables(reading: FlowReading): void {
  const { doc, draft } = reading;
  const variables = objectAt(doc, 0, 'variables');
  for (const at of variables === -1 ? [] : membersAt(doc, member(doc, variables, 'globals'))) {
    if (doc.kinds[at] !== JsonKind.object) continue;
    const name = text(doc, at, 'id') ?? '';
    const initial = member(doc, at, 'defaultValue');
    const isScalar =
      initial !== -1 && doc.kinds[initial]! > JsonKind.array && doc.kinds[initial] !== JsonKind.null;
    const variable = {
      at,
      owner: -1,
      name,
      key: `$vars.${name}`,
      type: text(doc, at, 'type') ?? '',
      secure: false,
      default: isScalar ? readSetting(reading, initial, -1, kindSettingNames.own(name)) : undefined,
      enabled: true,
    };
    const direction = text(doc, at, 'direction');
    if (direction === 'in' || direction === 'out') draft.arguments.push({ ...variable, direction });
    else draft.variables.push(variable);
  }
}

/** Reads the flow of a document that `isFlowDocument` accepts. */
export function readFlowFile(file: InputFile): Workflow {
  const doc = file.json();
  const name = text(doc, 0, 'name') || file.name.replace(/\.flow$/i, '');
  const draft = openDraft('uipath', 'uipath-flow', name, 'javascript', memberSource(doc));
  draft.artifactKey = text(doc, 0, 'id') ?? name;
  const reading = beginReading(doc, draft);
  readVariables(reading);
  readNodes(reading);
  readEdges(reading);
  for (const { role, index, parent } of draft.activities)
    if (role === 'trigger' && parent === -1) draft.starts.push(index);
  draft.drawing = flowDrawing(doc, reading.activities, draft.starts);
  return closeDraft(draft);
}

/** Returns whether a document has the nodes and edges of a flow. */
export function isFlowDocument(doc: JsonDocument): boolean {
  if (doc.kinds[0] !== JsonKind.object) return false;
  const [nodes, edges] = [member(doc, 0, 'nodes'), member(doc, 0, 'edges')];
  const areLists = nodes !== -1 && edges !== -1 && doc.kinds[nodes] === JsonKind.array;
  return areLists && doc.kinds[edges] === JsonKind.array;
}
