/**
 * Reader of definitions of custom connectors: a document of OpenAPI 2.0 with the vendor's extensions, each operation of
 * which is a step. From https://learn.microsoft.com/connectors/custom-connectors/define-openapi-definition.
 */
import type { Property, Workflow } from '../../../model/workflow.ts';
import { addActivity, closeDraft, type Draft, type DraftActivity, openDraft } from '../../draft.ts';
import type { InputFile } from '../../input-file.ts';
import { type JsonDocument, JsonKind, keyOf, member, ownKeyOf, text } from '../../json/document.ts';
import { memberSource } from '../../json/source.ts';
import {
  kindSettingNames,
  memberName,
  readStepSettings,
  type SettingsReading,
} from '../../kinds/json-settings.ts';
import type { KindReader } from '../../kinds/kind-reader.ts';
import { membersAt, objectAt } from '../../kinds/schema-fields.ts';
import { ownTextProperty } from '../../range-property.ts';

/** Members of the document that say how its data look, or what people read about it. */
const FORM: ReadonlySet<string> = new Set([
  'paths',
  'definitions',
  'responses',
  'parameters',
  'tags',
  'externalDocs',
]);
const METHODS: ReadonlySet<string> = new Set(['get', 'put', 'post', 'delete', 'patch', 'head', 'options']);
/** Longest name that a step takes from the file. */
const NAME_MAX = 80;
/** Members of operations and parameters that describe data, in the document or for people. */
const NOISE = /^(?:responses|schema|description|summary|externalDocs|x-ms-summary|examples?)$/;

const readingOf = (doc: JsonDocument, draft: Draft): SettingsReading => ({
  doc,
  draft,
  expressionIn: () => undefined,
  isNoise: ({ key }) => NOISE.test(key),
});

function readMembers(reading: SettingsReading, at: number, step: DraftActivity): void {
  for (const setting of membersAt(reading.doc, at)) {
    const name = memberName(reading.doc, setting);
    if (!reading.isNoise(name)) readStepSettings(reading, setting, step, name);
  }
}

/** Returns a text of the reader as a setting. */
function textSetting(
  { doc }: SettingsReading,
  { index }: DraftActivity,
  { at, name, text: value }: Pick<Property, 'at' | 'name' | 'text'>,
): Property {
  return ownTextProperty(doc.text, at, index, kindSettingNames.own(name), 'in', undefined, value);
}

function readOperation(reading: SettingsReading, at: number, path: number): void {
  const { doc, draft } = reading;
  const [method, address] = [keyOf(doc, at), ownKeyOf(doc, path)];
  const id = text(doc, at, 'operationId') ?? '';
  const name = text(doc, at, 'summary') || id || `${method.toUpperCase()} ${address}`;
  const step = addActivity(draft, {
    at,
    parent: 0,
    slot: 'Operations',
    type: 'Operation',
    role: 'other',
    name: name.slice(0, NAME_MAX),
    id,
    enabled: true,
    properties: [],
  });
  step.properties = [
    textSetting(reading, step, { at, name: 'method', text: method }),
    textSetting(reading, step, { at: path, name: 'path', text: address }),
  ];
  readMembers(reading, at, step);
}

/** Reads the one connector of a file. */
function readDefinition(file: InputFile): readonly Workflow[] {
  const doc = file.json();
  const info = objectAt(doc, 0, 'info');
  const name = (info === -1 ? undefined : text(doc, info, 'title')) || file.name;
  const draft = openDraft('power-automate', 'power-automate-connector', name, 'power-fx', memberSource(doc));
  draft.artifactKey = `connector:${name}`;
  const reading = readingOf(doc, draft);
  const fields = {
    at: 0,
    parent: -1,
    type: 'Connector',
    role: 'other',
    name: name.slice(0, NAME_MAX),
  } as const;
  const step = addActivity(draft, { ...fields, id: '', properties: [] });
  for (const at of membersAt(doc, 0))
    if (!FORM.has(keyOf(doc, at))) readStepSettings(reading, at, step, memberName(doc, at));
  for (const path of membersAt(doc, objectAt(doc, 0, 'paths')))
    for (const at of membersAt(doc, path))
      if (METHODS.has(keyOf(doc, at)) && doc.kinds[at] === JsonKind.object) readOperation(reading, at, path);
  return [closeDraft(draft)];
}

/** Definitions of custom connectors. */
export const connectorDefinition: KindReader = {
  kind: 'power-automate-connector',
  path: /apidefinition[^/]{0,40}\.json$/i,
  syntax: 'json',
  marks: ['"swagger"', '"openapi"'],
  isOne(file) {
    const doc = file.json();
    if (doc.kinds[0] !== JsonKind.object) return false;
    return ['swagger', 'openapi'].some((key) => {
      const at = member(doc, 0, key);
      return at !== -1 && doc.kinds[at] === JsonKind.string;
    });
  },
  read: readDefinition,
};
