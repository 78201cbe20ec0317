/**
 * Reader of settings of a deployment, as a pipeline or the command of the vendor takes them: values of environment
 * variables, and the connections of references.
 */
import type { Workflow } from '../../model/workflow.ts';
import { closeDraft, openDraft } from '../draft.ts';
import type { InputFile } from '../input-file.ts';
import { type JsonDocument, JsonKind, member, stringOf, text } from '../json/document.ts';
import { jsonSource } from '../json/source.ts';
import type { KindReader } from '../kinds/kind-reader.ts';
import { membersAt } from '../kinds/schema-fields.ts';
import { addSetting } from './setting.ts';

/** Yields the entries of a list of objects. */
function* entriesOf(doc: JsonDocument, key: string): Generator<number> {
  const list = doc.kinds[0] === JsonKind.object ? member(doc, 0, key) : -1;
  if (list === -1 || doc.kinds[list] !== JsonKind.array) return;
  for (const at of membersAt(doc, list)) if (doc.kinds[at] === JsonKind.object) yield at;
}

const hasList = (doc: JsonDocument, key: string): boolean => {
  const list = doc.kinds[0] === JsonKind.object ? member(doc, 0, key) : -1;
  return list !== -1 && doc.kinds[list] === JsonKind.array;
};

function readDeploymentSettings(file: InputFile): readonly Workflow[] {
  const doc = file.json();
  const draft = openDraft('power-automate', deploymentSettings.kind, file.name, 'power-fx', jsonSource(doc));
  draft.artifactKey = `settings:${file.path}`;
  for (const entry of entriesOf(doc, 'EnvironmentVariables')) {
    const name = text(doc, entry, 'SchemaName');
    const at = member(doc, entry, 'Value');
    const value = at === -1 ? undefined : stringOf(doc, at);
    // The publisher's prefix is not part of the name.
    if (name !== undefined && value !== undefined && value.trim() !== '')
      addSetting(draft, at, name.slice(name.indexOf('_') + 1), value);
  }
  for (const at of entriesOf(doc, 'ConnectionReferences')) {
    const name = text(doc, at, 'LogicalName') ?? '';
    const connector = (text(doc, at, 'ConnectorId') ?? '').replace(/^.*\//, '');
    draft.connections.push({ at, owner: -1, name, connector, fixed: false });
  }
  return [closeDraft(draft)];
}

/** Settings of deployments. */
export const deploymentSettings: KindReader = {
  kind: 'power-automate-deployment-settings',
  path: /(?:settings?|deploy)[^/]{0,100}\.json$/i,
  syntax: 'json',
  marks: ['"SchemaName"', '"LogicalName"'],
  isOne: (file) =>
    hasList(file.json(), 'EnvironmentVariables') || hasList(file.json(), 'ConnectionReferences'),
  read: readDeploymentSettings,
};
