/** Reads the commands of a bot, depth first: children before branches, as the editor shows and numbers them. */
import type { Property } from '../../model/workflow.ts';
import type { Draft, DraftActivity } from '../draft.ts';
import { firstJsonChild, isPlainJsonValue, type JsonDocument, JsonKind } from '../json/document.ts';
import type { SettingPlaceName } from '../setting-names.ts';
import { BotActivity } from './bot-activity.ts';
import { addCall, calledBot, targetOf } from './calls.ts';
import { commandOf } from './commands.ts';
import { botSettingNames, Key } from './keys.ts';
import { BODY, BRANCHES } from './reachability.ts';
import type { Sink } from './texts.ts';
import { readAttributes, readBotValue } from './values.ts';

/** State shared by the whole walk. */
export interface BotReading {
  readonly doc: JsonDocument;
  /** By value: the number of its key. */
  readonly keys: Uint8Array;
  readonly draft: Draft;
  readonly declared: ReadonlyMap<string, string>;
  /** Those of all commands, as they are read. */
  readonly properties: Property[];
  /** Lines that the editor has shown so far. */
  editorLines: number;
  /** Set when the walk has read a command behind which nothing in the same list may run. */
  mayEndLists: boolean;
}

/** The members of one node, as values; -1 for an absent one. */
interface Parts {
  uid: number;
  command: number;
  package: number;
  disabled: boolean;
  attributes: number;
  children: number;
  branches: number;
  /** There are members that are settings. */
  hasSettings: boolean;
}

function partsOf({ doc, keys }: BotReading, node: number): Parts {
  const parts: Parts = {
    uid: -1,
    command: -1,
    package: -1,
    disabled: false,
    attributes: -1,
    children: -1,
    branches: -1,
    hasSettings: false,
  };
  for (let at = firstJsonChild(doc, node); at !== -1; at = doc.nextSiblings[at]!) {
    switch (keys[at]) {
      case Key.uid:
        parts.uid = at;
        break;
      case Key.commandName:
      case Key.triggerName:
        parts.command = at;
        break;
      case Key.packageName:
        parts.package = at;
        break;
      case Key.disabled:
        parts.disabled = doc.kinds[at] === JsonKind.true;
        break;
      case Key.attributes:
        parts.attributes = at;
        break;
      case Key.children:
        parts.children = at;
        break;
      case Key.branches:
        parts.branches = at;
        break;
      default:
        parts.hasSettings = true;
    }
  }
  return parts;
}

/** Keys of a node that are no settings. */
const PARTS = new Uint8Array(Object.keys(Key).length);
for (const part of [
  Key.uid,
  Key.commandName,
  Key.triggerName,
  Key.packageName,
  Key.disabled,
  Key.attributes,
  Key.children,
  Key.branches,
])
  PARTS[part] = 1;

/** Reads the entries of `nodes`, `children`, `branches` or `triggers` into activities. */
export function readNodes(
  reading: BotReading,
  list: number,
  parent: DraftActivity | undefined,
  slot: string,
): void {
  const { doc, draft } = reading;
  if (list === -1 || doc.kinds[list] === JsonKind.null) return;
  const owner = parent?.index ?? -1;
  if (doc.kinds[list] !== JsonKind.array) {
    const reason = `"${slot}" is not a list of commands.`;
    const kind = isPlainJsonValue(doc, list) ? 'no-content' : 'wrong-type';
    draft.unread.push({ at: list, owner, name: slot, kind, reason });
    return;
  }
  for (let node = firstJsonChild(doc, list); node !== -1; node = doc.nextSiblings[node]!)
    readNode(reading, node, parent, slot);
}

function readNode(reading: BotReading, node: number, parent: DraftActivity | undefined, slot: string): void {
  const { doc, draft } = reading;
  const trigger = slot === 'triggers';
  if (!trigger) reading.editorLines += 1;
  const parts = doc.kinds[node] === JsonKind.object ? partsOf(reading, node) : undefined;
  const command = parts === undefined ? undefined : commandOf(doc, parts.package, parts.command);
  if (parts === undefined || command === undefined) {
    const owner = parent?.index ?? -1;
    const reason = 'An entry is no command: it has no name.';
    const kind = isPlainJsonValue(doc, node) ? 'no-content' : 'unknown-entry';
    draft.unread.push({ at: node, owner, name: slot, kind, reason });
    return;
  }
  const index = draft.activities.length;
  const line = trigger ? undefined : reading.editorLines;
  const { disabled, uid } = parts;
  const activity = new BotActivity(doc, node, index, parent, slot, command, disabled, line, uid);
  draft.activities.push(activity);
  if (command.mayEndList && !trigger && activity.enabled) reading.mayEndLists = true;
  readSettings(reading, node, activity, parts);
  readNodes(reading, parts.children, activity, BODY);
  readNodes(reading, parts.branches, activity, BRANCHES);
}

function readSettings(reading: BotReading, node: number, activity: DraftActivity, parts: Parts): void {
  const { doc, keys, draft, declared } = reading;
  if (activity.role === 'comment') {
    readComment(reading, activity.index, parts.attributes);
    return;
  }
  const { properties } = reading;
  const first = properties.length;
  const owner = activity.index;
  const sink: Sink = { doc, keys, draft, declared, expressions: draft.expressions, owner, properties };
  if (parts.attributes !== -1) readAttributes(sink, botSettingNames.root, parts.attributes);
  if (parts.hasSettings) readOwnSettings(sink, node);
  // A copy is trimmed to size: otherwise most of the memory of many short lists would be unused capacity.
  activity.properties = properties.slice(first);
  if (activity.role === 'invoke') addCall(sink, activity.properties);
  activity.name = ownName(activity);
}

/** Members that newer and older versions have beside the attributes. */
function readOwnSettings(sink: Sink, node: number): void {
  const { doc, keys } = sink;
  let name: SettingPlaceName | undefined;
  for (let at = firstJsonChild(doc, node); at !== -1; at = doc.nextSiblings[at]!) {
    const key = keys[at]!;
    if (PARTS[key] === 1) continue;
    name = botSettingNames.member(botSettingNames.root, name, doc, at);
    readBotValue(sink, name, at, key === Key.returnTo || key === Key.returns ? 'out' : 'in');
  }
}

/** Reads a comment, which is prose: it mentions no variables and sets nothing. */
function readComment({ doc, keys, draft, declared }: BotReading, owner: number, attributes: number): void {
  if (attributes === -1) return;
  const prose: Property[] = [];
  const sink: Sink = { doc, keys, draft, declared, expressions: [], owner, properties: prose };
  readAttributes(sink, botSettingNames.root, attributes);
  for (const { at, name, text } of prose)
    if (name === 'comment') draft.notes.push({ kind: 'comment', at, owner, name, text });
}

/** Longer titles are cut: they recur in the path of every step inside. */
const TITLE_LENGTH_MAX = 120;

function cut(title: string): string {
  return title.length > TITLE_LENGTH_MAX ? `${title.slice(0, TITLE_LENGTH_MAX)}…` : title;
}

/** Returns the title of a step, or the bot that it runs; else the editor's name for the command. */
function ownName(activity: DraftActivity): string {
  if (activity.type === 'Step/step') {
    const title = activity.properties.find((property) => property.name === 'title')?.text.trim();
    return cut(title || activity.name);
  }
  const file = activity.role === 'invoke' ? calledBot(activity.properties) : undefined;
  const target = file === undefined ? undefined : targetOf(file);
  return cut(
    target === undefined ? activity.name : `${activity.name} ${target.slice(target.lastIndexOf('/') + 1)}`,
  );
}
