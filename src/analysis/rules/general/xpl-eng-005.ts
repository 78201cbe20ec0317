/** Reports findings beyond the limit of a report. The engine itself reports it, because no check sees the count. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('XPL-ENG-005', {
  level: 'workflow',
  check: () => [],
});
