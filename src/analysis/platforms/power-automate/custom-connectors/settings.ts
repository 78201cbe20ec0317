/**
 * Reader of the settings of custom connectors: the parameters of a connection, and the policies that change its requests. In
 * `apiProperties.json` of the vendor's command, or in parts of a solution.
 */
import type { Workflow } from '../../../model/workflow.ts';
import { addActivity, closeDraft, type Draft, openDraft } from '../../draft.ts';
import type { InputFile } from '../../input-file.ts';
import { type JsonDocument, JsonKind, keyOf, member, stringOf, text } from '../../json/document.ts';
import { jsonSource } from '../../json/source.ts';
import { memberName, readStepSettings, type SettingsReading } from '../../kinds/json-settings.ts';
import type { KindReader } from '../../kinds/kind-reader.ts';
import { membersAt, objectAt } from '../../kinds/schema-fields.ts';
import { addSetting } from '../setting.ts';

/** A parameter may hold its value in an object: `{"clientSecret": {"value": "…"}}`. */
const VALUE_KEY = /^(?:value|default|defaultvalue)$/i;
/** Parameters of policies: the name of a header or query parameter, and its value. */
const POLICY_NAME = 'x-ms-apimTemplateParameter.name';
const POLICY_VALUE = 'x-ms-apimTemplateParameter.value';

/** Reads every text of a part of the settings under its key; `name` is that of the object around it. */
function readTexts(doc: JsonDocument, draft: Draft, container: number, name: string): void {
  for (const at of membersAt(doc, container)) {
    const key = doc.kinds[container] === JsonKind.object ? keyOf(doc, at) : name;
    const value = stringOf(doc, at);
    if (value !== undefined && value.trim() !== '')
      addSetting(draft, at, VALUE_KEY.test(key) ? name : key, value);
    else readTexts(doc, draft, at, key);
  }
}

function readMembers(reading: SettingsReading, at: number, type: string, name: string): void {
  const fields = { at, parent: -1, type, role: 'other', name, id: '' } as const;
  const step = addActivity(reading.draft, { ...fields, properties: [] });
  for (const setting of membersAt(reading.doc, at))
    readStepSettings(reading, setting, step, memberName(reading.doc, setting));
}

/** Reads the policies: a value that one sends with each request is a setting under the name of its header. */
function readPolicies(reading: SettingsReading, list: number): void {
  const { doc, draft } = reading;
  for (const at of membersAt(doc, list)) {
    if (doc.kinds[at] !== JsonKind.object) continue;
    readMembers(
      reading,
      at,
      'ConnectorPolicy',
      text(doc, at, 'title') || text(doc, at, 'templateId') || 'policy',
    );
    const parameters = objectAt(doc, at, 'parameters');
    const value = parameters === -1 ? -1 : member(doc, parameters, POLICY_VALUE);
    const name = value === -1 ? undefined : text(doc, parameters, POLICY_NAME);
    const sent = value === -1 ? undefined : stringOf(doc, value);
    if (name !== undefined && sent !== undefined && !sent.includes('@')) addSetting(draft, value, name, sent);
  }
}

/** Returns the place of the connection parameters and of the policies in a file; -1: none. */
function partsOf(doc: JsonDocument, path: string): { parameters: readonly number[]; policies: number } {
  if (/policytemplateinstances\.json$/i.test(path)) return { parameters: [], policies: 0 };
  const properties = objectAt(doc, 0, 'properties');
  const root = properties === -1 ? 0 : properties;
  const own = objectAt(doc, root, 'connectionParameters');
  if (own === -1 && properties === -1) return { parameters: [0], policies: -1 };
  const sets = objectAt(doc, root, 'connectionParameterSets');
  return {
    parameters: [own, sets].filter((at) => at !== -1),
    policies: member(doc, root, 'policyTemplateInstances'),
  };
}

/** Reads the settings in a file. */
function readConnectorSettings(file: InputFile): readonly Workflow[] {
  const doc = file.json();
  const { kind } = connectorSettings;
  const draft = openDraft('power-automate', kind, file.name, 'power-fx', jsonSource(doc));
  draft.artifactKey = `settings:${file.path}`;
  const reading: SettingsReading = { doc, draft, expressionIn: () => undefined, isNoise: () => false };
  const { parameters, policies } = partsOf(doc, file.path);
  for (const list of parameters) {
    readTexts(doc, draft, list, '');
    for (const at of membersAt(doc, list))
      if (doc.kinds[at] === JsonKind.object) readMembers(reading, at, 'ConnectionParameter', keyOf(doc, at));
  }
  if (policies !== -1) readPolicies(reading, policies);
  return [closeDraft(draft)];
}

/** Settings of custom connectors. */
export const connectorSettings: KindReader = {
  kind: 'power-automate-connector-settings',
  path: /(?:connectionparameters|apiproperties|policytemplateinstances|oauth\.parameters)\.json$/i,
  syntax: 'json',
  marks: [
    '"type"',
    '"properties"',
    '"connectionParameters"',
    '"oAuthSettings"',
    '"clientSecret"',
    '"templateId"',
  ],
  read: readConnectorSettings,
};
