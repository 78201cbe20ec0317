/** A container of a flow without any action. */
import { defineRule } from '../define-rule.ts';

// An Until is left out: an empty one waits for its condition.
export const rule = defineRule('PAF-MNT-010', {
  level: 'activity',
  types: ['Scope', 'Foreach', 'If', 'Switch'],
  *check(activity, { workflow }) {
    if (workflow.children[activity.index]!.length > 0) return;
    yield { at: activity, subject: 'empty', message: `"${activity.name}" contains no action.` };
  },
});
