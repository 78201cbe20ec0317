/** Walks triggers and actions, with their nested branches, into activities. */
import type { Property, Role } from '../../model/workflow.ts';
import { addActivity, type DraftActivity } from '../draft.ts';
import { firstChild, JsonKind, keyOf, kindOf, member, ownKeyOf, stringOf, text } from '../json-document.ts';
import { readCall } from './calls.ts';
import { connectorOf, connectorRole } from './connectors.ts';
import { roleOf, writesVariable } from './roles.ts';
import {
  readInitializedVariables,
  readResponseOutputs,
  readTriggerInputs,
  writtenVariable,
} from './symbols.ts';
import { type FlowReader, readProperties } from './values.ts';

/** The siblings of one place in the flow: normalised key → index of the activity. */
export type Group = Map<string, number>;

/** What the walk leaves for `flow.ts`: by activity, its siblings and where its `runAfter` stands (-1: nowhere). */
export interface Walk extends FlowReader {
  readonly groups: Group[];
  readonly runAfters: number[];
  /** Keys of the outputs that the responses have given so far. */
  readonly outputs: Set<string>;
}

/** Members of an action that are structure or noise, and no settings of it. */
const NOT_SETTINGS: ReadonlySet<string> = new Set([
  'type',
  'runAfter',
  'metadata',
  'description',
  'actions',
  'else',
  'cases',
  'default',
]);

/** Action keys as `runAfter` and expressions match them. */
export function normalKey(key: string): string {
  const lower = key.toLowerCase();
  return lower.includes(' ') ? lower.replaceAll(' ', '_') : lower;
}

/** An action's key as the designer shows it. */
function shownName(key: string): string {
  return key.includes('_') ? key.replaceAll('_', ' ') : key;
}

/** Reads the members of `triggers`. */
export function readTriggers(walk: Walk, container: number): void {
  readGroup(walk, container, -1, '', true);
}

/** Reads the members of an `actions` object, and everything in them. */
export function readActions(walk: Walk, container: number, parent: number, slot: string): void {
  readGroup(walk, container, parent, slot, false);
}

function readGroup(walk: Walk, container: number, parent: number, slot: string, triggers: boolean): void {
  const { doc, draft } = walk;
  if (container === -1) return;
  if (kindOf(doc, container) !== 'object') {
    const reason = `The list of ${triggers ? 'triggers' : 'actions'} is not an object.`;
    draft.unread.push({ at: container, owner: parent, name: 'actions', reason });
    return;
  }
  const last = new Map<string, number>();
  const keys: string[] = [];
  for (let child = firstChild(doc, container); child !== -1; child = doc.nextSiblings[child]!) {
    const key = ownKeyOf(doc, child);
    keys.push(key);
    last.set(key, child);
  }
  const group: Group = new Map();
  let place = 0;
  for (let child = firstChild(doc, container); child !== -1; child = doc.nextSiblings[child]!) {
    const key = keys[place]!;
    place += 1;
    const name = shownName(key);
    if (last.get(key) !== child) {
      const reason = `"${name}" stands here twice; only the last one counts.`;
      draft.unread.push({ at: child, owner: parent, name, reason });
    } else if (doc.kinds[child] !== JsonKind.object) {
      draft.unread.push({ at: child, owner: parent, name, reason: `"${name}" is not an action.` });
    } else {
      const activity = readAction(walk, child, { key, name }, parent, slot, triggers);
      walk.groups[activity.index] = group;
      group.set(normalKey(key), activity.index);
    }
  }
}

function readAction(
  walk: Walk,
  at: number,
  { key, name }: { readonly key: string; readonly name: string },
  parent: number,
  slot: string,
  isTrigger: boolean,
): DraftActivity {
  const { doc, draft } = walk;
  const type = text(doc, at, 'type') ?? '';
  const activity = addActivity(draft, {
    at,
    parent,
    slot,
    type,
    role: isTrigger ? 'trigger' : roleOf(type),
    name,
    id: key,
  });
  walk.runAfters[activity.index] = isTrigger ? -1 : member(doc, at, 'runAfter');
  readDescription(walk, at, activity);
  const properties: Property[] = [];
  activity.properties = properties;
  for (let child = firstChild(doc, at); child !== -1; child = doc.nextSiblings[child]!) {
    const setting = keyOf(doc, child);
    if (setting === 'inputs' && type === 'InitializeVariable')
      readInitializedVariables(walk, child, activity, properties);
    else if (!NOT_SETTINGS.has(setting)) readProperties(walk, child, activity.index, setting, properties);
  }
  if (writesVariable(type)) writtenVariable(properties);
  const connectorCall = readConnector(walk, at, activity, properties);
  if (!isTrigger && connectorCall !== undefined) activity.role = connectorCall;
  if (isTrigger) readTriggerInputs(walk, at);
  if (activity.role === 'respond') readResponseOutputs(walk, at, walk.outputs);
  if (activity.role === 'invoke') readCall(walk, at, activity);
  readBranches(walk, at, activity);
  return activity;
}

function readDescription({ doc, draft }: Walk, at: number, activity: DraftActivity): void {
  const found = member(doc, at, 'description');
  const note = found === -1 ? undefined : stringOf(doc, found);
  if (note !== undefined)
    draft.notes.push({
      at: found,
      owner: activity.index,
      name: 'description',
      kind: 'annotation',
      text: note,
    });
}

/**
 * Adds the properties `connector` and `operation`, which the older and the newer form of a connector call write in
 * different places, and answers the role of the operation; undefined when the action calls no connector.
 */
function readConnector(
  walk: Walk,
  at: number,
  activity: DraftActivity,
  properties: Property[],
): Role | undefined {
  const found = connectorOf(walk.doc, at);
  if (found === undefined) return undefined;
  const place = { owner: activity.index, expression: undefined, direction: 'in' as const };
  properties.push({ ...place, at: found.connectorAt, name: 'connector', text: found.connector });
  if (found.operation !== '')
    properties.push({ ...place, at: found.operationAt, name: 'operation', text: found.operation });
  return connectorRole(found.connector, found.operation, found.action);
}

function readBranches(walk: Walk, at: number, activity: DraftActivity): void {
  const { doc } = walk;
  const { index } = activity;
  readActions(walk, member(doc, at, 'actions'), index, activity.type === 'If' ? 'actions' : '');
  const otherwise = member(doc, at, 'else');
  if (otherwise !== -1) readActions(walk, member(doc, otherwise, 'actions'), index, 'else');
  const cases = member(doc, at, 'cases');
  if (cases !== -1 && doc.kinds[cases] === JsonKind.object) {
    for (let child = firstChild(doc, cases); child !== -1; child = doc.nextSiblings[child]!)
      readCase(walk, child, activity);
  }
  const fallback = member(doc, at, 'default');
  if (fallback !== -1 && doc.kinds[fallback] === JsonKind.object)
    readActions(walk, member(doc, fallback, 'actions'), index, 'default');
}

function readCase(walk: Walk, at: number, activity: DraftActivity): void {
  const { doc } = walk;
  const slot = `cases.${keyOf(doc, at)}`;
  const value = member(doc, at, 'case');
  if (value !== -1)
    readProperties(walk, value, activity.index, `${slot}.case`, activity.properties as Property[]);
  readActions(walk, member(doc, at, 'actions'), activity.index, slot);
}
