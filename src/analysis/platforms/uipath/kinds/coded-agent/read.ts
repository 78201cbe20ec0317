/**
 * Reads what files say of a coded agent or function in Python: its entry points with inputs and outputs, and the resources
 * that it uses. Its code stays unread. From the specifications of `uipath.json`, `entry-points.json` and `bindings.json`
 * in UiPath's Python SDK.
 */
import type { FileKind } from '../../../../model/kinds/file-kind.ts';
import type { Role, Workflow } from '../../../../model/workflow.ts';
import { addActivity, closeDraft, type Draft, openDraft } from '../../../draft.ts';
import type { InputFile } from '../../../input-file.ts';
import { type JsonDocument, JsonKind, keyOf, member, stringOf, text } from '../../../json/document.ts';
import { memberSource } from '../../../json/source.ts';
import {
  kindSettingNames,
  readSetting,
  readStepSettings,
  type SettingsReading,
} from '../../../kinds/json-settings.ts';
import { addArguments, membersAt, objectAt } from '../../../kinds/schema-fields.ts';
import { limitExceeded } from '../../../limits.ts';

/** Entry points and resources of one file; real ones have some tens. */
const ENTRIES_MAX = 5_000;

/** Members that map the names of entry points to places in code, by the framework. */
const ENTRY_MAPS: Readonly<Record<string, string>> = {
  graphs: 'graph',
  functions: 'function',
  workflows: 'workflow',
  agents: 'agent',
};

/** Name of the setting that holds the name of a resource, by its type; others are named alike. */
const RESOURCES: Readonly<Record<string, { readonly role: Role; readonly setting: string }>> = {
  asset: { role: 'credential', setting: 'assetName' },
  queue: { role: 'queue', setting: 'queueName' },
  process: { role: 'invoke', setting: 'name' },
  app: { role: 'approval', setting: 'appName' },
};
const OTHER_RESOURCE = { role: 'other', setting: 'name' } as const;

const FILES_OF_CODE = /\.(?:json|xaml|bpmn|flow|cs)$/i;

/** Returns the list of entry points, or -1. */
function entriesOf(doc: JsonDocument): number {
  const list = doc.kinds[0] === JsonKind.object ? member(doc, 0, 'entryPoints') : -1;
  return list !== -1 && doc.kinds[list] === JsonKind.array ? list : -1;
}

/** Returns the list of resources, or -1. */
function resourcesOf(doc: JsonDocument): number {
  if (doc.kinds[0] !== JsonKind.object) return -1;
  const within = objectAt(doc, 0, 'bindings');
  const list = member(doc, within === -1 ? 0 : within, 'resources');
  return list !== -1 && doc.kinds[list] === JsonKind.array ? list : -1;
}

/** Returns whether a document is the manifest of a coded agent or function, as of LangGraph or of the SDK. */
export function isCodedAgent(doc: JsonDocument): boolean {
  return (
    Object.keys(ENTRY_MAPS).some((key) => !membersAt(doc, objectAt(doc, 0, key)).next().done) ||
    entriesOf(doc) !== -1 ||
    resourcesOf(doc) !== -1
  );
}

/** Returns whether a document lists entry points in Python: those of other projects name files of theirs. */
export function isCodedEntryPoints(doc: JsonDocument): boolean {
  const paths = [...membersAt(doc, entriesOf(doc))].map((at) =>
    doc.kinds[at] === JsonKind.object ? (text(doc, at, 'filePath') ?? '') : '',
  );
  return paths.length > 0 && paths.every((path) => path !== '' && !FILES_OF_CODE.test(path));
}

/** Returns whether a document lists the resources that an agent is bound to. */
export const isBindings = (doc: JsonDocument): boolean => resourcesOf(doc) !== -1;

/** Adds a step for an entry point or a resource. */
function addEntry(
  reading: SettingsReading,
  fields: Pick<Parameters<typeof addActivity>[1], 'at' | 'type' | 'role' | 'name' | 'id'>,
) {
  const { draft } = reading;
  if (draft.activities.length >= ENTRIES_MAX)
    throw limitExceeded('has too many entry points and resources', ENTRIES_MAX);
  return addActivity(draft, { ...fields, parent: -1, properties: [] });
}

/** Reads a map of names to places: `"agent": "./graph.py:graph"`. */
function readEntryMap(reading: SettingsReading, key: string, type: string): void {
  const { doc } = reading;
  for (const at of membersAt(doc, objectAt(doc, 0, key))) {
    const name = keyOf(doc, at);
    const step = addEntry(reading, { at, type, role: 'other', name, id: name });
    readStepSettings(reading, at, step, kindSettingNames.own('code'));
  }
}

