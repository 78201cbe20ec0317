/** Reports notes that waive nothing. The engine reports them: only it sees what the other rules find. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('XPL-ENG-009', {
  level: 'workflow',
  check: () => [],
});
