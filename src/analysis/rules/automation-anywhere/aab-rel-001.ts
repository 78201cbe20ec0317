/** A bot that works on other systems has no error handling at all. */
import { isLive } from '../../model/navigate.ts';
import type { Role } from '../../model/workflow.ts';
import { metricsOf } from '../../patterns/workflow-metrics.ts';
import { defineRule } from '../define-rule.ts';

/** Roles of commands that fail by what is outside the bot. */
const OUTSIDE = 'ui spreadsheet database http email file invoke script shell queue'.split(' ') as Role[];

export const rule = defineRule('AAB-REL-001', {
  level: 'workflow',
  roles: OUTSIDE,
  *check(workflow, { options }) {
    const { roles } = metricsOf(workflow);
    // Errors of a bot with inputs or outputs reach the Try of the bot that calls it.
    if ((roles.get('try') ?? 0) > 0 || workflow.arguments.length > 0) return;
    const count = OUTSIDE.reduce((total, role) => total + (roles.get(role) ?? 0), 0);
    const first = workflow.activities.find((activity) => OUTSIDE.includes(activity.role) && isLive(activity));
    if (count < options.minCommands || first === undefined) return;
    yield {
      at: first,
      subject: 'error handling',
      message: `"${workflow.name}" has ${count} commands that can fail by what is outside it, the first on line ${first.editorLine}, and no Try.`,
    };
  },
});
