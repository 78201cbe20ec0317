/** Reads the commands of a bot, depth first: children before branches, as the editor shows and numbers them. */
import type { Property } from '../../model/workflow.ts';
import { addActivity, type Draft, type DraftActivity } from '../draft.ts';
import { firstChild, type JsonDocument, JsonKind, keyOf, stringOf } from '../json-document.ts';
import { addCall, calledBot, targetOf } from './calls.ts';
import { Key, keyNumber } from './keys.ts';
import { BODY, BRANCHES } from './reachability.ts';
import { type Command, commandOf } from './roles.ts';
import { readAttributes, readValue, type Sink } from './values.ts';

/** What the whole walk shares. */
export interface Reading {
  readonly doc: JsonDocument;
  readonly draft: Draft;
  readonly declared: ReadonlySet<string>;
  /** Kinds of commands met so far. */
  readonly commands: Map<string, Command>;
  /** Lines that the editor has shown so far. */
  editorLines: number;
}

/** The members of one node, as values; -1 for what it lacks. */
interface Parts {
  uid: string;
  command: string;
  package: string;
  disabled: boolean;
  attributes: number;
  children: number;
  branches: number;
  readonly others: number[];
}

function partsOf(doc: JsonDocument, node: number): Parts {
  const parts: Parts = {
    uid: '',
    command: '',
    package: '',
    disabled: false,
    attributes: -1,
    children: -1,
    branches: -1,
    others: [],
  };
  for (let at = firstChild(doc, node); at !== -1; at = doc.nextSiblings[at]!) takePart(doc, parts, at);
  return parts;
}

function takePart(doc: JsonDocument, parts: Parts, at: number): void {
  switch (keyNumber(doc, at)) {
    case Key.uid:
      parts.uid = stringOf(doc, at) ?? '';
      break;
    case Key.commandName:
    case Key.triggerName:
      parts.command = stringOf(doc, at) ?? '';
      break;
    case Key.packageName:
      parts.package = stringOf(doc, at) ?? '';
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
      parts.others.push(at);
  }
}

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
  if (parts === undefined || parts.command === '') {
    const owner = parent?.index ?? -1;
    draft.unread.push({ at: node, owner, name: slot, reason: 'An entry is no command: it has no name.' });
    return;
  }
  const command = commandOf(reading.commands, parts.package, parts.command);
  const activity = addActivity(draft, {
    at: node,
    parent: parent?.index ?? -1,
    slot,
    type: command.type,
    role: trigger ? 'trigger' : command.role,
    name: command.title,
    id: parts.uid,
    enabled: !parts.disabled && (parent?.enabled ?? true),
    ...(trigger ? {} : { editorLine: reading.editorLines }),
  });
  readSettings(reading, activity, parts);
  readNodes(reading, parts.children, activity, BODY);
  readNodes(reading, parts.branches, activity, BRANCHES);
}

function readSettings(reading: Reading, activity: DraftActivity, parts: Parts): void {
  const properties: Property[] = [];
  const sink: Sink = { ...reading, owner: activity.index, properties };
  if (activity.role === 'comment') {
    readComment(sink, parts.attributes);
    return;
  }
  if (parts.attributes !== -1) readAttributes(sink, '', parts.attributes);
  for (const at of parts.others) {
    const number = keyNumber(reading.doc, at);
    const out = number === Key.returnTo || number === Key.returns;
    readValue(sink, keyOf(reading.doc, at), at, out ? 'out' : 'in');
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
  readAttributes({ ...sink, draft: apart, properties: prose }, '', attributes);
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
