/** Reader of `project.json`: Studio's data about a project beside its workflows. */
import { formatNumber } from '../../../text/format.ts';
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
  scalarOf,
  stringOf,
  text,
} from '../json/document.ts';
import { jsonSource } from '../json/source.ts';
import { limitExceeded } from '../limits.ts';

/** Lists of files and packed data without influence on the project's behaviour. */
const NOISE = new Set([
  'fileInfoCollection',
  'templateProjectData',
  'publishData',
  'webServices',
  'entitiesStores',
]);
/** Real projects have about fifty; a hostile file is rejected instead of copied without end. */
const SETTINGS_MAX = 5000;

function requireRoom(count: number): void {
  if (count <= SETTINGS_MAX) return;
  throw limitExceeded(`has a list of more than ${formatNumber(SETTINGS_MAX)} settings`, SETTINGS_MAX);
}

/**
 * Returns whether an object has the dependencies of a project and its entry points, or members that only Studio writes.
 * Packages of Node.js have `main` and `dependencies` too.
 */
export function isProject(doc: JsonDocument): boolean {
  if (kindOf(doc, 0) !== 'object') return false;
  const dependencies = member(doc, 0, 'dependencies');
  if (dependencies === -1 || kindOf(doc, dependencies) !== 'object') return false;
  if (/\.(?:xaml|cs)$/i.test(text(doc, 0, 'main') ?? '')) return true;
  const design = member(doc, 0, 'designOptions');
  return design !== -1 && kindOf(doc, design) === 'object' && member(doc, 0, 'projectVersion') !== -1;
}

/** Reads a list of texts as one setting with a line for each; other lists have a number for each entry in the name. */
function readSetting(doc: JsonDocument, settings: Map<string, string>, name: string, value: number): void {
  requireRoom(settings.size);
  const kind = kindOf(doc, value);
  if (kind === 'object') readSettings(doc, settings, `${name}.`, value);
  else if (kind === 'array') {
    const entries = jsonChildren(doc, value);
    if (entries.every((entry) => kindOf(doc, entry) === 'string'))
      settings.set(name, entries.map((entry) => stringOf(doc, entry)!).join('\n'));
    else for (const [i, entry] of entries.entries()) readSetting(doc, settings, `${name}.${i}`, entry);
  } else {
    const scalar = scalarOf(doc, value);
    if (scalar !== undefined) settings.set(name, scalar);
  }
}

function readSettings(
  doc: JsonDocument,
  settings: Map<string, string>,
  prefix: string,
  object: number,
): void {
  for (let at = firstJsonChild(doc, object); at !== -1; at = doc.nextSiblings[at]!) {
    const key = keyOf(doc, at);
    if (!NOISE.has(key)) readSetting(doc, settings, prefix + key, at);
  }
}

/** Reads the entry points of the project, its test cases, and its packages. */
function readReferences(doc: JsonDocument, draft: Draft): void {
  const add = (
    kind: 'entry-point' | 'test-case' | 'dependency',
    at: number,
    name: string,
    target: string,
    detail: string,
  ) => draft.references.push({ at, owner: -1, name, kind, target, detail });
  const main = member(doc, 0, 'main');
  const mainPath = main === -1 ? undefined : stringOf(doc, main);
  if (mainPath) add('entry-point', main, 'main', mainPath, '');
  const entryPoints = member(doc, 0, 'entryPoints');
  if (entryPoints !== -1 && kindOf(doc, entryPoints) === 'array') {
    const entries = jsonChildren(doc, entryPoints);
    requireRoom(entries.length);
    for (const entry of entries) {
      if (kindOf(doc, entry) !== 'object') continue;
      const path = text(doc, entry, 'filePath');
      if (path && path !== mainPath)
        add('entry-point', member(doc, entry, 'filePath'), 'entryPoints', path, '');
    }
  }
  // Studio keeps the list of test cases among the design options.
  const design = member(doc, 0, 'designOptions');
  const listed =
    design !== -1 && kindOf(doc, design) === 'object' ? member(doc, design, 'fileInfoCollection') : -1;
  const files = listed === -1 ? member(doc, 0, 'fileInfoCollection') : listed;
  if (files !== -1 && kindOf(doc, files) === 'array')
    for (const entry of jsonChildren(doc, files).slice(0, SETTINGS_MAX)) {
      const path = kindOf(doc, entry) === 'object' ? text(doc, entry, 'fileName') : undefined;
      const type = path && text(doc, entry, 'testCaseType');
      if (type) add('test-case', member(doc, entry, 'fileName'), 'fileInfoCollection', path, type);
    }
  const dependencies = member(doc, 0, 'dependencies');
  if (dependencies === -1 || kindOf(doc, dependencies) !== 'object') return;
  const packages = jsonChildren(doc, dependencies);
  requireRoom(packages.length);
  for (const entry of packages)
    add('dependency', entry, 'dependencies', keyOf(doc, entry), stringOf(doc, entry) ?? '');
}

/** Returns the identity of a project: its id, or in older ones its name. */
export function projectKey(doc: JsonDocument): string {
  return text(doc, 0, 'projectId') || text(doc, 0, 'id') || text(doc, 0, 'name') || 'project.json';
}

/** Reads a project as a workflow without activities: its settings, `dependencies.<package>` among them. */
export function readProjectFile(file: InputFile): Workflow {
  const doc = file.json();
  const language = text(doc, 0, 'expressionLanguage') === 'CSharp' ? 'csharp' : 'visual-basic';
  const name = text(doc, 0, 'name') || file.name;
  const draft = openDraft('uipath', 'uipath-project', name, language, jsonSource(doc));
  draft.artifactKey = projectKey(doc);
  readSettings(doc, draft.settings, '', 0);
  readReferences(doc, draft);
  return closeDraft(draft);
}
