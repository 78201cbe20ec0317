/** A variable with a fixed value that no action changes. */
import { literalOf } from '../../model/navigate.ts';
import { writesOf } from '../../patterns/power-automate/flow-writes.ts';
import { unreadVariables } from '../../patterns/power-automate/unread-variables.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-MNT-009', {
  level: 'workflow',
  wants: 'variables',
  *check(workflow) {
    const unread = unreadVariables(workflow);
    const written = new Set(writesOf(workflow).map(({ key }) => key));
    for (const variable of workflow.variables) {
      if (!variable.key.startsWith('variable:') || !variable.enabled) continue;
      if ((literalOf(variable.default) ?? '') === '') continue;
      if (unread.has(variable.key) || written.has(variable.key)) continue;
      yield {
        at: variable,
        subject: variable.name,
        message: `The variable "${variable.name}" always has its first value.`,
      };
    }
  },
});
