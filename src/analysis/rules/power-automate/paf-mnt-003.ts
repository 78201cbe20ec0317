/** A variable that is initialised, perhaps set, and never read. */

import { writesOf } from '../../patterns/power-automate/flow-writes.ts';
import { unreadVariables } from '../../patterns/power-automate/unread-variables.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-MNT-003', {
  level: 'workflow',
  wants: 'variables',
  *check(workflow) {
    const unread = unreadVariables(workflow);
    if (unread.size === 0) return;
    const written = new Set(writesOf(workflow).map(({ key }) => key));
    for (const variable of workflow.variables) {
      if (!unread.has(variable.key)) continue;
      const how = written.has(variable.key) ? 'is set but never read' : 'is never used';
      yield { at: variable, subject: variable.name, message: `The variable "${variable.name}" ${how}.` };
    }
  },
});
