/** A bot without comments. */
import { isLive } from '../../model/navigate.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

/** Commands from which on a bot needs comments. */
const COMMANDS_MIN = 10;
/** Commands at the top among which a comment describes the bot. */
const HEAD = 3;

export const rule = defineRule('AAB-MNT-006', {
  level: 'workflow',
  *check(workflow, { options: { minPercent } }) {
    const { activities, roles } = metricsOf(workflow);
    const comments = roles.get('comment') ?? 0;
    const commands = activities - comments - (roles.get('trigger') ?? 0);
    if (commands < COMMANDS_MIN) return;
    const live = workflow.activities.filter((activity) => isLive(activity) && activity.role !== 'trigger');
    const hasHead = live.slice(0, HEAD).some(({ role }) => role === 'comment');
    if (hasHead && comments * 100 >= commands * minPercent) return;
    const message = hasHead
      ? `"${workflow.name}" has ${comments} comments for ${commands} commands.`
      : `"${workflow.name}" has ${commands} commands, and no comment at its beginning.`;
    const measure = hasHead ? { option: 'minPercent', value: (comments * 100) / commands } : undefined;
    yield { at: { at: 0, owner: -1, name: '' }, subject: 'comments', message, measure };
  },
});
