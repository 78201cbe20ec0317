/** Reports notes that do not hold. The engine reports them: only it knows the day and the other rules. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('XPL-ENG-010', {
  level: 'workflow',
  check: () => [],
});
