/** Walks triggers and actions, with their nested branches, into activities. */
import type { Property, Role } from '../../model/workflow.ts';
import type { DraftActivity } from '../draft.ts';
import {
  firstJsonChild,
  isPlainJsonValue,
  type JsonDocument,
  JsonKind,
  keyOf,
  member,
  ownKeyOf,
  stringOf,
} from '../json/document.ts';
import { ownTextProperty, RangeProperty } from '../range-property.ts';
import type { SettingPlaceName } from '../setting-names.ts';
import { stands } from '../shared-names.ts';
import { readCall } from './calls.ts';
import { connectorOf, markHost } from './connectors.ts';
import { FlowActivity, shownName } from './flow/flow-activity.ts';
import { type ActionKeys, repeatedKeys, Siblings } from './flow/siblings.ts';
import { flowSettingNames, isStructure, Mark, recordMarked } from './marks.ts';
import { actionTypeAt } from './roles.ts';
import {
  readInitializedVariables,
  readResponseOutputs,
  readTriggerInputs,
  writtenVariable,
} from './symbols.ts';
import { type FlowReader, readProperties } from './values.ts';

/** Input of `flow.ts`: by activity, its siblings and the position of its `runAfter` (-1: none). */
export interface ActionWalk extends FlowReader {
  readonly keys: ActionKeys;
  readonly siblings: Siblings[];
  readonly runAfters: number[];
  /** Keys of the outputs that the responses have given so far. */
  readonly outputs: Set<string>;
  /** The settings of the action that is being read, and their names. */
  readonly settings: number[];
  readonly names: SettingPlaceName[];
}

const CONNECTOR = flowSettingNames.fixed('connector');
const OPERATION = flowSettingNames.fixed('operation');

/** Reads the members of `triggers`. */
export function readTriggers(walk: ActionWalk, container: number): void {
  readGroup(walk, container, -1, '', true);
}

/** Reads the members of an `actions` object, and everything in them. */
export function readActions(walk: ActionWalk, container: number, parent: number, slot: string): void {
  readGroup(walk, container, parent, slot, false);
}

function readGroup(
  walk: ActionWalk,
  container: number,
  parent: number,
  slot: string,
  triggers: boolean,
): void {
  const { doc, draft } = walk;
  if (container === -1) return;
  if (doc.kinds[container] !== JsonKind.object) {
    const reason = `The list of ${triggers ? 'triggers' : 'actions'} is not an object.`;
    const kind = isPlainJsonValue(doc, container) ? 'no-content' : 'wrong-type';
    draft.unread.push({ at: container, owner: parent, name: 'actions', kind, reason });
    return;
  }
  const first = firstJsonChild(doc, container);
  const last = repeatedKeys(doc, first);
  const siblings = new Siblings(walk.keys, last === undefined);
  for (let child = first; child !== -1; child = doc.nextSiblings[child]!) {
    const isRepeated = last !== undefined && last.get(ownKeyOf(doc, child)) !== child;
    if (isRepeated || doc.kinds[child] !== JsonKind.object) {
      const name = shownName(ownKeyOf(doc, child));
      const what = isRepeated ? 'stands here twice; only the last one counts' : 'is not an action';
      const kind = isPlainJsonValue(doc, child) ? 'no-content' : isRepeated ? 'repeated-key' : 'wrong-type';
      draft.unread.push({ at: child, owner: parent, name, kind, reason: `"${name}" ${what}.` });
      continue;
    }
    siblings.add(child, draft.activities.length);
    walk.siblings.push(siblings);
    readAction(walk, child, parent, slot, triggers);
  }
}

function readAction(walk: ActionWalk, at: number, parent: number, slot: string, isTrigger: boolean): void {
  const { doc, draft, marked } = walk;
  const count = markMembers(walk, at);
  const type = actionTypeAt(doc, marked[Mark.type]!);
  const role = isTrigger ? 'trigger' : type.role;
  const index = draft.activities.length;
  const activity = new FlowActivity(doc, at, index, parent, slot, type.text, role, marked[Mark.metadata]!);
  draft.activities.push(activity);
  walk.runAfters.push(isTrigger ? -1 : marked[Mark.runAfter]!);
  readDescription(walk, marked[Mark.description]!, activity);
  const properties = readSettings(walk, at, activity, count);
  activity.properties = properties;
  if (type.writesVariable && !isTrigger) writtenVariable(walk, properties);
  const connectorCall = readConnector(walk, at, activity, properties);
  if (!isTrigger && connectorCall !== undefined) activity.role = connectorCall;
  if (isTrigger) readTriggerInputs(walk, at);
  if (activity.role === 'respond') readResponseOutputs(walk, at, walk.outputs);
  if (activity.role === 'invoke') readCall(walk, at, activity);
  readBranches(walk, activity);
}

