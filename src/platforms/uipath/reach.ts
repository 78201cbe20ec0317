/** Marks what no path leads to: behind a throw, in the dead branch of a constant condition, and inside such parts. */
import type { DraftActivity } from '../draft.ts';
import { ENDS_SEQUENCE } from './roles.ts';

/** Settles `reachable` of every activity. Runs after the flow of charts is settled, and in document order. */
export function settleReachability(activities: readonly DraftActivity[]): void {
  const ended = new Set<number>();
  const deadSlots = new Map<number, string>();
  for (const activity of activities) {
    const parent = activities[activity.parent];
    if (parent !== undefined && isDead(activity, parent, ended, deadSlots)) activity.reachable = false;
    if (activity.type === 'If') {
      const dead = deadBranch(activity);
      if (dead !== undefined) deadSlots.set(activity.index, dead);
    }
    if (ENDS_SEQUENCE.has(activity.type) && activity.enabled) endSequences(activity, activities, ended);
  }
}

function isDead(
  activity: DraftActivity,
  parent: DraftActivity,
  ended: ReadonlySet<number>,
  deadSlots: ReadonlyMap<number, string>,
): boolean {
  return !parent.reachable || ended.has(parent.index) || deadSlots.get(parent.index) === activity.slot;
}

/** A sequence that contains a throw ends the sequence around it too. */
function endSequences(
  activity: DraftActivity,
  activities: readonly DraftActivity[],
  ended: Set<number>,
): void {
  let up = activities[activity.parent];
  while (up?.type === 'Sequence' && !ended.has(up.index)) {
    ended.add(up.index);
    up = activities[up.parent];
  }
}

/** The branch of an `If` that its constant condition excludes. */
export function deadBranch(activity: DraftActivity): 'Then' | 'Else' | undefined {
  const condition = activity.properties.find((property) => property.name === 'Condition');
  const text = condition?.text.trim().toLowerCase();
  if (text === 'true') return 'Else';
  if (text === 'false') return 'Then';
  return undefined;
}
