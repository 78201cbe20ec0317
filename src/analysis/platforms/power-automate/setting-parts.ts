/** Files of the Power Platform that hold settings: parameters of custom connectors, and settings of deployments. */
import type { Workflow } from '../../model/workflow.ts';
import { closeDraft, type Draft, openDraft } from '../draft.ts';
import type { InputFile } from '../input-file.ts';
import {
  firstJsonChild,
  type JsonDocument,
  jsonChildren,
  keyOf,
  kindOf,
  member,
  stringOf,
} from '../json/document.ts';
import { jsonSource } from '../json/source.ts';

/** Returns whether a file can hold such settings, by its name: no other file is opened. */
export function isSettingPart(path: string): boolean {
  return (
    CONNECTOR.test(path) || (/\.json$/i.test(path) && SETTINGS.test(path.slice(path.lastIndexOf('/') + 1)))
  );
}

const CONNECTOR = /(?:connectionparameters|apiproperties|oauth\.parameters)\.json$/i;
const SETTINGS = /settings?|deploy/i;
/** A parameter may hold its value in an object: `{"clientSecret": {"value": "…"}}`. */
const VALUE_KEY = /^(?:value|default|defaultvalue)$/i;

function addSetting(draft: Draft, at: number, name: string, text: string): void {
  draft.variables.push({
    at,
    owner: -1,
    name,
    key: name.toLowerCase(),
    type: 'setting',
    secure: false,
    default: { at, owner: -1, name, text, expression: undefined },
    enabled: true,
    modifiers: ['setting'],
  });
}

const textAt = (doc: JsonDocument, object: number, key: string): { at: number; text: string } | undefined => {
  const at = member(doc, object, key);
  const text = at === -1 ? undefined : stringOf(doc, at);
  return text === undefined || text.trim() === '' ? undefined : { at, text };
};

/** Reads every text of a connector's parameters under its key; `parents` are the objects around it. */
function readParameters(doc: JsonDocument, draft: Draft, object: number, name: string): void {
  for (let at = firstJsonChild(doc, object); at !== -1; at = doc.nextSiblings[at]!) {
    const isMember = kindOf(doc, object) === 'object';
    const key = isMember ? keyOf(doc, at) : name;
    const kind = kindOf(doc, at);
    const text = kind === 'string' ? stringOf(doc, at) : undefined;
    if (text !== undefined && text.trim() !== '')
      addSetting(draft, at, VALUE_KEY.test(key) ? name : key, text);
    if (kind === 'object' || kind === 'array') readParameters(doc, draft, at, key);
  }
}

/** Reads the values of environment variables, as a pipeline or the command of the vendor takes them. */
function readDeployment(doc: JsonDocument, draft: Draft, list: number): void {
  for (const entry of jsonChildren(doc, list)) {
    if (kindOf(doc, entry) !== 'object') continue;
    const name = textAt(doc, entry, 'SchemaName');
    const value = textAt(doc, entry, 'Value');
    if (name === undefined || value === undefined) continue;
    // The publisher's prefix is not part of the name.
    addSetting(draft, value.at, name.text.slice(name.text.indexOf('_') + 1), value.text);
  }
}

/** Reads the settings in a file; none when it holds none. */
export function readSettingParts(file: InputFile): readonly Workflow[] {
  if (!isSettingPart(file.path) || file.syntax !== 'json') return [];
  const doc = file.json();
  if (kindOf(doc, 0) !== 'object') return [];
  const draft = openDraft(
    'power-automate',
    'power-automate-solution',
    file.name,
    'workflow-definition',
    jsonSource(doc),
  );
  draft.artifactKey = `settings:${file.path}`;
  const list = member(doc, 0, 'EnvironmentVariables');
  if (CONNECTOR.test(file.path)) readParameters(doc, draft, 0, '');
  else if (list !== -1 && kindOf(doc, list) === 'array') readDeployment(doc, draft, list);
  else return [];
  return [closeDraft(draft)];
}

/** Returns what the settings in a file are, for a sentence; undefined when it holds none. */
export function settingKind(file: InputFile): string | undefined {
  if (readSettingParts(file).length === 0) return undefined;
  return CONNECTOR.test(file.path) ? 'parameters of a custom connector' : 'settings of a deployment';
}
