/** Runtime settings in the project file of a UiPath project. */
import type { Project, ReferenceFacts, WorkflowFacts } from '../../model/project.ts';

/** Returns the project file; undefined when it is missing or damaged. */
export function projectFileOf(project: Project): WorkflowFacts | undefined {
  return project.workflows.find(({ kind }) => kind === 'uipath-project');
}

/** Returns the dependency of a project on a package. */
export function dependencyOf(file: WorkflowFacts, name: string): ReferenceFacts | undefined {
  return file.references.find(({ kind, target }) => kind === 'dependency' && target === name);
}

/** Returns a setting below `runtimeOptions` as the file writes it, in lower case. */
export function runtimeOption(file: WorkflowFacts, name: string): string | undefined {
  return file.settings[`runtimeOptions.${name}`]?.toLowerCase();
}
