/** The files of a solution that hold no flow: its manifest, its connections, its environment variables. */
import type { Workflow } from '../../model/workflow.ts';
import { closeDraft, type Draft, openDraft } from '../draft.ts';
import type { InputFile } from '../input-file.ts';
import { jsonChildren as entriesOf, kindOf, member, stringOf, text } from '../json/document.ts';
import { jsonSource } from '../json/source.ts';
import { attributeText, childNamed, children, localName, textOf, type XmlDocument } from '../xml/document.ts';
import { xmlSource } from '../xml/source.ts';
import { isYamlManifestPath, readYamlManifest } from './yaml-manifest.ts';

const PART =
  /(?:^|\/)(?:solution\.xml|customizations\.xml|environmentvariabledefinition\.xml|environmentvariablevalues\.json)$/i;

/** Returns whether a file can be a part, by its path: no other file is opened. */
export const isSolutionPartPath = (path: string): boolean => PART.test(path) || isYamlManifestPath(path);

/** Beginnings of the roots of parts, in bytes: other products have files of these names. */
const XML_ROOTS = ['<ImportExportXml', '<environmentvariabledefinition'] as const;

/** Returns whether a file is a part in XML, also if it is damaged. */
export function isXmlPart({ syntax, path, bytes }: InputFile): boolean {
  return syntax === 'xml' && PART.test(path) && XML_ROOTS.some((root) => bytes.indexOf(root) !== -1);
}

function openPart(doc: XmlDocument, name: string): Draft {
  return openDraft('power-automate', 'power-automate-solution', name, 'workflow-definition', xmlSource(doc));
}

const childText = (doc: XmlDocument, element: number, name: string): string => {
  const child = childNamed(doc, element, name);
  return child === -1 ? '' : textOf(doc, child).trim();
};

/** Type of flows among the root components of a solution. */
const FLOW_TYPE = '29';

/** Reads the flows among the root components: a file that neither they nor `customizations.xml` name is no member. */
function readRootComponents(doc: XmlDocument, manifest: number, draft: Draft): void {
  const list = childNamed(doc, manifest, 'RootComponents');
  for (const at of list === -1 ? [] : children(doc, list)) {
    const id = attributeText(doc, at, 'id');
    if (!id || attributeText(doc, at, 'type') !== FLOW_TYPE) continue;
    const target = id.replace(/[{}]/g, '').toLowerCase();
    draft.references.push({
      at,
      owner: -1,
      name: 'RootComponent',
      kind: 'declared-workflow',
      target,
      detail: '',
    });
  }
}

/**
 * Reads `solution.xml`: the flows of the solution, and its missing components, as the environment that exported it saw them.
 */
function readManifest(doc: XmlDocument, manifest: number): Workflow {
  const name = childText(doc, manifest, 'UniqueName') || 'solution';
  const draft = openPart(doc, name);
  draft.artifactKey = `solution:${name}`;
  draft.settings.set('Managed', childText(doc, manifest, 'Managed'));
  draft.settings.set('Version', childText(doc, manifest, 'Version'));
  const list = childNamed(doc, manifest, 'MissingDependencies');
  for (const at of list === -1 ? [] : children(doc, list)) {
    const required = childNamed(doc, at, 'Required');
    if (required === -1) continue;
    const shown = ['displayName', 'schemaName', 'id'].map((name) => attributeText(doc, required, name));
    // A solution that Microsoft delivers names its package; it is there wherever the flow can run.
    const from = ['type', 'solution'].map((name) => attributeText(doc, required, name) ?? '');
    draft.references.push({
      at,
      owner: -1,
      name: 'MissingDependency',
      kind: 'missing',
      target: shown.find((name) => name) ?? '',
      detail: from.join(' '),
    });
  }
  readRootComponents(doc, manifest, draft);
  return closeDraft(draft);
}

