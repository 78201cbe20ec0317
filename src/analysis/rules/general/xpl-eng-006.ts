/** Reports the vendor's unchanged objects that were not judged. The engine reports it: one notice a file. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('XPL-ENG-006', {
  level: 'workflow',
  check: () => [],
});
