/** A wait of a fixed number of seconds. */
import { enclosing, literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

// In a loop it is the pause between two tries, and no wait for a program.
export const rule = defineRule('PAD-REL-003', {
  level: 'activity',
  types: ['Wait'],
  *check(activity, { workflow, options }) {
    const at = propertyOf(activity, 'Duration');
    const seconds = Number(literalOf(at) ?? 0);
    if (at === undefined || !(seconds > options.maxSeconds)) return;
    if (enclosing(workflow, activity, 'loop') !== undefined) return;
    const message = `"${activity.name}" always waits ${seconds} seconds, whether the next action can start or not.`;
    yield { at, subject: 'duration', message, measure: { option: 'maxSeconds', value: seconds } };
  },
});
