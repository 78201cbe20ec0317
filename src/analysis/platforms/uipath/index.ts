/** Reader of UiPath Studio: workflows (.xaml), projects (project.json), and packages and zips of them. */
import { AppError } from '../../../errors.ts';
import type { FileKind } from '../../model/kinds/file-kind.ts';
import type { Workflow } from '../../model/workflow.ts';
import { revised } from '../draft.ts';
import type { InputFile } from '../input-file.ts';
import type { PlatformReader } from '../platform.ts';
import { isPackage, isXamlArchive, readXamlArchive } from './archive.ts';
import { UIPATH_KINDS } from './kinds/kinds.ts';
import { readWorkflow } from './parse.ts';
import { isRepositoryObjectPath, readRepositoryObject } from './parts/repository-object.ts';
import { isSideFilePath, readSideFile } from './parts/side-file.ts';
import { isUnreadWorkbook, isWorkbookPath, readWorkbook } from './parts/workbook.ts';
import { isProject, readProjectFile } from './project.ts';
import { isUiPathWorkflow } from './recognise.ts';
import { xamlSnippet } from './snippet.ts';

function recognise(file: InputFile): FileKind | undefined {
  switch (file.syntax) {
    case 'xml':
      return isUiPathWorkflow(file.xml()) ? 'uipath-workflow' : undefined;
    case 'json':
      return isProject(file.json()) ? 'uipath-project' : undefined;
    case 'zip':
      return isXamlArchive(file.archive()) ? 'uipath-archive' : undefined;
    case 'other':
      return undefined;
  }
}

function read(file: InputFile, kind: FileKind): readonly Workflow[] {
  if (kind === 'uipath-archive') return readXamlArchive(file.archive());
  return [kind === 'uipath-project' ? readProjectFile(file) : readWorkflow(file)];
}

/** Reads workbooks of configuration, scripts, tables and objects of repositories, each under its path. */
function readParts(file: InputFile): readonly Workflow[] {
  if (file.syntax !== 'zip') {
    const part = readPlainPart(file);
    return part === undefined ? [] : [part];
  }
  const own = readWorkbook(file);
  if (own !== undefined) return [own];
  const { paths, open, canNest } = file.archive();
  if (!canNest) return [];
  return paths.flatMap((path) => {
    const part = isPartPath(path) ? readPart(open(path)) : undefined;
    return part === undefined ? [] : [revised(part, { file: path })];
  });
}

const isPartPath = (path: string): boolean =>
  isWorkbookPath(path) || isSideFilePath(path) || isRepositoryObjectPath(path);

function readPart(file: InputFile): Workflow | undefined {
  if (!isWorkbookPath(file.path)) return readPlainPart(file);
  return isUnreadWorkbook(file) ? undefined : readWorkbook(file);
}

/** Reads a part that is no workbook; none where it is damaged, as another one may be whole. */
function readPlainPart(file: InputFile): Workflow | undefined {
  try {
    return readRepositoryObject(file) ?? readSideFile(file);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

/** Explains what to send in place of a package without workflows, or of a workbook. */
function explain(file: InputFile): string | undefined {
  if (file.syntax !== 'zip') return undefined;
  if (isPackage(file.archive()))
    return `"${file.name}" is a package without workflows: libraries are published compiled. Send a zip of the project's folder, with project.json and the .xaml files in it.`;
  return isUnreadWorkbook(file)
    ? undefined
    : `"${file.name}" is a workbook of configuration of UiPath and no workflow. It is judged with its project: send a zip of the project's folder.`;
}

/** UiPath: Windows Workflow Foundation 4 documents as Studio writes them. */
export const uipath: PlatformReader = {
  platform: 'uipath',
  kinds: UIPATH_KINDS,
  recognise,
  read,
  readParts,
  explain,
  snippet: xamlSnippet,
};
