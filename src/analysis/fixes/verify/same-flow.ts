/** Compares the control flow before and after a fix. */
import type { Workflow } from '../../model/workflow.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FLOW, type FlowGraph } from '../../semantics/flow/graph.ts';

const ERRORS = FLOW.throw | FLOW.error;

/** Returns what a step is known by: it does not depend on its number. */
const stepOf = ({ activities }: Workflow, index: number): string => {
  const { type, id, name, slot, enabled } = activities[index]!;
  return JSON.stringify([type, id, name, slot, enabled]);
};

/** Maps the steps of the earlier workflow to those of the later one; undefined: it has others or another order. */
function leftSteps(before: Workflow, after: Workflow): readonly number[] | undefined {
  const map: number[] = [];
  let next = 0;
  for (let index = 0; index < before.activities.length; index += 1) {
    const isLeft = next < after.activities.length && stepOf(before, index) === stepOf(after, next);
    map.push(isLeft ? next : -1);
    if (isLeft) next += 1;
  }
  return next === after.activities.length ? map : undefined;
}

/** Returns the edges between steps and ends; ways through steps that are gone lead on to what follows them. */
function edgesOf(graph: FlowGraph, nameOf: (activity: number) => number): Set<string> {
  const { heads, nodes, kinds } = graph.outgoing;
  const specials = new Map([
    [graph.start, 'start'],
    [graph.end, 'end'],
    [graph.failed, 'failed'],
    [graph.outside, 'outside'],
  ]);
  const name = (node: number): string | undefined => {
    const special = specials.get(node);
    if (special !== undefined) return special;
    const owner = graph.ownerOf(node);
    if (owner === -1) return 'none';
    const mapped = nameOf(owner);
    return mapped === -1 ? undefined : `${mapped}${node < graph.activityCount ? '' : ' exit'}`;
  };
  const edges = new Set<string>();
  for (let from = 0; from < graph.size; from += 1) {
    const own = name(from);
    if (own === undefined) continue;
    const seen = new Set<number>();
    const open = [from];
    for (let node = open.pop(); node !== undefined; node = open.pop())
      for (let at = heads[node]!; at < heads[node + 1]!; at += 1) {
        // A step that is gone raises no error.
        if (node !== from && (kinds[at]! & ERRORS) !== 0) continue;
        const to = nodes[at]!;
        const target = name(to);
        if (target !== undefined)
          edges.add(node === from ? `${own}>${target} ${kinds[at]}` : `${own}>${target}`);
        else if (!seen.has(to)) open.push(to);
        seen.add(to);
      }
  }
  return edges;
}

/** Returns the edges without their kinds, where a container that lost all its steps has one node: its end is itself. */
const between = (edges: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    [...edges]
      .map((edge) => edge.replace(/ \d+$/, '').replaceAll(' exit', ''))
      .filter((edge) => {
        const [from, to] = edge.split('>');
        return from !== to;
      }),
  );

/** Returns whether the steps that are left run in the same order and under the same conditions. */
export function hasSameFlow(before: Workflow, after: Workflow): boolean {
  const map = leftSteps(before, after);
  if (map === undefined) return false;
  const whole = [
    edgesOf(flowOf(before), (activity) => map[activity]!),
    edgesOf(flowOf(after), (activity) => activity),
  ];
  const [earlier, later] = map.includes(-1) ? whole.map(between) : whole;
  return earlier!.size === later!.size && [...earlier!].every((edge) => later!.has(edge));
}
