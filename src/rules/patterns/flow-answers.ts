/** Whether a Power Automate flow answers its caller on every way through it that ends well. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Transition, Workflow } from '../../model/workflow.ts';

/** Siblings of one place, and the edges into each of them. */
interface Structure {
  readonly groups: ReadonlyMap<string, readonly Activity[]>;
  readonly incoming: ReadonlyMap<number, readonly Transition[]>;
}

function structureOf(workflow: Workflow): Structure {
  const groups = new Map<string, Activity[]>();
  for (const activity of workflow.activities) {
    if (activity.role === 'trigger') continue;
    const key = `${activity.parent}:${activity.slot}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [activity]);
    else group.push(activity);
  }
  const incoming = new Map<number, Transition[]>();
  for (const transition of workflow.transitions) {
    const edges = incoming.get(transition.to);
    if (edges === undefined) incoming.set(transition.to, [transition]);
    else edges.push(transition);
  }
  return { groups, incoming };
}

/** The siblings that run when all that can succeeds: those that wait for a failure are skipped. */
function runningOf(group: readonly Activity[], { incoming }: Structure): readonly Activity[] {
  const waiting = new Map<number, number>();
  const following = new Map<number, Activity[]>();
  const queue: Activity[] = [];
  for (const activity of group) {
    const edges = (incoming.get(activity.index) ?? []).filter(({ from }) => from !== -1);
    waiting.set(activity.index, edges.length);
    if (edges.length === 0) queue.push(activity);
    for (const { from } of edges) {
      const list = following.get(from);
      if (list === undefined) following.set(from, [activity]);
      else list.push(activity);
    }
  }
  const running = new Set<number>();
  // What waits for itself in a circle is never taken from the queue, and never runs.
  for (const activity of queue) {
    const runs = (incoming.get(activity.index) ?? []).every(
      ({ from, when }) => from === -1 || when.includes(running.has(from) ? 'succeeded' : 'skipped'),
    );
    if (runs && isLive(activity)) running.add(activity.index);
    for (const next of following.get(activity.index) ?? []) {
      const left = waiting.get(next.index)! - 1;
      waiting.set(next.index, left);
      if (left === 0) queue.push(next);
    }
  }
  return group.filter(({ index }) => running.has(index));
}

/**
 * By activity, whether it has answered when it has run: a Response, an end that tells the caller of a failure, and a
 * container all of whose ways hold one. A loop over items may have none and answers nothing.
 */
function answering(workflow: Workflow, structure: Structure): ReadonlySet<number> {
  const answers = new Set<number>();
  const slotAnswers = (parent: number, slot: string): boolean =>
    runningOf(structure.groups.get(`${parent}:${slot}`) ?? [], structure).some(({ index }) =>
      answers.has(index),
    );
  // Containers come before what they hold.
  for (let index = workflow.activities.length - 1; index >= 0; index -= 1) {
    const activity = workflow.activities[index]!;
    if (!isLive(activity) || activity.role === 'trigger') continue;
    if (
      answersItself(activity) ||
      (everySlot(workflow, activity) ?? NEVER).every((slot) => slotAnswers(index, slot))
    )
      answers.add(index);
  }
  return answers;
}

function answersItself(activity: Activity): boolean {
  if (activity.role === 'respond') return true;
  if (activity.role !== 'terminate') return false;
  return literalOf(propertyOf(activity, 'inputs.runStatus'))?.toLowerCase() !== 'succeeded';
}

/** A place that no container has: what looks for an answer in it finds none. */
const NEVER = ['never'];

/** The places of a container one of which is run; undefined when perhaps none is. */
function everySlot(workflow: Workflow, activity: Activity): readonly string[] | undefined {
  switch (activity.type) {
    case 'Scope':
    case 'Until':
      return [''];
    case 'If':
      return ['actions', 'else'];
    // An empty default is for values that do not occur, when each of the cases answers.
    case 'Switch':
      return [
        ...new Set(workflow.children[activity.index]!.map((index) => workflow.activities[index]!.slot)),
      ];
    default:
      return undefined;
  }
}

/**
 * The place where the answer can be missing: the outermost condition that answers on some of its ways only, or -1 when
 * there is none. Undefined when every way answers.
 */
export function missingAnswer(workflow: Workflow): number | undefined {
  const structure = structureOf(workflow);
  const answers = answering(workflow, structure);
  const top = runningOf(structure.groups.get('-1:') ?? [], structure);
  if (top.some(({ index }) => answers.has(index))) return undefined;
  const holding = new Set<number>();
  for (const { role, parent } of workflow.activities) {
    if (role !== 'respond') continue;
    for (let up = parent; up >= 0; up = workflow.activities[up]!.parent) holding.add(up);
  }
  return workflow.activities.find(({ index, role }) => role === 'branch' && holding.has(index))?.index ?? -1;
}
