/** Jumps in a desktop flow. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

// One finding a flow: authors who jump do so everywhere.
export const rule = defineRule('PAD-REL-005', {
  level: 'workflow',
  types: ['GoTo'],
  *check(workflow) {
    const jumps = workflow.activities.filter((activity) => activity.type === 'GoTo' && isLive(activity));
    const [first] = jumps;
    if (first === undefined) return;
    const count = jumps.length === 1 ? 'once' : `${jumps.length} times`;
    yield { at: first, subject: 'jump', message: `The flow jumps ${count} with "Go to".` };
  },
});
