/** Execution order of the actions of a cloud flow, which run at the same time unless one waits for another. */
import type { Activity, Workflow } from '../../model/workflow.ts';
import { flowOf } from './flow-of.ts';
import { FLOW, type FlowGraph } from './graph.ts';
import { incomingOf, type Links } from './links.ts';

/** Steps of all queries on one workflow together. A flow has at most 500 actions where it can run. */
const STEPS_MAX = 5_000_000;

/** Order queries on one workflow. Each throws a RangeError when all queries together take too many steps. */
export interface FlowOrder {
  /** Returns whether `earlier` can have finished when `later` runs. */
  mayHaveRun(earlier: Activity, later: Activity): boolean;
  /** Returns whether both can run in one run of the flow in undefined order. */
  mayRunTogether(one: Activity, other: Activity): boolean;
}

/** Returns for each activity the last one in it, which is itself when it has no content. */
function lastInside({ activities }: Workflow): Int32Array {
  const last = Int32Array.from(activities, ({ index }) => index);
  // The content of a container stands behind it, without a gap.
  for (let index = last.length - 1; index >= 0; index -= 1) {
    const { parent } = activities[index]!;
    if (parent !== -1 && last[index]! > last[parent]!) last[parent] = last[index]!;
  }
  return last;
}

/** Returns for each action that must have run before this one how it may have ended. */
function conditionsOf(
  incoming: Links,
  index: number,
  spend: () => void,
): ReadonlyMap<number, ReadonlySet<string>> {
  const conditions = new Map<number, Set<string>>();
  const seen = new Set([index]);
  for (const at of seen) {
    for (const { from, when } of incoming[at] ?? []) {
      spend();
      const endings = conditions.get(from) ?? new Set<string>();
      conditions.set(from, endings);
      for (const ending of when) endings.add(ending);
      // A predecessor that may have been skipped implies nothing about its own predecessors.
      if (!when.includes('skipped')) seen.add(from);
    }
  }
  return conditions;
}

/**
 * Returns the activity, or the container around it, that stands in the innermost container of both. It is also that of
 * the other one when one of them is around the other.
 */
function placeBeside({ activities }: Workflow, activity: Activity, other: Activity): Activity {
  let place = activity;
  let beside = other;
  // Containers come before their content: the content of the later one cannot hold the content of the earlier one.
  while (place.parent !== beside.parent) {
    if (place.parent > beside.parent) place = activities[place.parent]!;
    else beside = activities[beside.parent]!;
  }
  return place;
}

/** Search against the edges of a cloud flow, prepared on the first query. */
class OrderSearch {
  private readonly workflow: Workflow;
  private readonly graph: FlowGraph;
  private readonly last: Int32Array;
  /** By node: the number of the last query that met it. */
  private readonly met: Int32Array;
  private queries = 0;

  constructor(workflow: Workflow) {
    this.workflow = workflow;
    this.graph = flowOf(workflow);
    this.last = lastInside(workflow);
    this.met = new Int32Array(this.graph.size);
  }

  /** Returns whether an activity is in a container, or it. Everything is in -1. */
  holds(container: number, inner: number): boolean {
    return container === -1 || (container <= inner && inner <= this.last[container]!);
  }

  /**
   * Returns whether a path leads from an action, or from a container that holds it alone, to another action. The search
   * begins at the end, as most actions wait for one other.
   */
  leadsTo(earlier: number, later: number, spend: () => void): boolean {
    const { graph, met, workflow } = this;
    const { heads, nodes, kinds } = graph.incoming;
    this.queries += 1;
    const open = [later];
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      for (let edge = heads[node]!; edge < heads[node + 1]!; edge += 1) {
        if (kinds[edge] === FLOW.loop) continue;
        spend();
        const from = nodes[edge]!;
        const owner = graph.ownerOf(from);
        if (owner !== -1 && this.holds(owner, earlier) && !this.holds(owner, later)) return true;
        // An action that does not exist is a problem of its own, and hides those that it waits for.
        if (from === graph.outside && this.holds(workflow.activities[node]!.parent, earlier)) return true;
        // Every path through what a container holds enters it at its beginning.
        const next = owner === -1 ? from : owner;
        if (met[next] === this.queries) continue;
        met[next] = this.queries;
        open.push(next);
      }
    }
    return false;
  }
}

/** Creates the queries on the graph of a cloud flow. */
export function flowOrder(workflow: Workflow): FlowOrder {
  let prepared: OrderSearch | undefined;
  const search = (): OrderSearch => (prepared ??= new OrderSearch(workflow));
  let steps = 0;
  const spend = (): void => {
    steps += 1;
    if (steps > STEPS_MAX)
      throw new RangeError(`More steps than a flow may take; the limit is ${STEPS_MAX}.`);
  };

  /** Returns whether a common predecessor must have ended in different ways for them. */
  function excludeEachOther(one: number, other: number): boolean {
    const incoming = incomingOf(workflow);
    const ofOther = conditionsOf(incoming, other, spend);
    for (const [from, endings] of conditionsOf(incoming, one, spend)) {
      const others = ofOther.get(from);
      if (others !== undefined && ![...endings].some((ending) => others.has(ending))) return true;
    }
    return false;
  }

  return {
    mayRunTogether(one, other) {
      const place = placeBeside(workflow, one, other);
      const beside = placeBeside(workflow, other, one);
      if (beside === place || beside.slot !== place.slot) return false;
      if (search().leadsTo(place.index, beside.index, spend)) return false;
      if (search().leadsTo(beside.index, place.index, spend)) return false;
      return !excludeEachOther(place.index, beside.index);
    },
    mayHaveRun(earlier, later) {
      if (earlier.role === 'trigger') return true;
      if (later.role === 'trigger' || earlier === later) return false;
      // The earlier one holds the later one: no order to judge.
      if (search().holds(earlier.index, later.index)) return true;
      // An Until tests its condition after each iteration of its actions.
      if (search().holds(later.index, earlier.index)) return later.type === 'Until';
      return search().leadsTo(earlier.index, later.index, spend);
    },
  };
}
