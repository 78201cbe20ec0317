/** Work on queue items: which stages work on one that is taken, and which of their failures no stage marks. */
import { propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FLOW, type FlowGraph, FORWARD } from '../../semantics/flow/graph.ts';
import { reachedAfter } from '../../semantics/flow/search.ts';

/** Stages that can fail because of something outside the process. */
const RISKY = new Set(['Action', 'Navigate', 'Read', 'Write', 'Code']);
/** Objects whose actions touch nothing outside the process. */
const IN_MEMORY = /collection/i;

/** Returns whether a stage may fail, for a reason that is no mistake in the process itself. */
export function mayFail(activity: Activity): boolean {
  if (!RISKY.has(activity.type) || activity.role === 'queue') return false;
  return !IN_MEMORY.test(propertyOf(activity, 'resource.object')?.text ?? '');
}

/** Edges of a run in which no stage fails unintentionally. */
const WORKING = FORWARD | FLOW.call | FLOW.return;

/**
 * Returns the nodes from which a run can come to one of some stages. Stages themselves do not fail on the way: a
 * recovery is judged by what it is made for. Exceptions pass from page to page until something handles them.
 */
function leadingTo(
  graph: FlowGraph,
  stages: readonly Activity[],
  takers: ReadonlySet<number>,
): ReadonlySet<number> {
  const { heads, nodes, kinds } = graph.incoming;
  const found = new Set(stages.map(({ index }) => index));
  for (const node of found)
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) {
      const from = nodes[edge]!;
      const isWay = from >= graph.activityCount || (kinds[edge]! & (WORKING | FLOW.throw)) !== 0;
      // Behind a stage that takes an item it is another one.
      if (isWay && !takers.has(from)) found.add(from);
    }
  return found;
}

/** Stages of a process that take items, and that mark what became of them. */
interface QueueStages {
  readonly takers: readonly Activity[];
  readonly completed: readonly Activity[];
  readonly exceptions: readonly Activity[];
}

/**
 * Returns the first stage that works on an item and whose failure leads to no mark as exception.
 */
export function unmarkedFailure(
  workflow: Workflow,
  taker: Activity,
  { takers, completed, exceptions }: QueueStages,
): Activity | undefined {
  const graph = flowOf(workflow);
  const marks = new Set([...completed, ...exceptions].map(({ index }) => index));
  const taking = new Set(takers.map(({ index }) => index));
  const isBetween = (node: number): boolean => !taking.has(node) && !marks.has(node);
  const working = reachedAfter(graph, [taker.index], { kinds: WORKING, through: isBetween });
  const before = reachedAfter(graph, marks, { kinds: WORKING, isBackwards: true, through: isBetween });
  const handled = leadingTo(graph, exceptions, taking);
  const { heads, nodes, kinds } = graph.outgoing;
  const isHandled = (stage: number): boolean => {
    for (let edge = heads[stage]!; edge < heads[stage + 1]!; edge += 1)
      if (kinds[edge] === FLOW.error && handled.has(nodes[edge]!)) return true;
    return false;
  };
  return workflow.activities.find(
    (activity) =>
      mayFail(activity) &&
      working.has(activity.index) &&
      before.has(activity.index) &&
      !isHandled(activity.index),
  );
}
