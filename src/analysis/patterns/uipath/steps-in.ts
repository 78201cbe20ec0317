/** Steps in a container, without those that only hold others. */
import { descendantsOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

/** Activities that do nothing themselves. */
const CONTAINERS = new Set(['Sequence', 'Flowchart', 'FlowStep', 'Parallel', 'If']);

/** Yields the steps inside a container, at any depth, that are switched on and do something. */
export function* stepsIn(workflow: Workflow, container: Activity): Generator<Activity> {
  for (const inner of descendantsOf(workflow, container))
    if (inner.enabled && inner.role !== 'comment' && !CONTAINERS.has(inner.type)) yield inner;
}