/** Reads the entry points; inputs and outputs of the only one are those of the agent. */
function readEntryPoints(reading: SettingsReading): void {
  const { doc } = reading;
  const entries = [...membersAt(doc, entriesOf(doc))].filter((at) => doc.kinds[at] === JsonKind.object);
  for (const at of entries) {
    const path = member(doc, at, 'filePath');
    const name = text(doc, at, 'filePath') ?? '';
    const id = text(doc, at, 'uniqueId') ?? '';
    const type = text(doc, at, 'type') ?? 'agent';
    const step = addEntry(reading, { at, type, role: 'other', name, id });
    if (path !== -1) readStepSettings(reading, path, step, kindSettingNames.own('code'));
  }
  if (entries.length !== 1) return;
  const schema = (key: string): number => objectAt(doc, entries[0]!, key, 'properties');
  addArguments(reading, schema('input'), 'in', (field) => `input.${field}`);
  addArguments(reading, schema('output'), 'out', (field) => `output.${field}`);
}

/** Reads the resources: assets, queues, processes, connections and others, each by its name. */
function readResources(reading: SettingsReading): void {
  const { doc, draft } = reading;
  for (const at of membersAt(doc, resourcesOf(doc))) {
    if (doc.kinds[at] !== JsonKind.object) continue;
    const type = text(doc, at, 'resource') ?? 'resource';
    const value = objectAt(doc, at, 'value');
    const named = boundText(doc, value, 'name');
    const name = named === -1 ? (text(doc, at, 'key') ?? type) : stringOf(doc, named)!;
    const { role, setting } = Object.hasOwn(RESOURCES, type) ? RESOURCES[type]! : OTHER_RESOURCE;
    const step = addEntry(reading, { at, type, role, name, id: text(doc, at, 'id') ?? '' });
    if (named !== -1) readStepSettings(reading, named, step, kindSettingNames.own(setting));
    const folder = boundText(doc, value, 'folderPath');
    if (folder !== -1) readStepSettings(reading, folder, step, kindSettingNames.own('folderPath'));
    const { index: owner } = step;
    if (type === 'process' && named !== -1)
      draft.calls.push({
        at: named,
        owner,
        name,
        target: isComputed(doc, value) ? undefined : name,
        folder: folder === -1 ? undefined : stringOf(doc, folder),
        bindings: [],
      });
    if (type !== 'connection') continue;
    const metadata = objectAt(doc, at, 'metadata');
    const connector = metadata === -1 ? undefined : text(doc, metadata, 'Connector');
    draft.connections.push({ at, owner, name, connector: connector ?? name, fixed: false });
  }
}

/** Returns the text that a resource has unless it is bound to another one, or -1. */
function boundText(doc: JsonDocument, value: number, key: string): number {
  const held = objectAt(doc, value, key);
  const found = held === -1 ? -1 : member(doc, held, 'defaultValue');
  return found !== -1 && doc.kinds[found] === JsonKind.string ? found : -1;
}

function isComputed(doc: JsonDocument, value: number): boolean {
  const held = objectAt(doc, value, 'name');
  const flag = held === -1 ? -1 : member(doc, held, 'isExpression');
  return flag !== -1 && doc.kinds[flag] === JsonKind.true;
}

/** Reads the settings at the top of a manifest, as environment variables and options of the run. */
function readOptions(reading: SettingsReading, draft: Draft): void {
  const { doc } = reading;
  for (const key of ['env', 'runtimeOptions', 'settings']) {
    const at = objectAt(doc, 0, key);
    if (at === -1) continue;
    const step = addActivity(draft, {
      at,
      parent: -1,
      type: key,
      role: 'other',
      name: key,
      id: '',
      properties: [],
    });
    for (const one of membersAt(doc, at))
      if (doc.kinds[one]! > JsonKind.array && doc.kinds[one] !== JsonKind.null)
        (step.properties as unknown[]).push(
          readSetting(reading, one, step.index, kindSettingNames.own(keyOf(doc, one))),
        );
  }
}

/** Reads one file of a coded agent under the name of its folder. */
export function readCodedAgent(file: InputFile, kind: FileKind): Workflow {
  const doc = file.json();
  const name = file.path.split('/').at(-2) ?? file.name.replace(/\.json$/i, '');
  const draft = openDraft('uipath', kind, name, 'javascript', memberSource(doc));
  draft.artifactKey = `${name}/${file.name.toLowerCase()}`;
  const reading: SettingsReading = {
    doc,
    draft,
    expressionIn: () => undefined,
    isNoise: () => false,
  };
  for (const [key, type] of Object.entries(ENTRY_MAPS)) readEntryMap(reading, key, type);
  readEntryPoints(reading);
  readResources(reading);
  readOptions(reading, draft);
  return closeDraft(draft);
}
