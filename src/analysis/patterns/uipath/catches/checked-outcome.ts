/** Tries whose outcome the workflow tests right behind them. */
import { childrenOf, descendantsOf } from '../../../model/navigate.ts';
import type { Activity, Workflow } from '../../../model/workflow.ts';
import { flowOf } from '../../../semantics/flow/flow-of.ts';
import { type FlowGraph, FORWARD } from '../../../semantics/flow/graph.ts';

/** Most nodes between a Catch and the test. */
const NODES_MAX = 6;

/** Returns the keys of what the steps inside a Try write. */
function writtenIn(workflow: Workflow, attempt: Activity): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const child of workflow.children[attempt.index]!) {
    const part = workflow.activities[child]!;
    if (part.slot !== 'Try') continue;
    for (const { enabled, properties } of [part, ...descendantsOf(workflow, part)])
      for (const { direction, expression } of enabled ? properties : [])
        if (direction === 'out') for (const key of expression?.mentions ?? []) keys.add(key);
  }
  return keys;
}

/** Returns the only node that a run can go on to; -1 when there are several or none. */
function onlyNext({ outgoing: { heads, nodes, kinds } }: FlowGraph, node: number): number {
  let next = -1;
  for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) {
    if ((kinds[edge]! & FORWARD) === 0 || nodes[edge] === next) continue;
    if (next !== -1) return -1;
    next = nodes[edge]!;
  }
  return next;
}

const tests = ({ properties }: Activity, keys: ReadonlySet<string>): boolean =>
  properties.some(({ expression }) => expression?.mentions.some((key) => keys.has(key)));

/** Returns whether the Finally of a Try decides about anything, as about another attempt. */
function decidesFinally(workflow: Workflow, attempt: Activity): boolean {
  return childrenOf(workflow, attempt).some(
    (part) =>
      part.slot === 'Finally' &&
      [part, ...descendantsOf(workflow, part)].some(({ role, enabled }) => enabled && role === 'branch'),
  );
}

/**
 * Returns whether the first decision behind an empty Catch reads what the Try writes: a result that is missing is seen there,
 * and only the cause is lost.
 */
export function isOutcomeTested(workflow: Workflow, attempt: Activity, handler: Activity): boolean {
  if (decidesFinally(workflow, attempt)) return true;
  const keys = writtenIn(workflow, attempt);
  if (keys.size === 0) return false;
  const graph = flowOf(workflow);
  let node = onlyNext(graph, handler.index);
  for (let seen = 0; node !== -1 && seen < NODES_MAX; seen += 1) {
    const step = workflow.activities[node];
    if (step?.role === 'branch' || step?.role === 'loop') return tests(step, keys);
    node = onlyNext(graph, node);
  }
  return false;
}
