/** The flow between sibling actions: edges from `runAfter`, what can run, and which scopes handle failures. */
import type { Transition } from '../../model/workflow.ts';
import type { DraftActivity } from '../draft.ts';
import { firstChild, JsonKind, ownKeyOf, stringOf } from '../json-document.ts';
import { type Group, normalKey, type Walk } from './actions.ts';

const SUCCEEDED = 1;
const FAILED = 2;
const SKIPPED = 4;
const TIMED_OUT = 8;
/** A status that we do not know: it may come after every action. */
const UNKNOWN = 16;
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['succeeded', SUCCEEDED],
  ['failed', FAILED],
  ['skipped', SKIPPED],
  ['timedout', TIMED_OUT],
]);
/** How an action that runs can end. */
const RUNS = SUCCEEDED | FAILED | TIMED_OUT;

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly statuses: number;
}

/** Adds the transitions, decides what is reachable, and gives scopes their part in error handling. */
export function linkFlow(walk: Walk): void {
  const { activities } = walk.draft;
  const incoming: Edge[][] = activities.map(() => []);
  for (const activity of activities) {
    const runAfter = walk.runAfters[activity.index]!;
    if (runAfter !== -1) readRunAfter(walk, activity, runAfter, incoming[activity.index]!);
  }
  giveHandlerRoles(activities, incoming);
  markReachable(activities, incoming);
}

/** An edge goes from the predecessor, which `runAfter` names, to the action that declares it. */
function readRunAfter(walk: Walk, activity: DraftActivity, runAfter: number, edges: Edge[]): void {
  const { doc, draft } = walk;
  const group: Group = walk.groups[activity.index]!;
  if (doc.kinds[runAfter] !== JsonKind.object) return;
  for (let child = firstChild(doc, runAfter); child !== -1; child = doc.nextSiblings[child]!) {
    const target = ownKeyOf(doc, child);
    const from = group.get(normalKey(target)) ?? -1;
    const when: string[] = [];
    for (let entry = firstChild(doc, child); entry !== -1; entry = doc.nextSiblings[entry]!) {
      const status = stringOf(doc, entry);
      if (status !== undefined) when.push(status.toLowerCase());
    }
    const edge: Transition = {
      at: child,
      owner: activity.index,
      name: target,
      from,
      to: activity.index,
      target,
      when,
    };
    draft.transitions.push(edge);
    let statuses = when.length === 0 ? UNKNOWN : 0;
    for (const status of when) statuses |= STATUSES.get(status) ?? UNKNOWN;
    edges.push({ from, to: activity.index, statuses });
  }
}

/**
 * A scope that runs after failures only is a catch, one that runs after both outcomes a finally, and one whose
 * failure something else waits for a try.
 */
function giveHandlerRoles(activities: readonly DraftActivity[], incoming: readonly Edge[][]): void {
  const guarded = new Set<number>();
  for (const edges of incoming) {
    for (const edge of edges) if (edge.statuses & (FAILED | TIMED_OUT)) guarded.add(edge.from);
  }
  for (const activity of activities) {
    if (activity.role !== 'sequence') continue;
    const failures = incoming[activity.index]!.filter((edge) => edge.statuses & (FAILED | TIMED_OUT));
    if (failures.some((edge) => !(edge.statuses & SUCCEEDED))) activity.role = 'catch';
    else if (failures.length > 0) activity.role = 'finally';
    else if (guarded.has(activity.index)) activity.role = 'try';
  }
}

function markReachable(activities: readonly DraftActivity[], incoming: readonly Edge[][]): void {
  const ending = endsOfRun(activities, incoming);
  const outgoing: Edge[][] = activities.map(() => []);
  const waiting = new Int32Array(activities.length);
  for (const edges of incoming) {
    for (const edge of edges) {
      if (edge.from === -1) continue;
      outgoing[edge.from]!.push(edge);
      waiting[edge.to]! += 1;
    }
  }
  // What is never taken from the queue waits for itself in a circle and cannot run.
  const outcomes = new Uint8Array(activities.length).fill(SKIPPED);
  const runs = new Uint8Array(activities.length);
  const queue: number[] = [];
  for (const activity of activities) if (waiting[activity.index] === 0) queue.push(activity.index);
  for (let next = 0; next < queue.length; next += 1) {
    const index = queue[next]!;
    settle(index, incoming[index]!, ending[index] === 1, outcomes, runs);
    for (const edge of outgoing[index]!) if (--waiting[edge.to]! === 0) queue.push(edge.to);
  }
  for (const activity of activities) {
    const parent = activities[activity.parent];
    activity.reachable = runs[activity.index] === 1 && (parent === undefined || parent.reachable);
  }
}

/** Decides from the outcomes of its predecessors whether an action can run, and how it can end. */
function settle(
  index: number,
  edges: readonly Edge[],
  endsRun: boolean,
  outcomes: Uint8Array,
  runs: Uint8Array,
): void {
  let canRun = true;
  let canBeSkipped = false;
  for (const { from, statuses } of edges) {
    const possible = from === -1 ? RUNS | SKIPPED : outcomes[from]!;
    const unknown = from === -1 || (statuses & UNKNOWN) !== 0;
    if ((possible & statuses) === 0 && !unknown) canRun = false;
    if (possible & ~statuses || unknown) canBeSkipped = true;
  }
  runs[index] = canRun ? 1 : 0;
  outcomes[index] = canRun ? (endsRun ? 0 : RUNS) | (canBeSkipped ? SKIPPED : 0) : SKIPPED;
}

/**
 * By activity: 1 when it ends the whole run as soon as it runs, as Terminate does, and a container one of whose first
 * actions does. A Terminate behind other actions does not count: they can fail, and then it is skipped.
 */
function endsOfRun(activities: readonly DraftActivity[], incoming: readonly Edge[][]): Uint8Array {
  const ending = new Uint8Array(activities.length);
  const endingSlots = new Map<number, Set<string>>();
  for (let index = activities.length - 1; index >= 0; index -= 1) {
    const activity = activities[index]!;
    const slots = endingSlots.get(index);
    const isScope = activity.type === 'Scope' && slots?.has('');
    const isBranch = activity.type === 'If' && slots?.has('actions') && slots.has('else');
    if (activity.role !== 'terminate' && !isScope && !isBranch) continue;
    ending[index] = 1;
    if (incoming[index]!.length > 0 || activity.parent < 0) continue;
    const around = endingSlots.get(activity.parent);
    if (around === undefined) endingSlots.set(activity.parent, new Set([activity.slot]));
    else around.add(activity.slot);
  }
  return ending;
}
