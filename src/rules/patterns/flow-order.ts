/** Which actions of a Power Automate flow have run when another one does, and how expressions name them. */
import { ancestorsOf } from '../../model/navigate.ts';
import type { Activity, Transition, Workflow } from '../../model/workflow.ts';
import { derived } from './derived.ts';

/** The key by which expressions mention an action: `action:get_items`. */
export function actionKey(activity: Activity): string {
  const id = activity.id.toLowerCase();
  return `action:${id.includes(' ') ? id.replaceAll(' ', '_') : id}`;
}

/** Triggers and actions by the key that expressions mention. */
export const actionsByKey = derived((workflow: Workflow): ReadonlyMap<string, Activity> => {
  const actions = new Map<string, Activity>();
  for (const activity of workflow.activities) actions.set(actionKey(activity), activity);
  return actions;
});

/** Steps that one workflow's questions may take together; a file that needs more is answered with "maybe". */
const STEPS_MAX = 500_000;

/** Answers for one workflow. */
export interface FlowOrder {
  /** Whether `earlier` can have finished when `later` runs; true too when it would take too long to tell. */
  mayHaveRun(earlier: Activity, later: Activity): boolean;
  /** Whether both can run in one run of the flow and nothing says in which order; false when it would take too long to tell. */
  mayRunTogether(one: Activity, other: Activity): boolean;
}

/** The action and the containers around it. */
function* selfAndAncestors(workflow: Workflow, activity: Activity): Generator<Activity> {
  yield activity;
  yield* ancestorsOf(workflow, activity);
}

/** The transitions into each activity, by its index; undefined where none leads to. */
type Incoming = readonly (readonly Transition[] | undefined)[];

const incomingOf = derived((workflow: Workflow): Incoming => {
  const incoming = new Array<Transition[] | undefined>(workflow.activities.length).fill(undefined);
  for (const transition of workflow.transitions) {
    const list = incoming[transition.to];
    if (list === undefined) incoming[transition.to] = [transition];
    else list.push(transition);
  }
  return incoming;
});

/** For each action that must have run before this one, how it may have ended. */
function conditionsOf(incoming: Incoming, index: number): ReadonlyMap<number, ReadonlySet<string>> {
  const conditions = new Map<number, Set<string>>();
  const seen = new Set([index]);
  for (const at of seen) {
    for (const { from, when } of incoming[at] ?? []) {
      const endings = conditions.get(from) ?? new Set<string>();
      conditions.set(from, endings);
      for (const ending of when) endings.add(ending);
      // What may have been skipped says nothing about what was before it.
      if (!when.includes('skipped')) seen.add(from);
    }
  }
  return conditions;
}

/** Prepares the edges of a workflow. */
export function flowOrder(workflow: Workflow): FlowOrder {
  const before = incomingOf(workflow);
  let steps = 0;

  /** Whether a path of edges between siblings leads from one to the other. Nearly every action waits for one other. */
  function leadsTo(earlier: number, later: number): boolean {
    let at = later;
    for (let passed = 0; passed <= workflow.activities.length; passed += 1) {
      const edges = before[at];
      if (edges === undefined) return false;
      if (edges.length > 1) return anyLeadsTo(earlier, at);
      const { from } = edges[0]!;
      steps += 1;
      // A predecessor that does not exist is a problem of its own, and hides what was before it.
      if (from === earlier || from === -1 || steps > STEPS_MAX) return true;
      at = from;
    }
    // They wait for each other in a circle.
    return false;
  }

  function anyLeadsTo(earlier: number, later: number): boolean {
    const seen = new Set([later]);
    for (const index of seen) {
      for (const { from } of before[index] ?? []) {
        steps += 1;
        if (from === earlier || from === -1 || steps > STEPS_MAX) return true;
        seen.add(from);
      }
    }
    return false;
  }

  /** Whether an action before both must have ended in different ways for them. */
  function excludeEachOther(one: number, other: number): boolean {
    const ofOther = conditionsOf(before, other);
    for (const [from, endings] of conditionsOf(before, one)) {
      const others = ofOther.get(from);
      steps += 1;
      if (others !== undefined && ![...endings].some((ending) => others.has(ending))) return true;
    }
    return false;
  }

  return {
    mayRunTogether(one, other) {
      if (steps > STEPS_MAX) return false;
      const around = [...selfAndAncestors(workflow, other)];
      for (const place of selfAndAncestors(workflow, one)) {
        const beside = around.find(({ parent }) => parent === place.parent);
        if (beside === undefined) continue;
        if (beside === place || beside.slot !== place.slot) return false;
        if (leadsTo(place.index, beside.index) || leadsTo(beside.index, place.index)) return false;
        return !excludeEachOther(place.index, beside.index);
      }
      return false;
    },
    mayHaveRun(earlier, later) {
      if (earlier.role === 'trigger') return true;
      if (later.role === 'trigger') return false;
      // Climb from the earlier one to the container that both are in; there the two must be in sequence.
      let sibling = earlier;
      while (sibling.parent >= 0 && !isAround(workflow, sibling.parent, later))
        sibling = workflow.activities[sibling.parent]!;
      // The earlier one holds the later one, or is it: no order to judge.
      if (isAround(workflow, sibling.index, later)) return sibling.index !== later.index;
      // An Until looks at its own actions after each turn.
      if (sibling.parent === later.index) return later.type === 'Until';
      let place: Activity | undefined = later;
      while (place !== undefined && place.parent !== sibling.parent)
        place = workflow.activities[place.parent];
      return place !== undefined && place.slot === sibling.slot && leadsTo(sibling.index, place.index);
    },
  };
}

/** Whether an activity is the other one or a container of it. */
function isAround(workflow: Workflow, index: number, inner: Activity): boolean {
  for (let at = inner.index; at >= 0; at = workflow.activities[at]!.parent) if (at === index) return true;
  return false;
}
