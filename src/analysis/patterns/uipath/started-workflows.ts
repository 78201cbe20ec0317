/** Workflows of a UiPath project that a run can reach from what the project starts. */
import type { Project, WorkflowFacts } from '../../model/project.ts';

/** Activities that name a workflow by its file; one that is computed may be any. */
const INVOKES =
  /^(?:InvokeWorkflowFile|InvokeWorkflowInteractive|LaunchWorkflowInteractive|ExecuteTestCase)$/;

/**
 * Returns the workflows that the entry points, the test cases or their callees invoke; undefined when that is not known, as
 * no entry point is there or the name of an invoked file is computed.
 */
export function startedWorkflows(project: Project): ReadonlySet<WorkflowFacts> | undefined {
  const starts = new Set<string>();
  for (const { references } of project.workflows)
    for (const { kind, target } of references)
      if (kind === 'entry-point' || kind === 'test-case')
        starts.add(`${project.root}${target}`.replaceAll('\\', '/').toLowerCase());
  const started = new Set(
    project.workflows.filter(({ file }) => starts.has(file.replaceAll('\\', '/').toLowerCase())),
  );
  if (started.size === 0) return undefined;
  for (const workflow of started)
    for (const call of workflow.calls) {
      if (call.target === undefined && INVOKES.test(call.type)) return undefined;
      const callee = project.calleeOf(workflow, call);
      if (callee.status === 'found') started.add(callee.workflow);
    }
  return started;
}
