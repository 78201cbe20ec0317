/** Workflows of tests, copies and trials, which no run in production starts. */
import type { Project, WorkflowFacts } from '../../../model/project.ts';
import { productionWorkflows } from './started-workflows.ts';

/**
 * Folders and files of tests, copies and trials: `Tests`, `Test_Framework`, `_Test.xaml`, `Main(Autosaved).xaml`. In packages
 * of templates, `contentFiles` holds parts that Studio lays over each other: none of them is complete.
 */
const BESIDE =
  /^(?:_?tests?(?:$|[ _.-]|cases?|data|projects?)|fixtures?$|contentfiles$|archived?$|backups?$|sandbox|scratch|deprecated$)|testcase\.xaml$|\(autosaved\)/i;

/** Returns whether a folder or the file of a path is named like a test, a copy or a trial. */
export function isNamedBeside(path: string): boolean {
  return path.split(/[\\/]/).some((name) => BESIDE.test(name));
}

const FILE_KINDS_WITH_STEPS: ReadonlySet<WorkflowFacts['kind']> = new Set([
  'uipath-workflow',
  'uipath-coded-workflow',
]);

/** Kinds of projects of which any workflow can be started from outside. */
const OPEN_OUTPUTS = new Set(['Library', 'Tests']);

/** Returns whether other projects and tests start any workflow of a project. */
export const startsFromOutside = ({ workflows }: Project): boolean =>
  workflows.some(({ settings }) => OPEN_OUTPUTS.has(settings['designOptions.outputType'] ?? ''));

/**
 * Returns a check whether a workflow stands beside the process of its project: production does not start it. Where that
 * is not known, as the name of an invoked file is computed, the names of folders and files decide.
 */
export function besideProcess(project: Project): (workflow: WorkflowFacts) => boolean {
  if (isNamedBeside(project.root.replace(/\/$/, ''))) return () => true;
  const started = startsFromOutside(project) ? undefined : productionWorkflows(project);
  return (workflow) =>
    started === undefined
      ? isNamedBeside(workflow.file.slice(project.root.length))
      : !started.has(workflow) && FILE_KINDS_WITH_STEPS.has(workflow.kind);
}
