/** Execution order of the actions of a Power Automate flow. */
import type { Activity, Transition, Workflow } from '../../model/workflow.ts';
import { derived } from '../derived.ts';
import { type Spend, stepLimit } from '../work-limit.ts';

/** Steps of all queries on one workflow together. A flow has at most 500 actions where it can run. */
const STEPS_MAX = 5_000_000;

/** Order queries on one workflow. Each throws a RangeError when all queries together take too many steps. */
export interface FlowOrder {
  /** Returns whether `earlier` can have finished when `later` runs. */
  mayHaveRun(earlier: Activity, later: Activity): boolean;
  /** Returns whether both can run in one run of the flow in undefined order. */
  mayRunTogether(one: Activity, other: Activity): boolean;
}

/** Sources of the edges into an activity; an action that does not exist is `MISSING`. */
type Before = readonly number[];
const MISSING = -1;
const NOTHING = -2;
const SEVERAL = -3;

const beforeOf = derived(({ activities, transitions }: Workflow): Before => {
  const before = new Array<number>(activities.length).fill(NOTHING);
  for (const { from, to } of transitions) before[to] = before[to] === NOTHING ? from : SEVERAL;
  return before;
});

/** Transitions into each activity, by its index; undefined where there are none. */
export type Incoming = readonly (readonly Transition[] | undefined)[];

/** Returns the incoming transitions. Nearly every action waits for one other, so that few callers need them. */
export const incomingOf = derived((workflow: Workflow): Incoming => {
  const incoming = new Array<Transition[] | undefined>(workflow.activities.length).fill(undefined);
  for (const transition of workflow.transitions) {
    const list = incoming[transition.to];
    if (list === undefined) incoming[transition.to] = [transition];
    else list.push(transition);
  }
  return incoming;
});

/** Returns for each action that must have run before this one how it may have ended. */
function conditionsOf(
  incoming: Incoming,
  index: number,
  spend: Spend,
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

/** Creates the queries on the edges of a workflow. */
export function flowOrder(workflow: Workflow): FlowOrder {
  const before = beforeOf(workflow);
  const spend = stepLimit(STEPS_MAX);

  /**
   * Returns whether a path of edges between siblings leads from one to the other. Nearly every action waits for one
   * other.
   */
  function leadsTo(earlier: number, later: number): boolean {
    let at = later;
    for (let passed = 0; passed <= before.length; passed += 1) {
      const from = before[at]!;
      if (from === NOTHING) return false;
      if (from === SEVERAL) return anyLeadsTo(earlier, at);
      spend();
      // A predecessor that does not exist is a problem of its own, and hides its own predecessors.
      if (from === earlier || from === MISSING) return true;
      at = from;
    }
    // The actions wait for each other in a cycle.
    return false;
  }

  function anyLeadsTo(earlier: number, later: number): boolean {
    const incoming = incomingOf(workflow);
    const seen = new Set([later]);
    for (const index of seen) {
      for (const { from } of incoming[index] ?? []) {
        spend();
        if (from === earlier || from === MISSING) return true;
        seen.add(from);
      }
    }
    return false;
  }

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
      if (leadsTo(place.index, beside.index) || leadsTo(beside.index, place.index)) return false;
      return !excludeEachOther(place.index, beside.index);
    },
    mayHaveRun(earlier, later) {
      if (earlier.role === 'trigger') return true;
      if (later.role === 'trigger') return false;
      const sibling = placeBeside(workflow, earlier, later);
      const place = placeBeside(workflow, later, earlier);
      if (sibling !== place) return place.slot === sibling.slot && leadsTo(sibling.index, place.index);
      // An Until tests its condition after each iteration of its actions.
      if (place === later) return earlier !== later && later.type === 'Until';
      // The earlier one holds the later one: no order to judge.
      return true;
    },
  };
}
