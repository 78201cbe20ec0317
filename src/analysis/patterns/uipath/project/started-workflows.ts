/** Workflows of a UiPath project that a run can reach from what the project starts. */
import { FILE_CALLS } from '../../../model/calls/file-calls.ts';
import type { Project, WorkflowFacts } from '../../../model/project.ts';
import type { Reference } from '../../../model/workflow.ts';

/** Workflows that a run may start with: production starts the entry points alone. */
const ENTRIES: readonly Reference['kind'][] = ['entry-point'];
const ENTRIES_AND_TESTS: readonly Reference['kind'][] = ['entry-point', 'test-case'];

/** Returns the workflows that the entry points, the test cases or their callees invoke, as far as that is known. */
export function startedWorkflows(project: Project): ReadonlySet<WorkflowFacts> | undefined {
  return reachedWorkflows(project, ENTRIES_AND_TESTS);
}

/** Returns the workflows that the entry points or their callees invoke, as far as that is known. */
export function productionWorkflows(project: Project): ReadonlySet<WorkflowFacts> | undefined {
  return reachedWorkflows(project, ENTRIES);
}

/** Returns undefined when no workflow to start with is there, or the name of an invoked file is computed. */
function reachedWorkflows(
  project: Project,
  kinds: readonly Reference['kind'][],
): ReadonlySet<WorkflowFacts> | undefined {
  const starts = new Set<string>();
  for (const { references } of project.workflows)
    for (const { kind, target } of references)
      if (kinds.includes(kind)) starts.add(`${project.root}${target}`.replaceAll('\\', '/').toLowerCase());
  const started = new Set(
    project.workflows.filter(({ file }) => starts.has(file.replaceAll('\\', '/').toLowerCase())),
  );
  if (started.size === 0) return undefined;
  for (const workflow of started)
    for (const call of workflow.calls) {
      if (call.target === undefined && FILE_CALLS.test(call.type)) return undefined;
      const callee = project.calleeOf(workflow, call);
      if (callee.status === 'found') started.add(callee.workflow);
    }
  return started;
}
