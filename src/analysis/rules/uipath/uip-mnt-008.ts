/** A container without any step that runs. */
import { derived } from '../../model/interning/derived.ts';
import { isLive, parentOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Containers that do nothing when they are empty. */
const EMPTY =
  /^(?:Sequence|Flowchart|StateMachine|If|ForEach|ForEachRow|While|DoWhile|Interruptible(?:While|DoWhile)|ParallelForEach)$/;

/** Indices of the empty containers. Containers come before their content. */
const emptyContainers = derived(({ activities, children }) => {
  const empty = new Set<number>();
  for (let index = activities.length - 1; index >= 0; index -= 1)
    if (EMPTY.test(activities[index]!.type) && children[index]!.every((child) => empty.has(child)))
      empty.add(index);
  return empty;
});

export const rule = defineRule('UIP-MNT-008', {
  level: 'activity',
  roles: ['sequence', 'branch', 'loop'],
  *check(activity, { workflow }) {
    const empty = emptyContainers(workflow);
    if (!isLive(activity) || !empty.has(activity.index)) return;
    const parent = parentOf(workflow, activity);
    // The outermost one shows all, an empty handler is another finding, and one branch of two may be left empty.
    if (parent !== undefined && (empty.has(parent.index) || !/^(?:Sequence|Body)$/.test(parent.type))) return;
    const message =
      parent === undefined
        ? `"${workflow.name}" has no activity that does anything.`
        : `"${activity.name}" contains nothing.`;
    yield { at: activity, message };
  },
});
