/** Zips of UiPath projects: published packages (.nupkg), templates, and the project folder as people send it. */
import { AppError } from '../../../errors.ts';
import { folderOf } from '../../../text/folder-of.ts';
import type { Workflow } from '../../model/workflow.ts';
import { revised } from '../draft.ts';
import type { Archive, InputFile } from '../input-file.ts';
import { isKindPath, kindReaderOf } from '../kinds/kind-reader.ts';
import { readArchiveMember } from '../zip/archive-member.ts';
import { isFromMacos } from '../zip/foreign-members.ts';
import { UIPATH_KINDS } from './kinds/kinds.ts';
import { readWorkflow } from './parse.ts';
import { isProject, projectKey, readProjectFile } from './project.ts';
import { isUiPathWorkflow } from './recognise.ts';

const WORKFLOW = /\.xaml$/i;
const PROJECT = /(?:^|\/)project\.json$/i;
/** Folders of Studio and of development. */
const TOOL_FOLDER = /(?:^|\/)(?:\.local|\.tmh|\.git|node_modules)\//;
const isBeside = (path: string): boolean => TOOL_FOLDER.test(path) || isFromMacos(path);
/** Stands in every workflow: a search for it avoids reading whole documents of other products. */
const MARKER = 'netfx/2009/xaml/activities';
const MARKER_BYTES = 64 * 1024;
/**
 * Maximum number of members opened to find a UiPath file; the first nearly always is one. Without one the archive is
 * rejected.
 */
const PROBES_MAX = 50;

const hasMarker = (file: InputFile): boolean =>
  file.syntax === 'xml' && file.bytes.subarray(0, MARKER_BYTES).includes(MARKER);

function isWorkflow(file: InputFile): boolean {
  return hasMarker(file) && isUiPathWorkflow(file.xml());
}

function isProjectFile(file: InputFile): boolean {
  return file.syntax === 'json' && isProject(file.json());
}

const NUSPEC = /^[^/]+\.nuspec$/i;

/** Reads a member, or returns `otherwise` when it is damaged, which is reported where the member itself is read. */
function readOr<T>(archive: Archive, path: string, read: (file: InputFile) => T, otherwise: T): T {
  try {
    return read(archive.open(path));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return otherwise;
  }
}

/** Kinds whose paths show that an archive is one of UiPath. */
const DISTINCTIVE_KINDS = UIPATH_KINDS.filter(({ isDistinctive }) => isDistinctive !== false);

/** Returns the members that can be UiPath files by their names: projects first, then workflows of Studio. */
function candidates({ paths }: Archive, kinds = UIPATH_KINDS): string[] {
  const own = paths.filter((path) => !isBeside(path));
  const isOther = (path: string): boolean => !PROJECT.test(path) && !WORKFLOW.test(path);
  return [
    ...own.filter((path) => PROJECT.test(path)),
    ...own.filter((path) => WORKFLOW.test(path)),
    ...own.filter((path) => isOther(path) && isKindPath(kinds, path)),
  ];
}

function isUiPathFile(file: InputFile): boolean {
  if (kindReaderOf(DISTINCTIVE_KINDS, file) !== undefined) return true;
  return PROJECT.test(file.path) ? isProjectFile(file) : isWorkflow(file);
}

/** Returns whether a member is a project or a workflow of UiPath. */
export function isXamlArchive(archive: Archive): boolean {
  return candidates(archive, DISTINCTIVE_KINDS)
    .slice(0, PROBES_MAX)
    .some((path) => readOr(archive, path, isUiPathFile, false));
}

/** Returns whether an archive is a NuGet package, as UiPath's are. */
export function isPackage({ paths }: Archive): boolean {
  return paths.some((path) => NUSPEC.test(path));
}

/** Returns whether an archive is a package of UiPath without workflows: libraries are published compiled. */
export function isCompiledPackage(archive: Archive): boolean {
  const manifest = archive.paths.find((path) => NUSPEC.test(path));
  if (manifest === undefined || isXamlArchive(archive)) return false;
  return readOr(archive, manifest, ({ bytes }) => bytes.includes('UiPath'), false);
}

/** Returns the keys of the projects by their folder, with a `/` at the end. */
function projectsIn(archive: Archive): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  for (const path of candidates(archive)) {
    if (!PROJECT.test(path)) continue;
    const key = readOr(
      archive,
      path,
      (file) => (isProjectFile(file) ? projectKey(file.json()) : undefined),
      undefined,
    );
    if (key !== undefined) keys.set(folderOf(path), key);
  }
  return keys;
}

/**
 * Returns a path below the innermost project around it, behind that project's key: it stays when the folder is renamed.
 */
function keyIn(projects: ReadonlyMap<string, string>, path: string): string {
  let folder = folderOf(path);
  while (folder !== '' && !projects.has(folder)) folder = folderOf(folder.slice(0, -1));
  return `${projects.get(folder) ?? ''}/${path.slice(folder.length)}`;
}

/** Reads the workflow of a member; none when it is a page or other XAML of a program. */
function readXaml(file: InputFile, path: string): readonly Workflow[] {
  if (file.syntax !== 'xml') throw new AppError('unparsable_file', `"${path}" is not XML.`);
  return isWorkflow(file) ? [readWorkflow(file)] : [];
}

/**
 * Reads every project and workflow of an archive that `isArchive` accepts. Damaged members become workflows of kind
 * `unreadable`; pages and other XAML of programs are skipped.
 */
export function readXamlArchive(archive: Archive): Workflow[] {
  const projects = projectsIn(archive);
  return candidates(archive).flatMap((path) =>
    readArchiveMember(
      'uipath',
      path,
      () => archive.open(path),
      (file) => {
        if (PROJECT.test(path)) return isProjectFile(file) ? [readProjectFile(file)] : [];
        const read = WORKFLOW.test(path)
          ? readXaml(file, path)
          : (kindReaderOf(UIPATH_KINDS, file)?.read(file) ?? []);
        return read.map((workflow) => revised(workflow, { artifactKey: keyIn(projects, path) }));
      },
    ),
  );
}
