/** Dominators: what lies on every path from the beginning of a run. */

import { derived } from '../../model/interning/derived.ts';
import type { Workflow } from '../../model/workflow.ts';
import { flowOf } from './flow-of.ts';
import { EVERY_EDGE, FLOW, type FlowGraph, FORWARD } from './graph.ts';

const NONE = -1;

/** Nodes in the order in which a depth-first search meets them, and by node its place there. */
interface Search {
  readonly order: readonly number[];
  readonly places: Int32Array;
  /** By place: the place from which it was met. */
  readonly parents: readonly number[];
}

function depthFirst({ size, start, outgoing: { heads, nodes, kinds } }: FlowGraph, allowed: number): Search {
  const places = new Int32Array(size).fill(NONE);
  const order: number[] = [];
  const parents: number[] = [];
  const next = heads.slice(0, size);
  const open: number[] = [];
  const meet = (node: number, parent: number): void => {
    places[node] = order.length;
    order.push(node);
    parents.push(parent);
    open.push(node);
  };
  meet(start, NONE);
  for (let node = open.at(-1); node !== undefined; node = open.at(-1)) {
    const edge = next[node]!;
    if (edge === heads[node + 1]!) open.pop();
    else {
      next[node] = edge + 1;
      const to = nodes[edge]!;
      if ((kinds[edge]! & allowed) !== 0 && places[to] === NONE) meet(to, places[node]!);
    }
  }
  return { order, places, parents };
}

/**
 * Returns for each place of a search the place of its immediate dominator, by the algorithm of Lengauer and Tarjan. The
 * simpler one of Cooper, Harvey and Kennedy takes quadratic time where many steps fail to one place.
 */
function immediateDominators(
  { incoming: { heads, nodes, kinds } }: FlowGraph,
  { order, places, parents }: Search,
  allowed: number,
): Int32Array {
  const count = order.length;
  const semi = Int32Array.from(order, (_, place) => place);
  const label = Int32Array.from(semi);
  const ancestor = new Int32Array(count).fill(NONE);
  const idom = new Int32Array(count).fill(NONE);
  // Places that have one semidominator, one behind the other.
  const bucket = new Int32Array(count).fill(NONE);
  const nextInBucket = new Int32Array(count).fill(NONE);
  const path: number[] = [];
  /** Returns the place with the lowest semidominator on the path upwards, and shortens that path. */
  const evaluate = (place: number): number => {
    if (ancestor[place] === NONE) return place;
    for (let at = place; ancestor[ancestor[at]!] !== NONE; at = ancestor[at]!) path.push(at);
    for (let at = path.pop(); at !== undefined; at = path.pop()) {
      const above = ancestor[at]!;
      if (semi[label[above]!]! < semi[label[at]!]!) label[at] = label[above]!;
      ancestor[at] = ancestor[above]!;
    }
    return label[place]!;
  };
  for (let place = count - 1; place > 0; place -= 1) {
    const node = order[place]!;
    const parent = parents[place]!;
    for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) {
      const before = places[nodes[edge]!]!;
      if (before === NONE || (kinds[edge]! & allowed) === 0) continue;
      semi[place] = Math.min(semi[place]!, semi[evaluate(before)]!);
    }
    nextInBucket[place] = bucket[semi[place]!]!;
    bucket[semi[place]!] = place;
    ancestor[place] = parent;
    for (let held = bucket[parent]!; held !== NONE; held = nextInBucket[held]!) {
      const lowest = evaluate(held);
      idom[held] = semi[lowest]! < semi[held]! ? lowest : parent;
    }
    bucket[parent] = NONE;
  }
  for (let place = 1; place < count; place += 1)
    if (idom[place] !== semi[place]) idom[place] = idom[idom[place]!]!;
  return idom;
}

/** Dominators of a graph. */
export class Dominators {
  private readonly places: Int32Array;
  /** By place: numbers of the dominator tree, between which those of all dominated places lie. */
  private readonly first: Int32Array;
  private readonly last: Int32Array;

  /** @param kinds edges that a run may take */
  constructor(graph: FlowGraph, kinds: number = EVERY_EDGE) {
    const search = depthFirst(graph, kinds);
    this.places = search.places;
    const idom = immediateDominators(graph, search, kinds);
    const count = idom.length;
    // Sizes of the subtrees: a dominator has a lower place than what it dominates.
    const sizes = new Int32Array(count).fill(1);
    for (let place = count - 1; place > 0; place -= 1) sizes[idom[place]!]! += sizes[place]!;
    this.first = new Int32Array(count);
    this.last = new Int32Array(count);
    const free = new Int32Array(count);
    for (let place = 0; place < count; place += 1) {
      if (place > 0) {
        const above = idom[place]!;
        this.first[place] = free[above]!;
        free[above] = free[above]! + sizes[place]!;
      }
      free[place] = this.first[place]! + 1;
      this.last[place] = this.first[place]! + sizes[place]! - 1;
    }
  }

  /** Returns whether a run can reach a node. */
  isReached(node: number): boolean {
    return this.places[node] !== NONE;
  }

  /** Returns whether every path from the start to a node passes another; false for nodes that no path reaches. */
  dominates(node: number, later: number): boolean {
    const [above, below] = [this.places[node]!, this.places[later]!];
    if (above === NONE || below === NONE) return false;
    return this.first[above]! <= this.first[below]! && this.first[below]! <= this.last[above]!;
  }
}

/** Returns the dominators of a workflow's graph as long as no step fails: what a handler holds is not reached. */
export const smoothDominatorsOf = derived(
  (workflow: Workflow): Dominators => new Dominators(flowOf(workflow), FORWARD | FLOW.call | FLOW.return),
);

/** Returns the dominators of a workflow's graph. */
export const dominatorsOf = derived((workflow: Workflow): Dominators => new Dominators(flowOf(workflow)));
