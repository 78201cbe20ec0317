/** A value that the command does not take. */
import { TASK_BOT_VALUES } from '../../facts/values/task-bot.ts';
import { arrangeRows, rejectedValues } from '../../patterns/legal-value-rule.ts';
import { defineRule } from '../define-rule.ts';

const ROWS = arrangeRows(TASK_BOT_VALUES);

export const rule = defineRule('AAB-REL-024', {
  level: 'activity',
  types: [...ROWS.keys()],
  *check(activity) {
    yield* rejectedValues(activity, ROWS.get(activity.type)!);
  },
});
