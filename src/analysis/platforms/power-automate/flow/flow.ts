/** Flow between sibling actions: edges from `runAfter`, reachability, and scopes that handle failures. */
import type { DraftActivity } from '../../draft.ts';
import {
  booleanOf,
  firstJsonChild,
  type JsonDocument,
  JsonKind,
  member,
  stringOf,
} from '../../json/document.ts';
import { stands } from '../../shared-names.ts';
import type { ActionWalk } from '../actions.ts';
import { FlowActivity } from './flow-activity.ts';
import { RunAfter } from './run-after.ts';

const SUCCEEDED = 1;
const FAILED = 2;
const SKIPPED = 4;
const TIMED_OUT = 8;
/** An unknown status: it may come after every action. */
const UNKNOWN = 16;
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['succeeded', SUCCEEDED],
  ['failed', FAILED],
  ['skipped', SKIPPED],
  ['timedout', TIMED_OUT],
]);
/** Possible endings of an action that runs. */
const RUNS = SUCCEEDED | FAILED | TIMED_OUT;

/** The edges of a flow, in the order of the activities that they lead to; entry `e` of each list is about edge `e`. */
interface Edges {
  /** The activities that they come from; -1: one that does not exist. */
  readonly from: number[];
  readonly statuses: number[];
  /** By activity, its first edge; those up to the first of the next activity are its own. */
  readonly first: number[];
  /** Some action waits for a failure. */
  afterFailure: boolean;
  /** Every action stands behind those that it waits for, and none waits only for skipped ones. */
  inOrder: boolean;
}

/** Adds the transitions, sets `reachable`, and gives scopes their role in error handling. */
export function linkFlow(walk: ActionWalk): void {
  const { activities } = walk.draft;
  const edges: Edges = { from: [], statuses: [], first: [], afterFailure: false, inOrder: true };
  for (let index = 0; index < activities.length; index += 1) {
    edges.first.push(edges.from.length);
    const runAfter = walk.runAfters[index]!;
    if (runAfter !== -1) readRunAfter(walk, index, runAfter, edges);
  }
  edges.first.push(edges.from.length);
  // Without an edge that waits for a failure no scope handles one.
  if (edges.afterFailure) giveHandlerRoles(activities, edges);
  // Where no run is ended and no action waits for itself in a circle, all of them can run.
  if (!edges.inOrder || activities.some(endsRun)) markReachable(walk.doc, activities, edges);
}

/** Returns whether the workflow designer of Copilot Studio wrote an action itself, as a safeguard behind the author's. */
function isSynthetic(doc: JsonDocument, activity: DraftActivity): boolean {
  const metadata = activity instanceof FlowActivity ? activity.metadata : -1;
  if (metadata === -1 || doc.kinds[metadata] !== JsonKind.object) return false;
  const mark = member(doc, metadata, 'synthetic');
  return mark !== -1 && booleanOf(doc, mark) === true;
}

const endsRun = ({ role }: DraftActivity): boolean => role === 'terminate';

/** Reads the edges that lead to an activity. */
function readRunAfter(walk: ActionWalk, index: number, runAfter: number, edges: Edges): void {
  const { doc, draft } = walk;
  if (doc.kinds[runAfter] !== JsonKind.object) return;
  const siblings = walk.siblings[index]!;
  for (let child = firstJsonChild(doc, runAfter); child !== -1; child = doc.nextSiblings[child]!) {
    const from = siblings.find(child);
    const when = endingsIn(doc, child);
    draft.transitions.push(new RunAfter(doc, child, index, from, when));
    const statuses = when === SUCCEEDED_ONLY ? SUCCEEDED : statusesOf(when);
    edges.from.push(from);
    edges.statuses.push(statuses);
    if ((statuses & (FAILED | TIMED_OUT)) !== 0) edges.afterFailure = true;
    if (from >= index || (statuses & (RUNS | UNKNOWN)) === 0) edges.inOrder = false;
  }
}

function statusesOf(when: readonly string[]): number {
  let statuses = when.length === 0 ? UNKNOWN : 0;
  for (const status of when) statuses |= STATUSES.get(status) ?? UNKNOWN;
  return statuses;
}

/** Condition of nearly every edge. */
const SUCCEEDED_ONLY: readonly string[] = ['succeeded'];

/** Returns the statuses in a list, in lower case. */
function endingsIn(doc: JsonDocument, list: number): readonly string[] {
  const first = firstJsonChild(doc, list);
  if (first !== -1 && doc.nextSiblings[first] === -1 && isSucceeded(doc, first)) return SUCCEEDED_ONLY;
  const when: string[] = [];
  for (let entry = first; entry !== -1; entry = doc.nextSiblings[entry]!) {
    const status = stringOf(doc, entry);
    if (status !== undefined) when.push(status.toLowerCase());
  }
  return when;
}

function isSucceeded(doc: JsonDocument, at: number): boolean {
  return (
    doc.kinds[at] === JsonKind.string &&
    stands('Succeeded', doc.bytes, doc.starts[at]! + 1, doc.ends[at]! - 1)
  );
}

