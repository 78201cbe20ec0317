/** Reads solutions of UiPath: which projects they have, and what their resources are called. */
import type { Source, Workflow } from '../../../../model/workflow.ts';
import { closeDraft, openDraft } from '../../../draft.ts';
import type { InputFile } from '../../../input-file.ts';
import { type JsonDocument, JsonKind, member, text } from '../../../json/document.ts';
import { memberSource } from '../../../json/source.ts';
import { membersAt, objectAt } from '../../../kinds/schema-fields.ts';
import { limitExceeded } from '../../../limits.ts';
import { children, localName, textOf, type XmlDocument } from '../../../xml/document.ts';
import { xmlSource } from '../../../xml/source.ts';

/** Maximum number of projects; real solutions have some tens. */
const PROJECTS_MAX = 5_000;

const listAt = (doc: JsonDocument, key: string): number => {
  const list = doc.kinds[0] === JsonKind.object ? member(doc, 0, key) : -1;
  return list !== -1 && doc.kinds[list] === JsonKind.array ? list : -1;
};

/** Returns whether a document is the list of projects of a solution (`.uipx`). */
export function isSolutionDocument(doc: JsonDocument): boolean {
  return listAt(doc, 'Projects') !== -1 && text(doc, 0, 'SolutionId') !== undefined;
}

/** Reads the list of projects of a solution. */
export function readSolution(file: InputFile): Workflow {
  const doc = file.json();
  const name = file.name.replace(/\.uipx$/i, '');
  const draft = openDraft('uipath', 'uipath-solution', name, 'javascript', memberSource(doc));
  draft.artifactKey = text(doc, 0, 'SolutionId') ?? name;
  for (const at of membersAt(doc, listAt(doc, 'Projects'))) {
    if (doc.kinds[at] !== JsonKind.object) continue;
    const path = member(doc, at, 'ProjectRelativePath');
    if (path === -1) continue;
    if (draft.references.length >= PROJECTS_MAX) throw limitExceeded('has too many projects', PROJECTS_MAX);
    const target = (text(doc, at, 'ProjectRelativePath') ?? '').replaceAll('\\', '/');
    const detail = text(doc, at, 'Id') ?? '';
    draft.references.push({
      at: path,
      owner: -1,
      name: 'Projects',
      kind: 'declared-project',
      target,
      detail,
    });
  }
  return closeDraft(draft);
}

/** Returns whether a document says what a project of a solution is (`project.uiproj`). */
export function isProjectManifest(doc: JsonDocument): boolean {
  return doc.kinds[0] === JsonKind.object && text(doc, 0, 'ProjectType') !== undefined;
}

/** Reads what a project of a solution is: its name, its type, and the file that it starts with. */
export function readProjectManifest(file: InputFile): Workflow {
  const doc = file.json();
  return projectPart(text(doc, 0, 'Name') || folderOf(file), memberSource(doc), {
    type: text(doc, 0, 'ProjectType') ?? '',
    main: text(doc, 0, 'MainFile') ?? '',
  });
}

const folderOf = ({ path, name }: InputFile): string => path.split('/').at(-2) ?? name;

function projectPart(
  name: string,
  source: Source,
  { type, main }: { readonly type: string; readonly main: string },
): Workflow {
  const draft = openDraft('uipath', 'uipath-solution-part', name, 'javascript', source);
  draft.settings.set('part', 'project');
  draft.settings.set('name', name);
  draft.settings.set('type', type);
  draft.settings.set('main', main.replaceAll('\\', '/'));
  return closeDraft(draft);
}

/** Properties of a project in the form of MSBuild, by their names. */
function msBuildProperties(doc: XmlDocument): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const group of children(doc, 0)) {
    if (localName(doc, group) !== 'PropertyGroup') continue;
    for (const property of children(doc, group))
      found.set(localName(doc, property), textOf(doc, property).trim());
  }
  return found;
}

/** Returns whether a document says what a project of a solution is, in the form of MSBuild. */
export function isMsBuildManifest(doc: XmlDocument): boolean {
  return localName(doc, 0) === 'Project';
}

/** Reads what a project of a solution is from a manifest in the form of MSBuild. */
export function readMsBuildManifest(file: InputFile): Workflow {
  const doc = file.xml();
  const properties = msBuildProperties(doc);
  const name = properties.get('Name') || properties.get('ProjectName') || folderOf(file);
  return projectPart(name, xmlSource(doc), {
    type: properties.get('ProjectType') ?? '',
    main: properties.get('MainFile') ?? '',
  });
}

/** Returns whether a document declares a resource of a solution. */
export function isSolutionResource(doc: JsonDocument): boolean {
  const resource = objectAt(doc, 0, 'resource');
  return (
    resource !== -1 &&
    text(doc, resource, 'kind') !== undefined &&
    text(doc, resource, 'apiVersion') !== undefined
  );
}

/** Reads a resource of a solution: its name and kind, and the project that it is made of. */
export function readSolutionResource(file: InputFile): Workflow {
  const doc = file.json();
  const resource = objectAt(doc, 0, 'resource');
  const name = text(doc, resource, 'name') ?? file.name;
  const draft = openDraft('uipath', 'uipath-solution-part', name, 'javascript', memberSource(doc));
  draft.artifactKey = text(doc, resource, 'key') ?? name;
  draft.settings.set('part', text(doc, resource, 'kind') ?? '');
  draft.settings.set('name', name);
  draft.settings.set('project', text(doc, resource, 'projectKey') ?? '');
  return closeDraft(draft);
}
