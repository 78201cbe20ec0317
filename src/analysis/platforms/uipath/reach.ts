/** Reachability: marks activities behind a throw, in the dead branch of a constant condition, and inside such parts. */
import type { DraftActivity } from '../draft.ts';
import { ENDS_SEQUENCE } from './roles.ts';

/** Settles `reachable` of every activity. Runs after the flow of charts is settled, and in document order. */
export function settleXamlReachability(activities: readonly DraftActivity[]): void {
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

/** Ends sequences. One that contains a throw ends the sequence around it too. */
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

/** First bytes of `True` and `False`, with white space before them; some of that is not ASCII. */
const BEGINS_CONSTANT = new Uint8Array(256).fill(1, 0, 33).fill(1, 128);
for (const letter of 'tTfF') BEGINS_CONSTANT[letter.charCodeAt(0)] = 1;

/** Returns the branch of an `If` that its constant condition excludes. */
export function deadBranch(activity: DraftActivity): 'Then' | 'Else' | undefined {
  const condition = activity.properties.find((property) => property.name === 'Condition');
  const raw = condition?.raw;
  if (raw !== undefined && BEGINS_CONSTANT[raw.bytes[raw.start]!] === 0) return undefined;
  const text = condition?.text.trim().toLowerCase();
  if (text === 'true') return 'Else';
  if (text === 'false') return 'Then';
  return undefined;
}
