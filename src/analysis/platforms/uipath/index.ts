/** Reader of UiPath Studio: workflows (.xaml), projects (project.json), and packages and zips of them. */
import type { FileKind, Workflow } from '../../model/workflow.ts';
import type { InputFile } from '../input-file.ts';
import type { PlatformReader } from '../platform.ts';
import { isPackage, isXamlArchive, readXamlArchive } from './archive.ts';
import { readWorkflow } from './parse.ts';
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

/** UiPath: Windows Workflow Foundation 4 documents as Studio writes them. */
export const uipath: PlatformReader = {
  platform: 'uipath',
  recognise,
  read,
  explain: (file) =>
    file.syntax === 'zip' && isPackage(file.archive())
      ? `"${file.name}" is a package without workflows: libraries are published compiled. Send a zip of the project's folder, with project.json and the .xaml files in it.`
      : undefined,
  snippet: xamlSnippet,
};
