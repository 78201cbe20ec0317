/** Control flow of a desktop flow: subflows that end the run, and jumps out of loops. */
import { ancestorsOf, enclosing, isLive } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { pagesOf } from './flow-graph.ts';

/** Subflows and jumps of one workflow, prepared once. */
export interface RobinFlow {
  readonly workflow: Workflow;
  /** By activity: the subflow that it calls, in lower case. */
  readonly called: ReadonlyMap<number, string>;
  /** By activity: the label that it jumps to. */
  readonly jumps: ReadonlyMap<number, number>;
  /** Subflows of this file, in lower case. */
  readonly pages: ReadonlySet<string>;
  /** Subflows that can end the whole run, themselves or through others. */
  readonly stopping: ReadonlySet<string>;
}

const endsRun = ({ role }: Activity): boolean => role === 'terminate' || role === 'throw';

/** Prepares the subflows and jumps of a workflow. */
export function robinFlowOf(workflow: Workflow): RobinFlow {
  const { activities } = workflow;
  const pages = pagesOf(workflow);
  const nameOf = (index: number): string => activities[pages[index]!]?.name.toLowerCase() ?? '';
  const stopping = new Set<string>();
  for (const activity of activities)
    if (endsRun(activity) && isLive(activity)) stopping.add(nameOf(activity.index));
  const callers = new Map<string, Set<string>>();
  const called = new Map<number, string>();
  for (const { owner, target } of workflow.calls) {
    const key = target?.toLowerCase() ?? '';
    called.set(owner, key);
    callers.set(key, (callers.get(key) ?? new Set()).add(nameOf(owner)));
  }
  for (const name of stopping) for (const caller of callers.get(name) ?? []) stopping.add(caller);
  return {
    workflow,
    called,
    jumps: new Map(workflow.transitions.map(({ from, to }) => [from, to])),
    pages: new Set(activities.filter(({ role }) => role === 'page').map(({ name }) => name.toLowerCase())),
    stopping,
  };
}

function isInside(workflow: Workflow, activity: Activity, container: Activity): boolean {
  for (const up of ancestorsOf(workflow, activity)) if (up === container) return true;
  return false;
}

/** Returns whether a statement in a loop leaves it. A subflow outside the file may: the benefit of the doubt. */
export function leavesLoop(
  { workflow, called, jumps, pages, stopping }: RobinFlow,
  loop: Activity,
  inner: Activity,
): boolean {
  if (endsRun(inner) || inner.type === 'ExitFunction') return true;
  if (inner.type === 'ExitLoop') return enclosing(workflow, inner, 'loop') === loop;
  if (inner.type === 'GoTo') {
    const target = workflow.activities[jumps.get(inner.index) ?? -1];
    return target === undefined || !isInside(workflow, target, loop);
  }
  if (inner.type !== 'Call') return false;
  const target = called.get(inner.index) ?? '';
  return !pages.has(target) || stopping.has(target);
}
