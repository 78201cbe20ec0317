/**
 * Questions about the order of uses: which value may be in a cell where. Each is one search over the graph of the
 * workflow, which follows every edge at most once.
 */
import { FLOW, type FlowGraph, FORWARD } from '../flow/graph.ts';
import { reachedFrom } from '../flow/search.ts';
import type { Cells } from './cells.ts';
import { usesOfCell, WRITE } from './uses.ts';

/** Edges by which a step is left before it has written anything. */
const UNFINISHED = FLOW.error;
/** Edges that a run takes while it goes on: errors only from the handler on. */
const GOING_ON = FORWARD | FLOW.handled | FLOW.call | FLOW.return;
/** Edges that never lead back. */
const ONWARD = FLOW.next | FLOW.branch | FLOW.handled | FLOW.call | FLOW.return;

/** Beginning and end of a value in a cell. */
export interface Lifetime {
  /** Nodes at whose beginning the value is in the cell. */
  readonly from?: Iterable<number>;
  /** Nodes that put the value in the cell. */
  readonly writtenAt?: Iterable<number>;
  /** Returns whether a node puts another value in the cell. */
  readonly isReplaced: (node: number) => boolean;
  /** Counts steps, and throws when there are too many. */
  readonly spend?: () => void;
}

/**
 * Returns the nodes at whose beginning a value may be in its cell. A step that fails has written nothing, so that the
 * value before it reaches the handler of the error.
 */
export function heldAt(
  graph: FlowGraph,
  { from = [], writtenAt = [], isReplaced, spend }: Lifetime,
): ReadonlySet<number> {
  const { heads, nodes, kinds } = graph.outgoing;
  const held = new Set<number>(from);
  const follow = (node: number, allowed: number): void => {
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) {
      if ((kinds[edge]! & allowed) === 0) continue;
      spend?.();
      held.add(nodes[edge]!);
    }
  };
  for (const node of writtenAt) follow(node, ~UNFINISHED);
  // The set grows while the loop walks it: added nodes are visited too.
  for (const node of held) follow(node, isReplaced(node) ? UNFINISHED : ~0);
  return held;
}

/** Returns a check for nodes from which no run misses the target, unless it passes another node first. */
export function unavoidableFrom(
  graph: FlowGraph,
  target: number,
  others: ReadonlySet<number>,
  spend?: () => void,
): (node: number) => boolean {
  const missing = reachedFrom(
    graph,
    [graph.end, graph.outside, graph.failed, ...throwing(graph), ...others],
    {
      kinds: GOING_ON,
      isBackwards: true,
      through: (node) => node !== target,
      ...(spend === undefined ? {} : { spend }),
    },
  );
  return (node) => node === target || !missing.has(node);
}

/** Yields the nodes that raise an error on purpose: behind a Finally, ways with and without errors are one. */
function* throwing({ size, outgoing: { heads, kinds } }: FlowGraph): Generator<number> {
  for (let node = 0; node < size; node += 1)
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1)
      if (kinds[edge] === FLOW.throw) yield node;
}

/** Returns the nodes from which a run can come to a target, without going back and not past one node. */
export function leadingTo(
  graph: FlowGraph,
  targets: ReadonlySet<number>,
  past: number,
  spend?: () => void,
): ReadonlySet<number> {
  return reachedFrom(graph, targets, {
    kinds: ONWARD,
    isBackwards: true,
    through: (node) => node !== past,
    ...(spend === undefined ? {} : { spend }),
  });
}

/** Returns the steps that write a cell for certain, with nothing left of the value before. */
export function replacedAt({ writes }: Cells, cell: number): ReadonlySet<number> {
  const steps = new Set<number>();
  for (const { activity, grade } of usesOfCell(writes, cell)) if (grade === WRITE.strong) steps.add(activity);
  return steps;
}

/** Nodes that write a cell. */
export interface Writers {
  readonly all: ReadonlySet<number>;
  /** Those that leave nothing of the value before. */
  readonly strong: ReadonlySet<number>;
}

/** Returns the nodes that write a cell, whether for certain or perhaps. */
export function writersOf(cells: Cells, cell: number): Writers {
  const all = new Set<number>();
  for (const { activity } of usesOfCell(cells.writes, cell)) all.add(activity);
  return { all, strong: replacedAt(cells, cell) };
}

/**
 * Returns the nodes whose write may still be in the cell when a node begins, in order; the start of the graph stands
 * for the value that the cell has from the beginning.
 */
export function definitionsAt(graph: FlowGraph, { all, strong }: Writers, at: number): readonly number[] {
  const { heads, nodes, kinds } = graph.incoming;
  const found = new Set<number>();
  // Against the edges: the first write on each way is the one whose value arrives.
  const seen = new Set<number>([at]);
  for (const node of seen) {
    if (node === graph.start) found.add(node);
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) {
      const before = nodes[edge]!;
      const isFinished = (kinds[edge]! & ~UNFINISHED) !== 0;
      if (isFinished && all.has(before)) found.add(before);
      if (!isFinished || !strong.has(before)) seen.add(before);
    }
  }
  return [...found].sort((one, other) => one - other);
}

/** Places where a value of a cell counts, and what ends it. */
export interface LaterUses extends Pick<Lifetime, 'isReplaced' | 'spend'> {
  readonly uses: ReadonlySet<number>;
}

/** Returns whether a value that a node writes may still be in the cell at a use; the search ends at the first one. */
export function isUsedLater(
  graph: FlowGraph,
  writer: number,
  { uses, isReplaced, spend }: LaterUses,
): boolean {
  const { heads, nodes, kinds } = graph.outgoing;
  const seen = new Set<number>();
  const open: (readonly [node: number, allowed: number])[] = [[writer, ~UNFINISHED]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, allowed] = next;
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) {
      const to = nodes[edge]!;
      if ((kinds[edge]! & allowed) === 0 || seen.has(to)) continue;
      spend?.();
      if (uses.has(to)) return true;
      seen.add(to);
      open.push([to, isReplaced(to) ? UNFINISHED : ~0]);
    }
  }
  return false;
}
