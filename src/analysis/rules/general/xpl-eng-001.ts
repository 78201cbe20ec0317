/** Reports the files of an archive that could not be read at all. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('XPL-ENG-001', {
  level: 'workflow',
  wants: 'unread',
  *check(workflow) {
    if (workflow.kind !== 'unreadable') return;
    for (const part of workflow.unread) yield { at: part, message: part.reason };
  },
});
