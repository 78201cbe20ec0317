/** A loop that one bad item ends. */
import { descendantsOf, enclosing, isLive } from '../../model/navigate.ts';
import type { Role } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Commands that other systems can make fail. */
const EXTERNAL: readonly Role[] = ['http', 'database', 'ui', 'email', 'file', 'spreadsheet', 'queue'];

export const rule = defineRule('AAB-REL-017', {
  level: 'activity',
  roles: ['loop'],
  *check(loop, { workflow }) {
    // Without any handler, other rules report the bot.
    if (enclosing(workflow, loop, 'try') === undefined) return;
    const inside = [...descendantsOf(workflow, loop)].filter(isLive);
    if (inside.some(({ role }) => role === 'try')) return;
    const external = inside.find(
      (activity) => EXTERNAL.includes(activity.role) && enclosing(workflow, activity, 'loop') === loop,
    );
    if (external === undefined) return;
    yield {
      at: loop,
      message: `An error in "${external.name}" ends "${loop.name}": the error handler is outside the loop.`,
    };
  },
});
