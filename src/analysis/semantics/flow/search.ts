/** Searches in control-flow graphs. */
import { EVERY_EDGE, type FlowGraph } from './graph.ts';

/** Limits of a search. */
export interface SearchOptions {
  /** Kinds of edges to follow; all by default. */
  readonly kinds?: number;
  /** True to search against the edges: for what leads to the start. */
  readonly isBackwards?: boolean;
  /** Returns whether a search goes through a node; one that it does not let through is not reached. */
  readonly through?: (node: number) => boolean;
  /** Counts steps, and throws when there are too many. */
  readonly spend?: () => void;
}

/** Adds what lies behind some nodes and behind what is added: each is visited once. */
function grow(
  reached: Set<number>,
  graph: FlowGraph,
  starts: Iterable<number>,
  { kinds = EVERY_EDGE, isBackwards = false, through, spend }: SearchOptions,
): ReadonlySet<number> {
  const { heads, nodes, kinds: own } = isBackwards ? graph.incoming : graph.outgoing;
  const visit = (node: number): void => {
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) {
      if ((own[edge]! & kinds) === 0) continue;
      spend?.();
      const to = nodes[edge]!;
      if (through === undefined || through(to)) reached.add(to);
    }
  };
  for (const node of starts) visit(node);
  // The set grows while the loop walks it: added nodes are visited too.
  for (const node of reached) visit(node);
  return reached;
}

/** Returns the nodes behind some nodes; these themselves only when a path leads back to them. */
export function reachedAfter(
  graph: FlowGraph,
  starts: Iterable<number>,
  options: SearchOptions = {},
): ReadonlySet<number> {
  return grow(new Set(), graph, starts, options);
}

/** Returns some nodes and all behind them. */
export function reachedFrom(
  graph: FlowGraph,
  starts: Iterable<number>,
  options: SearchOptions = {},
): ReadonlySet<number> {
  const { through } = options;
  const reached = new Set<number>();
  for (const node of starts) if (through === undefined || through(node)) reached.add(node);
  return grow(reached, graph, [], options);
}

/** Returns whether every path from one node to another passes one of some; true when there is no path. */
export function alwaysPasses(
  graph: FlowGraph,
  [from, to]: readonly [from: number, to: number],
  isOne: (node: number) => boolean,
  kinds: number = EVERY_EDGE,
): boolean {
  return !reachedAfter(graph, [from], { kinds, through: (node) => !isOne(node) }).has(to);
}
