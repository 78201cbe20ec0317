/** Responses of a Power Automate flow on every successful path through it. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

/** Returns 1 for each activity that runs when every activity succeeds; one that waits for a failure is skipped. */
function runningIn({ activities, transitions }: Workflow): readonly number[] {
  const running = new Array<number>(activities.length).fill(1);
  const waiting = new Array<number>(activities.length).fill(0);
  // The edges that leave an activity, one behind the other.
  const leaving = new Array<number>(activities.length).fill(-1);
  const nextLeaving = new Array<number>(transitions.length).fill(-1);
  for (const [edge, { from, to }] of transitions.entries()) {
    if (from === -1) continue;
    nextLeaving[edge] = leaving[from]!;
    leaving[from] = edge;
    waiting[to]! += 1;
  }
  const queue: number[] = [];
  for (const { index } of activities) if (waiting[index] === 0) queue.push(index);
  for (const index of queue) {
    const activity = activities[index]!;
    if (!isLive(activity) || activity.role === 'trigger') running[index] = 0;
    for (let edge = leaving[index]!; edge !== -1; edge = nextLeaving[edge]!) {
      const { to, when } = transitions[edge]!;
      if (!when.includes(running[index] === 1 ? 'succeeded' : 'skipped')) running[to] = 0;
      waiting[to]! -= 1;
      if (waiting[to] === 0) queue.push(to);
    }
  }
  // An activity that waits for itself in a cycle never leaves the queue, and never runs.
  for (const { index } of activities) if (waiting[index] !== 0) running[index] = 0;
  return running;
}

/** Slots of a container in which an activity runs that has answered by its end. */
type AnsweringSlots = ReadonlyMap<number, ReadonlySet<string>>;

/**
 * Finds the activities that have answered by their end: a Response, a terminate that reports a failure, or a container
 * with an answer in every slot. A loop over items may have none and answers nothing.
 */
function answeringSlots(workflow: Workflow): AnsweringSlots {
  const { activities } = workflow;
  const running = runningIn(workflow);
  const answering = new Map<number, Set<string>>();
  // Containers come before what they hold.
  for (let index = activities.length - 1; index >= 0; index -= 1) {
    const activity = activities[index]!;
    if (running[index] === 0 || !hasAnswered(workflow, activity, answering.get(index) ?? NOWHERE)) continue;
    const slots = answering.get(activity.parent);
    if (slots === undefined) answering.set(activity.parent, new Set([activity.slot]));
    else slots.add(activity.slot);
  }
  return answering;
}

/** Empty set for containers without an answer. */
const NOWHERE: ReadonlySet<string> = new Set();

function hasAnswered(workflow: Workflow, activity: Activity, answering: ReadonlySet<string>): boolean {
  if (answersItself(activity)) return true;
  return everySlot(workflow, activity)?.every((slot) => answering.has(slot)) ?? false;
}

function answersItself(activity: Activity): boolean {
  if (activity.role === 'respond') return true;
  if (activity.role !== 'terminate') return false;
  return literalOf(propertyOf(activity, 'inputs.runStatus'))?.toLowerCase() !== 'succeeded';
}

/** Returns the slots of a container of which one always runs; undefined when perhaps none does. */
function everySlot(workflow: Workflow, activity: Activity): readonly string[] | undefined {
  switch (activity.type) {
    case 'Scope':
    case 'Until':
      return [''];
    case 'If':
      return ['actions', 'else'];
    // An empty default covers values that do not occur, if each case answers.
    case 'Switch':
      return [
        ...new Set(workflow.children[activity.index]!.map((index) => workflow.activities[index]!.slot)),
      ];
    default:
      return undefined;
  }
}

/**
 * Returns the place where the answer can be missing: the outermost condition that answers on only some of its paths, or
 * -1 when there is none. Undefined when every path answers.
 */
export function missingAnswer(workflow: Workflow): number | undefined {
  if (answeringSlots(workflow).get(-1)?.has('')) return undefined;
  const holding = new Set<number>();
  for (const { role, parent } of workflow.activities) {
    if (role !== 'respond') continue;
    for (let up = parent; up >= 0; up = workflow.activities[up]!.parent) holding.add(up);
  }
  return workflow.activities.find(({ index, role }) => role === 'branch' && holding.has(index))?.index ?? -1;
}
