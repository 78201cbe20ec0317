/** A container without any step that runs. */
import { childrenOf, isLive, parentOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Containers that do nothing when they are empty. */
const EMPTY =
  /^(?:Sequence|Flowchart|StateMachine|If|ForEach|ForEachRow|While|DoWhile|Interruptible(?:While|DoWhile)|ParallelForEach)$/;

const isEmpty = (workflow: Workflow, container: Activity): boolean =>
  EMPTY.test(container.type) && childrenOf(workflow, container).every((child) => isEmpty(workflow, child));

export const rule = defineRule('UIP-MNT-008', {
  level: 'activity',
  roles: ['sequence', 'branch', 'loop'],
  *check(activity, { workflow }) {
    if (!isLive(activity) || !isEmpty(workflow, activity)) return;
    const parent = parentOf(workflow, activity);
    // The outermost one shows all, an empty handler is another finding, and one branch of two may be left empty.
    if (parent !== undefined && (isEmpty(workflow, parent) || !/^(?:Sequence|Body)$/.test(parent.type)))
      return;
    const message =
      parent === undefined
        ? `"${workflow.name}" has no activity that does anything.`
        : `"${activity.name}" contains nothing.`;
    yield { at: activity, message };
  },
});