/**
 * Assigns handler roles. A scope that runs after failures only is a catch, one that runs after both outcomes a finally,
 * and one whose failure triggers another action a try.
 */
function giveHandlerRoles(activities: readonly DraftActivity[], { from, statuses, first }: Edges): void {
  const guarded = new Set<number>();
  for (let edge = 0; edge < from.length; edge += 1)
    if (statuses[edge]! & (FAILED | TIMED_OUT)) guarded.add(from[edge]!);
  for (const activity of activities) {
    if (activity.role !== 'sequence') continue;
    let afterFailure = false;
    let afterBoth = true;
    for (let edge = first[activity.index]!; edge < first[activity.index + 1]!; edge += 1) {
      if ((statuses[edge]! & (FAILED | TIMED_OUT)) === 0) continue;
      afterFailure = true;
      if ((statuses[edge]! & SUCCEEDED) === 0) afterBoth = false;
    }
    if (afterFailure) activity.role = afterBoth ? 'finally' : 'catch';
    else if (guarded.has(activity.index)) activity.role = 'try';
  }
}

function markReachable(doc: JsonDocument, activities: readonly DraftActivity[], edges: Edges): void {
  const { from, first } = edges;
  const ending = endsOfRun(activities, first);
  // Most flows are small, and a typed array takes longer to make than to fill.
  const waiting = new Array<number>(activities.length).fill(0);
  // The edges that leave an activity, one behind the other.
  const leaving = new Array<number>(activities.length).fill(-1);
  const nextLeaving = new Array<number>(from.length).fill(-1);
  const to = new Array<number>(from.length).fill(-1);
  for (let index = 0; index < activities.length; index += 1) {
    for (let edge = first[index]!; edge < first[index + 1]!; edge += 1) {
      const source = from[edge]!;
      if (source === -1) continue;
      to[edge] = index;
      nextLeaving[edge] = leaving[source]!;
      leaving[source] = edge;
      waiting[index]! += 1;
    }
  }
  // An action that is never taken from the queue waits for itself in a circle and cannot run.
  const outcomes = new Array<number>(activities.length).fill(SKIPPED);
  const runs = new Array<number>(activities.length).fill(0);
  const queue: number[] = [];
  for (let index = 0; index < activities.length; index += 1) if (waiting[index] === 0) queue.push(index);
  for (let next = 0; next < queue.length; next += 1) {
    const index = queue[next]!;
    settle(index, edges, ending[index] === 1, outcomes, runs);
    for (let edge = leaving[index]!; edge !== -1; edge = nextLeaving[edge]!) {
      const later = to[edge]!;
      waiting[later]! -= 1;
      if (waiting[later] === 0) queue.push(later);
    }
  }
  for (const activity of activities) {
    const { parent } = activity;
    const runsHere = runs[activity.index] === 1 || isSynthetic(doc, activity);
    activity.reachable = runsHere && (parent === -1 || activities[parent]!.reachable);
  }
}

/** Decides from the outcomes of its predecessors whether an action can run, and how it can end. */
function settle(
  index: number,
  { from, statuses, first }: Edges,
  endsRun: boolean,
  outcomes: number[],
  runs: number[],
): void {
  let canRun = true;
  let canBeSkipped = false;
  for (let edge = first[index]!; edge < first[index + 1]!; edge += 1) {
    const source = from[edge]!;
    const possible = source === -1 ? RUNS | SKIPPED : outcomes[source]!;
    const unknown = source === -1 || (statuses[edge]! & UNKNOWN) !== 0;
    if ((possible & statuses[edge]!) === 0 && !unknown) canRun = false;
    if (possible & ~statuses[edge]! || unknown) canBeSkipped = true;
  }
  runs[index] = canRun ? 1 : 0;
  outcomes[index] = canRun ? (endsRun ? 0 : RUNS) | (canBeSkipped ? SKIPPED : 0) : SKIPPED;
}

/**
 * Marks, by activity, those that end the whole run. Terminate does so as soon as it runs, and so does a container one
 * of whose first actions does. A Terminate behind other actions does not count: they can fail, and then it is skipped.
 */
function endsOfRun(activities: readonly DraftActivity[], firstEdges: readonly number[]): readonly number[] {
  const ending = new Array<number>(activities.length).fill(0);
  const endingSlots = new Map<number, Set<string>>();
  for (let index = activities.length - 1; index >= 0; index -= 1) {
    const activity = activities[index]!;
    const slots = endingSlots.get(index);
    const isScope = activity.type === 'Scope' && slots?.has('');
    const isBranch = activity.type === 'If' && slots?.has('actions') && slots.has('else');
    if (activity.role !== 'terminate' && !isScope && !isBranch) continue;
    ending[index] = 1;
    if (firstEdges[index] !== firstEdges[index + 1] || activity.parent < 0) continue;
    const around = endingSlots.get(activity.parent);
    if (around === undefined) endingSlots.set(activity.parent, new Set([activity.slot]));
    else around.add(activity.slot);
  }
  return ending;
}
