/** Steps of a cloud flow that only run after a failure, and what runs behind them. */

import { derived } from '../../../model/interning/derived.ts';
import { descendantsOf } from '../../../model/navigate.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { outgoingOf } from '../../../semantics/flow/links.ts';
import { endBehind } from './ended-runs.ts';

const FAILURES = ['failed', 'timedout'];

/** Returns the steps that only run after a failure, by index. */
export const failureSteps = derived(({ transitions }: Workflow): ReadonlySet<number> => {
  const after = Map.groupBy(transitions, ({ to }) => to);
  const steps = new Set<number>();
  for (const [to, edges] of after)
    if (
      edges.every(
        ({ when }) =>
          when.length > 0 && when.every((state) => FAILURES.includes(state) || state === 'skipped'),
      ) &&
      edges.some(({ when }) => when.some((state) => FAILURES.includes(state)))
    )
      steps.add(to);
  return steps;
});

/** Types of actions with others in them. */
const CONTAINERS: ReadonlySet<string> = new Set(['Scope', 'Foreach', 'Until', 'If', 'Switch']);

/** Branch that handles the failure of a container at the top of a flow. */
export interface FailureBranch {
  readonly first: Activity;
  /** Name of the guarded container. */
  readonly guarded: string;
  /** The first step, those in it, and those that can run behind it. */
  readonly steps: readonly Activity[];
}

/** Returns a step, everything in it, and everything that can run behind it. */
function stepsFrom(workflow: Workflow, first: Activity): readonly Activity[] {
  const outgoing = outgoingOf(workflow);
  const steps = new Set([first]);
  for (const step of steps) {
    for (const inner of descendantsOf(workflow, step)) steps.add(inner);
    for (const { to } of outgoing[step.index]!) steps.add(workflow.activities[to]!);
  }
  return [...steps];
}

/**
 * Returns the branches for failures of a container at the top. The failure of a single action is often an expected answer,
 * and in loops the next attempt follows.
 */
export const failureBranches = derived((workflow: Workflow): readonly FailureBranch[] => {
  const branches: FailureBranch[] = [];
  for (const index of failureSteps(workflow)) {
    const first = workflow.activities[index]!;
    if (first.parent !== -1) continue;
    const edges = workflow.transitions.filter(({ to }) => to === index);
    const guarded = edges
      .map(({ from }) => workflow.activities[from])
      .find((it) => it !== undefined && CONTAINERS.has(it.type));
    // The failure of a handler is one of its own branches.
    if (guarded === undefined || failureSteps(workflow).has(guarded.index)) continue;
    // A Terminate in the container ends the run before.
    const own = edges.find(({ from }) => from === guarded.index)!;
    if (edges.length === 1 && endBehind(workflow, guarded, own.when) !== undefined) continue;
    branches.push({ first, guarded: guarded.name, steps: stepsFrom(workflow, first) });
  }
  return branches;
});