/** Reads `customizations.xml`: the flows and connection references that the solution declares. */
function readCustomizationParts(doc: XmlDocument): Workflow | undefined {
  const draft = openPart(doc, 'customizations');
  draft.artifactKey = 'solution:customizations';
  const declare = (
    list: string,
    kind: 'declared-workflow' | 'declared-connection',
    attribute: string,
  ): void => {
    const holder = childNamed(doc, 0, list);
    for (const at of holder === -1 ? [] : children(doc, holder)) {
      const target = attributeText(doc, at, attribute)?.replace(/[{}]/g, '').toLowerCase();
      if (target) draft.references.push({ at, owner: -1, name: list, kind, target, detail: '' });
    }
  };
  declare('Workflows', 'declared-workflow', 'WorkflowId');
  declare('connectionreferences', 'declared-connection', 'connectionreferencelogicalname');
  return draft.references.length === 0 ? undefined : closeDraft(draft);
}

/** Reads `environmentvariabledefinition.xml`: a variable, whose default is part of the solution. */
function readDefinition(doc: XmlDocument): Workflow | undefined {
  const schemaName = attributeText(doc, 0, 'schemaname');
  if (!schemaName) return undefined;
  const display = childNamed(doc, 0, 'displayname');
  const name = (display === -1 ? undefined : attributeText(doc, display, 'default')) || schemaName;
  const draft = openPart(doc, name);
  draft.artifactKey = `environment-variable:${schemaName.toLowerCase()}`;
  draft.references.push({
    at: 0,
    owner: -1,
    name,
    kind: 'declared-variable',
    target: schemaName,
    detail: '',
  });
  const value = childNamed(doc, 0, 'defaultvalue');
  const initial = value === -1 ? '' : textOf(doc, value);
  const type = childText(doc, 0, 'type');
  draft.variables.push({
    at: 0,
    owner: -1,
    name: schemaName,
    key: schemaName.toLowerCase(),
    type,
    secure: type === SECRET_TYPE,
    default:
      initial.trim() === ''
        ? undefined
        : { at: value, owner: -1, name: schemaName, text: initial, expression: undefined },
    enabled: true,
    modifiers: ['environment-variable', `displayname:${name}`],
  });
  return closeDraft(draft);
}

/** The type of environment variables that point into a Key Vault. */
const SECRET_TYPE = '100000005';

/** Reads `environmentvariablevalues.json`: the values of the environment that the solution was exported from. */
function readValues(file: InputFile): Workflow | undefined {
  const doc = file.json();
  const object = (at: number): boolean => at !== -1 && kindOf(doc, at) === 'object';
  const values = object(0) ? member(doc, 0, 'environmentvariablevalues') : -1;
  const entry = object(values) ? member(doc, values, 'environmentvariablevalue') : -1;
  if (entry === -1) return undefined;
  const source = jsonSource(doc);
  const draft = openDraft(
    'power-automate',
    'power-automate-solution',
    'values',
    'workflow-definition',
    source,
  );
  const entries = kindOf(doc, entry) === 'array' ? entriesOf(doc, entry) : [entry];
  for (const each of entries) {
    if (!object(each)) continue;
    const schemaNameAt = member(doc, each, 'schemaname');
    const schemaName = object(schemaNameAt) ? undefined : text(doc, each, 'schemaname');
    const at = member(doc, each, 'value');
    const value = at === -1 ? undefined : stringOf(doc, at);
    if (value === undefined || value.trim() === '') continue;
    const name = schemaName ?? 'value';
    draft.variables.push({
      at: each,
      owner: -1,
      name,
      key: name.toLowerCase(),
      type: 'value',
      secure: false,
      default: { at, owner: -1, name, text: value, expression: undefined },
      enabled: true,
      modifiers: ['environment-variable-value'],
    });
  }
  return closeDraft(draft);
}

/** Reads the parts of a solution in a file; none when it is no part of one. */
export function readSolutionParts(file: InputFile): readonly Workflow[] {
  if (file.syntax === 'other' && isYamlManifestPath(file.path)) return [readYamlManifest(file)];
  if (!PART.test(file.name)) return [];
  if (file.syntax === 'json') return [readValues(file)].filter((part) => part !== undefined);
  if (file.syntax !== 'xml') return [];
  const doc = file.xml();
  const root = localName(doc, 0);
  if (root === 'environmentvariabledefinition')
    return [readDefinition(doc)].filter((part) => part !== undefined);
  if (root !== 'ImportExportXml') return [];
  const manifest = childNamed(doc, 0, 'SolutionManifest');
  if (manifest !== -1) return [readManifest(doc, manifest)];
  return [readCustomizationParts(doc)].filter((part) => part !== undefined);
}
