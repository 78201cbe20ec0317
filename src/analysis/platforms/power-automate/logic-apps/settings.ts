/** Reader of the settings beside workflows of Azure Logic Apps (Standard): `connections.json` and `parameters.json`. */
import type { Workflow } from '../../../model/workflow.ts';
import { closeDraft, type Draft, openDraft } from '../../draft.ts';
import type { InputFile } from '../../input-file.ts';
import { type JsonDocument, JsonKind, keyOf, stringOf, text } from '../../json/document.ts';
import { jsonSource } from '../../json/source.ts';
import type { KindReader } from '../../kinds/kind-reader.ts';
import { membersAt, objectAt } from '../../kinds/schema-fields.ts';
import { addSetting } from '../setting.ts';

const LISTS = ['managedApiConnections', 'serviceProviderConnections', 'functionConnections'];

/** A parameter holds its value in an object: `{"ApiKey": {"type": "String", "value": "…"}}`. */
const isParameter = (doc: JsonDocument, at: number): boolean =>
  doc.kinds[at] === JsonKind.object && text(doc, at, 'type') !== undefined;

const membersOfRoot = (doc: JsonDocument): number[] =>
  doc.kinds[0] === JsonKind.object ? [...membersAt(doc, 0)] : [];

/** Returns whether a file has what its name says: others are of other products. */
function isSettings(file: InputFile): boolean {
  const doc = file.json();
  const members = membersOfRoot(doc);
  if (/parameters\.json$/i.test(file.name))
    return members.length > 0 && members.every((at) => isParameter(doc, at));
  return members.some((at) => LISTS.includes(keyOf(doc, at)));
}

/** Reads each fixed text under its key; `name` is that of the object around it. Expressions are values of elsewhere. */
function readTexts(doc: JsonDocument, draft: Draft, container: number, name: string): void {
  for (const at of membersAt(doc, container)) {
    const key = doc.kinds[container] === JsonKind.object ? keyOf(doc, at) : name;
    const value = stringOf(doc, at);
    if (value === undefined) readTexts(doc, draft, at, key === 'value' ? name : key);
    else if (value.trim() !== '' && !value.includes('@') && key !== 'type')
      addSetting(draft, at, key === 'value' ? name : key, value);
  }
}

function readConnections(doc: JsonDocument, draft: Draft, list: number): void {
  for (const at of membersAt(doc, list)) {
    const api = objectAt(doc, at, 'api');
    const provider = objectAt(doc, at, 'serviceProvider');
    const id = text(doc, api === -1 ? provider : api, 'id') ?? '';
    const connector = id.slice(id.lastIndexOf('/') + 1);
    draft.connections.push({ at, owner: -1, name: keyOf(doc, at), connector, fixed: false });
  }
}

function readSettings(file: InputFile): readonly Workflow[] {
  const doc = file.json();
  const draft = openDraft('power-automate', logicAppSettings.kind, file.name, 'power-fx', jsonSource(doc));
  draft.artifactKey = `settings:${file.path}`;
  for (const at of membersOfRoot(doc)) {
    const key = keyOf(doc, at);
    if (key === 'managedApiConnections' || key === 'serviceProviderConnections')
      readConnections(doc, draft, at);
    readTexts(doc, draft, at, key);
  }
  return [closeDraft(draft)];
}

// `local.settings.json` is for one computer, and its values are those of tests.
/** Connections and parameters. */
export const logicAppSettings: KindReader = {
  kind: 'azure-logic-app-settings',
  path: /(?:^|\/)(?:connections|parameters)\.json$/i,
  syntax: 'json',
  marks: ['"managedApiConnections"', '"serviceProviderConnections"', '"value"'],
  isDistinctive: false,
  optional: 'logicApps',
  isOne: isSettings,
  read: readSettings,
};
