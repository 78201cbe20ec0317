/** Reports the parts of a file that could not be read. The engine also reports failed rules under this rule's id. */

import { UNREAD_KINDS } from '../../model/unread.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('XPL-ENG-002', {
  level: 'workflow',
  wants: 'unread',
  *check(workflow) {
    if (workflow.kind === 'unreadable') return;
    for (const part of workflow.unread)
      yield {
        at: part,
        message: part.reason,
        severity: UNREAD_KINDS[part.kind].isHarmless ? 'medium' : 'high',
      };
  },
});
