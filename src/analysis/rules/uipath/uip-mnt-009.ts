/** Steps that are commented out. */
import { descendantsOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

function holdsSteps(workflow: Workflow, activity: Activity): boolean {
  for (const { type, role } of descendantsOf(workflow, activity))
    if (type !== 'Sequence' && role !== 'comment') return true;
  return false;
}

// Real workflows have up to a dozen of them: one finding for all.
export const rule = defineRule('UIP-MNT-009', {
  level: 'workflow',
  types: ['CommentOut'],
  *check(workflow) {
    const groups = workflow.activities.filter(
      (activity) => activity.type === 'CommentOut' && holdsSteps(workflow, activity),
    );
    const [first] = groups;
    if (first === undefined) return;
    const others = groups.length === 1 ? '' : `, as ${groups.length - 1} more do`;
    yield { at: first, message: `"${first.name}" keeps steps that never run${others}.` };
  },
});
