/** Ways out of loops. */

import { derived } from '../../model/interning/derived.ts';
import { liesIn } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { flowOf } from './flow-of.ts';
import { FLOW, FORWARD } from './graph.ts';
import { pagesOf } from './pages.ts';
import { reachedFrom } from './search.ts';

/** Edges that a run takes on purpose. */
const INTENDED = FORWARD | FLOW.throw | FLOW.handled | FLOW.call;

/** Returns the nodes from which a run may end without coming back; errors count when they are raised on purpose. */
const endingNodes = derived((workflow: Workflow): ReadonlySet<number> => {
  const graph = flowOf(workflow);
  const { heads, nodes, kinds } = graph.incoming;
  const ends = [graph.end, graph.outside];
  for (let edge = heads[graph.failed]!; edge < heads[graph.failed + 1]!; edge += 1)
    if (kinds[edge] === FLOW.throw) ends.push(nodes[edge]!);
  return reachedFrom(graph, ends, { kinds: INTENDED | FLOW.error, isBackwards: true });
});

/**
 * Returns whether a step in a loop leaves it: by a jump, by the end of the page or run, or by an error that is raised on
 * purpose. The condition of the loop does not count, nor do other errors, but for those that a handler in it takes.
 */
export function isLeft(workflow: Workflow, loop: Activity): boolean {
  const graph = flowOf(workflow);
  const { heads, nodes, kinds } = graph.outgoing;
  const exit = graph.exitOf(loop.index);
  const staysIn = (node: number): boolean => {
    const owner = workflow.activities[graph.ownerOf(node)];
    return owner !== undefined && node !== exit && liesIn(workflow, owner, loop);
  };
  const reached = new Set([loop.index]);
  for (const node of reached) {
    const isTest = graph.ownerOf(node) === loop.index;
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) {
      const to = nodes[edge]!;
      const kind = kinds[edge]!;
      if (kind === FLOW.call && pagesOf(workflow)[to] !== pagesOf(workflow)[loop.index]) {
        if (endingNodes(workflow).has(to)) return true;
      } else if (staysIn(to)) reached.add(to);
      // The condition of the loop itself does not count.
      else if ((kind & INTENDED) !== 0 && !(isTest && to === exit && kind === FLOW.branch)) return true;
    }
  }
  return false;
}
