/** What the project file of a UiPath project says about how it runs. */
import type { Project, WorkflowFacts } from '../../model/project.ts';

/** The project file; undefined when it is not there or damaged. */
export function projectFileOf(project: Project): WorkflowFacts | undefined {
  return project.workflows.find(({ kind }) => kind === 'uipath-project');
}

/** A setting below `runtimeOptions` as the file writes it, in lower case. */
export function runtimeOption(file: WorkflowFacts, name: string): string | undefined {
  return file.settings[`runtimeOptions.${name}`]?.toLowerCase();
}
