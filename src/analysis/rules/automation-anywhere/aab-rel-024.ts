/** A value that the command does not take. */
import { TASK_BOT_VALUES } from '../../facts/values/task-bot.ts';
import { rejectedValues } from '../../patterns/legal-value-rule.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('AAB-REL-024', {
  level: 'activity',
  types: [...TASK_BOT_VALUES.keys()],
  *check(activity) {
    yield* rejectedValues(activity, TASK_BOT_VALUES.get(activity.type)!);
  },
});
