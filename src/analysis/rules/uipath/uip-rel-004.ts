/** A process that works with other programs, and in which no Try handles any error. */
import { ancestorsOf, isLive } from '../../model/navigate.ts';
import type { FoundClue, ProjectSubject, WorkflowFacts } from '../../model/project.ts';
import type { Activity, Role, Workflow } from '../../model/workflow.ts';
import { startsFromOutside } from '../../patterns/uipath/project/beside-process.ts';
import { projectFileOf } from '../../patterns/uipath/project-file.ts';
import { defineRule } from '../define-rule.ts';

/** Roles of steps that fail when something outside of the workflow is not as expected. */
const OUTSIDE: ReadonlySet<Role> = new Set(['ui', 'http', 'database', 'email', 'file', 'spreadsheet']);

/** Clue of a workflow: its steps that no Try handles, whether one handles any other, and its calls without one. */
interface Unhandled {
  readonly steps: number;
  readonly hasHandled: boolean;
  readonly calls: readonly number[];
}

/** Returns whether a failure of a step stays in the workflow. */
function isHandled(workflow: Workflow, step: Activity): boolean {
  let inner = step;
  for (const outer of ancestorsOf(workflow, step)) {
    if (outer.role === 'retry' || (outer.role === 'try' && inner.slot === 'Try')) return true;
    inner = outer;
  }
  return false;
}

/** Returns the workflows that a run reaches from one without a Try around a call, with this one first. */
function reachedUnhandled(
  project: ProjectSubject,
  entry: WorkflowFacts,
  clues: ReadonlyMap<WorkflowFacts, FoundClue>,
): ReadonlySet<WorkflowFacts> {
  const reached = new Set([entry]);
  for (const workflow of reached) {
    const open = new Set((clues.get(workflow)?.data as Unhandled | undefined)?.calls);
    for (const call of workflow.calls) {
      const callee = open.has(call.owner) ? project.calleeOf(workflow, call) : undefined;
      if (callee?.status === 'found') reached.add(callee.workflow);
    }
  }
  return reached;
}

export const rule = defineRule('UIP-REL-004', {
  level: 'project',
  *gather(workflow) {
    const live = workflow.activities.filter(isLive);
    const open = live.filter((step) => !isHandled(workflow, step));
    const steps = open.filter(({ role }) => OUTSIDE.has(role));
    const calls = open.filter(({ role }) => role === 'invoke').map(({ index }) => index);
    const at = steps[0] ?? live[0];
    const hasHandled = open.length < live.length;
    if (at !== undefined) yield { at, data: { steps: steps.length, hasHandled, calls } satisfies Unhandled };
  },
  *check(project, { options }) {
    const file = projectFileOf(project);
    // Who calls a library handles its errors.
    if (file === undefined || startsFromOutside(project)) return;
    const clues = new Map(project.clues.map((clue) => [clue.in, clue]));
    const entries = new Set(
      file.references
        .filter(({ kind }) => kind === 'entry-point')
        .map(({ target }) => `${project.root}${target}`.replaceAll('\\', '/').toLowerCase()),
    );
    for (const entry of project.workflows) {
      if (!entries.has(entry.file.toLowerCase())) continue;
      const reached = reachedUnhandled(project, entry, clues);
      const parts = project.clues.filter((clue) => reached.has(clue.in));
      // Where any step is handled, as in a framework, its author has decided about the others.
      if (parts.some(({ data }) => (data as Unhandled).hasHandled)) continue;
      const open = parts.filter(({ data }) => (data as Unhandled).steps > 0);
      const count = open.reduce((total, { data }) => total + (data as Unhandled).steps, 0);
      if (count < options.minSteps) continue;
      yield {
        in: entry,
        at: entry.start,
        subject: 'error handling',
        message: `"${entry.name}" comes to ${count} steps that depend on other programs, the first is "${open[0]!.at.name}" in "${open[0]!.in.name}", and none of their errors is handled.`,
      };
    }
  },
});
