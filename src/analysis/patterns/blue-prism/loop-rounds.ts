/** The stages that each round of a Loop stage runs. */
import type { Workflow } from '../../model/workflow.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FLOW, FORWARD } from '../../semantics/flow/graph.ts';
import { reachedAfter } from '../../semantics/flow/search.ts';

const KINDS = FORWARD | FLOW.call | FLOW.return;

/**
 * Returns the nodes behind the start of a loop from which a run comes to its end.
 * @param spend counts the links that it visits
 */
export function roundOf(workflow: Workflow, start: number, spend: () => void): ReadonlySet<number> {
  const graph = flowOf(workflow);
  const isEnd = (node: number): boolean => workflow.activities[node]?.type === 'LoopEnd';
  const back = reachedAfter(graph, [start], { kinds: FLOW.loop, isBackwards: true, spend });
  const ends = new Set([...back].filter(isEnd));
  const through = (node: number): boolean => node !== start && !ends.has(node);
  const behind = reachedAfter(graph, [start], { kinds: KINDS, through, spend });
  const before = reachedAfter(graph, ends, { kinds: KINDS, isBackwards: true, through, spend });
  return new Set([...behind].filter((node) => before.has(node)));
}
