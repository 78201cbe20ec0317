/** Scripts and tables beside the workflows of a project, by the paths that steps name. */
import type { Project, WorkflowFacts } from '../../../model/project.ts';
import type { Workflow } from '../../../model/workflow.ts';

/** Returns the text of a script or table beside workflows; undefined for every workflow. */
export function sideText(workflow: Workflow, ending: RegExp): string | undefined {
  const [content] = workflow.kind === 'uipath-side-file' ? workflow.notes : [];
  return content !== undefined && ending.test(content.name) ? content.text : undefined;
}

const ABSOLUTE = /^(?:[a-z]:|[\\/])/i;

/** Returns a path below the root of a project, with `/` between folders and in lower case; undefined for any other. */
export function pathInProject(path: string): string | undefined {
  if (ABSOLUTE.test(path.trim())) return undefined;
  const names: string[] = [];
  for (const name of path.trim().toLowerCase().split(/[\\/]/)) {
    if (name === '..') return undefined;
    if (name !== '.' && name !== '') names.push(name);
  }
  return names.length === 0 ? undefined : names.join('/');
}

/** Returns a way to find such a file of a project by the path that a step names. */
export function sideFilesOf(project: Project): (path: string) => WorkflowFacts | undefined {
  const files = new Map(
    project.workflows
      .filter(({ kind }) => kind === 'uipath-side-file')
      .map((file) => [file.file.slice(project.root.length).toLowerCase(), file]),
  );
  return (path) => files.get(pathInProject(path) ?? '');
}
