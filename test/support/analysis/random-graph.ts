/** Random control-flow graphs. */
import { FLOW, FlowDrawing, FlowGraph } from '../../../src/analysis/semantics/flow/graph.ts';

/** Creates a source of numbers below a limit, by the remainders of a linear congruential generator. */
export function randomNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % limit;
  };
}

/** Draws a graph with a number of activities and edges of some kinds. */
export function randomGraph(
  count: number,
  edges: number,
  seed: number,
  kinds: readonly number[] = [FLOW.next],
): FlowGraph {
  const next = randomNumbers(seed);
  const drawing = new FlowDrawing(count);
  drawing.add(drawing.start, 0, FLOW.next);
  for (let edge = 0; edge < edges; edge += 1)
    drawing.add(next(count), next(count), kinds.length === 1 ? kinds[0]! : kinds[next(kinds.length)]!);
  return new FlowGraph(drawing);
}