/**
 * Records the positions of an action's structural members, gathers the settings, and returns the number of settings.
 */
function markMembers({ doc, marked, settings, names }: ActionWalk, at: number): number {
  for (let mark = 0; mark < marked.length; mark += 1) marked[mark] = -1;
  const { root } = flowSettingNames;
  let count = 0;
  let name: SettingPlaceName | undefined;
  for (let child = firstJsonChild(doc, at); child !== -1; child = doc.nextSiblings[child]!) {
    name = flowSettingNames.member(root, name, doc, child);
    if (isStructure(name.mark)) marked[name.mark] = child;
    else {
      settings[count] = child;
      names[count] = name;
      count += 1;
    }
  }
  return count;
}

/** Reads the settings that `markMembers` has gathered. */
function readSettings(walk: ActionWalk, at: number, activity: DraftActivity, count: number): Property[] {
  const { doc, marked, settings, names } = walk;
  const { index, type } = activity;
  const properties: Property[] = [];
  for (let i = 0; i < count; i += 1) {
    const setting = settings[i]!;
    const name = names[i]!;
    if (name.mark === Mark.inputs) recordMarked(marked, Mark.inputs, setting);
    if (name.mark === Mark.inputs && type === 'InitializeVariable') {
      readInitializedVariables(walk, setting, name, activity, properties);
      markHost(doc, at, marked);
    } else readProperties(walk, setting, index, name, properties);
  }
  return properties;
}

function readDescription({ doc, draft }: ActionWalk, at: number, activity: DraftActivity): void {
  const note = at === -1 ? undefined : stringOf(doc, at);
  if (note !== undefined)
    draft.notes.push({ at, owner: activity.index, name: 'description', kind: 'annotation', text: note });
}

/**
 * Adds the properties `connector` and `operation`. The older and the newer form of a connector call write them in
 * different places. Returns the role of the operation; undefined when the action calls no connector.
 */
function readConnector(
  { doc, marked }: ActionWalk,
  at: number,
  { index }: DraftActivity,
  properties: Property[],
): Role | undefined {
  const found = connectorOf(doc, at, marked);
  if (found === undefined) return undefined;
  const { connector, connectorAt, operation, operationAt, role } = found;
  properties.push(endProperty(doc, connectorAt, index, CONNECTOR, connector));
  if (operation !== '') properties.push(endProperty(doc, operationAt, index, OPERATION, operation));
  return role;
}

/** Returns a setting whose text is the end of a string: a name behind the path that leads to it. */
function endProperty(
  doc: JsonDocument,
  at: number,
  owner: number,
  name: SettingPlaceName,
  text: string,
): RangeProperty {
  const end = doc.ends[at]! - 1;
  const start = end - text.length;
  if (start <= doc.starts[at]! || text.includes('\\') || !stands(text, doc.bytes, start, end))
    return ownTextProperty(doc.text, at, owner, name, 'in', undefined, text);
  return new RangeProperty(doc.text, at, owner, name, 'in', undefined, start, end, text);
}

function readBranches(walk: ActionWalk, activity: DraftActivity): void {
  const { doc, marked } = walk;
  const { index } = activity;
  // Actions inside leave marks of their own.
  const actions = marked[Mark.actions]!;
  const otherwise = marked[Mark.else]!;
  const cases = marked[Mark.cases]!;
  const fallback = marked[Mark.default]!;
  const tools = marked[Mark.tools]!;
  readActions(walk, actions, index, activity.type === 'If' ? 'actions' : '');
  if (otherwise !== -1) readActions(walk, member(doc, otherwise, 'actions'), index, 'else');
  if (cases !== -1 && doc.kinds[cases] === JsonKind.object) {
    for (let child = firstJsonChild(doc, cases); child !== -1; child = doc.nextSiblings[child]!)
      readCase(walk, child, activity);
  }
  if (tools !== -1 && doc.kinds[tools] === JsonKind.object)
    for (let child = firstJsonChild(doc, tools); child !== -1; child = doc.nextSiblings[child]!)
      readActions(walk, member(doc, child, 'actions'), index, `tools.${keyOf(doc, child)}`);
  if (fallback !== -1 && doc.kinds[fallback] === JsonKind.object)
    readActions(walk, member(doc, fallback, 'actions'), index, 'default');
}

function readCase(walk: ActionWalk, at: number, activity: DraftActivity): void {
  const { doc } = walk;
  const slot = `cases.${keyOf(doc, at)}`;
  const value = member(doc, at, 'case');
  if (value !== -1)
    readProperties(
      walk,
      value,
      activity.index,
      flowSettingNames.own(`${slot}.case`),
      activity.properties as Property[],
    );
  readActions(walk, member(doc, at, 'actions'), activity.index, slot);
}
