/** Lines that only the output panel of Studio shows. */
import { isLive } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-OBS-003', {
  level: 'workflow',
  types: ['WriteLine'],
  *check(workflow) {
    const lines = workflow.activities.filter((activity) => activity.type === 'WriteLine' && isLive(activity));
    const [first] = lines;
    if (first === undefined) return;
    const others = lines.length === 1 ? '' : `, as ${lines.length - 1} more do`;
    yield { at: first, message: `"${first.name}" writes to the output panel and not to the log${others}.` };
  },
});
