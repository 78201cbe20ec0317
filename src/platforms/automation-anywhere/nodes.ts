/** Reads the commands of a bot, depth first: children before branches, as the editor shows and numbers them. */
import type { Property } from '../../model/workflow.ts';
import { addActivity, type Draft, type DraftActivity } from '../draft.ts';
import { firstChild, type JsonDocument, JsonKind, shortTextOf, stringOf } from '../json-document.ts';
import type { SettingName } from '../setting-names.ts';
import { addCall, calledBot, targetOf } from './calls.ts';
import { Key, settingNames } from './keys.ts';
import { BODY, BRANCHES } from './reachability.ts';
import { type Command, commandOf } from './roles.ts';
import type { Sink } from './texts.ts';
import { readAttributes, readValue } from './values.ts';

/** What the whole walk shares. */
export interface Reading {
  readonly doc: JsonDocument;
  readonly draft: Draft;
  readonly declared: ReadonlySet<string>;
  /** Kinds of commands met so far. */
  readonly commands: Map<string, Map<string, Command>>;
  /** Lines that the editor has shown so far. */
  editorLines: number;
}

/** The members of one node, as values; -1 for what it lacks. */
interface Parts {
  uid: number;
  command: number;
  package: number;
  disabled: boolean;
  attributes: number;
  children: number;
  branches: number;
  readonly others: { readonly at: number; readonly name: SettingName }[];
}

function partsOf(doc: JsonDocument, node: number): Parts {
  const parts: Parts = {
    uid: -1,
    command: -1,
    package: -1,
    disabled: false,
    attributes: -1,
    children: -1,
    branches: -1,
    others: [],
  };
  let name: SettingName | undefined;
  for (let at = firstChild(doc, node); at !== -1; at = doc.nextSiblings[at]!) {
    name = settingNames.member(settingNames.root, name, doc, at);
    takePart(doc, parts, at, name);
  }
  return parts;
}

function takePart(doc: JsonDocument, parts: Parts, at: number, name: SettingName): void {
  switch (name.mark) {
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
      parts.others.push({ at, name });
  }
}

const textAt = (doc: JsonDocument, at: number): string => (at === -1 ? '' : (shortTextOf(doc, at) ?? ''));

/** Reads the entries of `nodes`, `children`, `branches` or `triggers` into activities. */
export function readNodes(
  reading: Reading,
  list: number,
  parent: DraftActivity | undefined,
  slot: string,
): void {
  const { doc, draft } = reading;
  if (list === -1 || doc.kinds[list] === JsonKind.null) return;
  const owner = parent?.index ?? -1;
  if (doc.kinds[list] !== JsonKind.array) {
    draft.unread.push({ at: list, owner, name: slot, reason: `"${slot}" is not a list of commands.` });
    return;
  }
  for (let node = firstChild(doc, list); node !== -1; node = doc.nextSiblings[node]!)
    readNode(reading, node, parent, slot);
}

function readNode(reading: Reading, node: number, parent: DraftActivity | undefined, slot: string): void {
  const { doc, draft } = reading;
  const trigger = slot === 'triggers';
  if (!trigger) reading.editorLines += 1;
  const parts = doc.kinds[node] === JsonKind.object ? partsOf(doc, node) : undefined;
  const commandName = parts === undefined ? '' : textAt(doc, parts.command);
  if (parts === undefined || commandName === '') {
    const owner = parent?.index ?? -1;
    draft.unread.push({ at: node, owner, name: slot, reason: 'An entry is no command: it has no name.' });
    return;
  }
  const command = commandOf(reading.commands, textAt(doc, parts.package), commandName);
  const activity = addActivity(draft, {
    at: node,
    parent: parent?.index ?? -1,
    slot,
    type: command.type,
    role: trigger ? 'trigger' : command.role,
    name: command.title,
    id: parts.uid === -1 ? '' : (stringOf(doc, parts.uid) ?? ''),
    enabled: !parts.disabled && (parent?.enabled ?? true),
    ...(trigger ? {} : { editorLine: reading.editorLines }),
  });
  readSettings(reading, activity, parts);
  readNodes(reading, parts.children, activity, BODY);
  readNodes(reading, parts.branches, activity, BRANCHES);
}

function readSettings(reading: Reading, activity: DraftActivity, parts: Parts): void {
  const properties: Property[] = [];
  const { doc, draft, declared } = reading;
  const sink: Sink = { doc, draft, declared, owner: activity.index, properties };
  if (activity.role === 'comment') {
    readComment(sink, parts.attributes);
    return;
  }
  if (parts.attributes !== -1) readAttributes(sink, settingNames.root, parts.attributes);
  for (const { at, name } of parts.others) {
    const out = name.mark === Key.returnTo || name.mark === Key.returns;
    readValue(sink, name, at, out ? 'out' : 'in');
  }
  activity.properties = properties;
  if (activity.role === 'invoke') addCall(reading.draft, activity.index, properties);
  activity.name = ownName(activity);
}

/** A comment is prose: it mentions no variables and sets nothing. */
function readComment(sink: Sink, attributes: number): void {
  if (attributes === -1) return;
  const prose: Property[] = [];
  const apart = { ...sink.draft, expressions: [] };
  readAttributes({ ...sink, draft: apart, properties: prose }, settingNames.root, attributes);
  for (const { at, owner, name, text } of prose) {
    if (name === 'comment') sink.draft.notes.push({ kind: 'comment', at, owner, name, text });
  }
}

/** Longer titles are cut: they stand in every place that is named inside the step. */
const TITLE_LENGTH_MAX = 120;

function cut(title: string): string {
  return title.length > TITLE_LENGTH_MAX ? `${title.slice(0, TITLE_LENGTH_MAX)}…` : title;
}

/** The title of a step, the bot that is run; else what the editor calls the command. */
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
