/** Control-flow graphs in tests, as lines of text. */
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { flowOf } from '../../../src/analysis/semantics/flow/flow-of.ts';
import { FLOW, type FlowGraph } from '../../../src/analysis/semantics/flow/graph.ts';

/** Name of a node: its activity, with a dot for the exit of it and a prime for other places in it. */
function nameOf({ activities }: Workflow, graph: FlowGraph, node: number): string {
  const special = Object.entries({
    start: graph.start,
    end: graph.end,
    failed: graph.failed,
    outside: graph.outside,
  }).find(([, place]) => place === node);
  if (special !== undefined) return special[0];
  const owner = graph.ownerOf(node);
  const { name } = activities[owner]!;
  if (node < graph.activityCount) return name;
  return node === graph.exitOf(owner) ? `${name}.` : `${name}'`;
}

/** Every edge as `from > to`, or `from kind> to` when it is not just the next step. */
export function edgesOf(workflow: Workflow, kinds = 255): string[] {
  const graph = flowOf(workflow);
  const { heads, nodes, kinds: own } = graph.outgoing;
  const lines: string[] = [];
  for (let node = 0; node < graph.size; node += 1)
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) {
      if ((own[edge]! & kinds) === 0) continue;
      const [kind] = Object.entries(FLOW).find(([, bit]) => bit === own[edge])!;
      const arrow = kind === 'next' ? '>' : `${kind}>`;
      lines.push(`${nameOf(workflow, graph, node)} ${arrow} ${nameOf(workflow, graph, nodes[edge]!)}`);
    }
  return lines;
}
