/** Names files that belong to an automation and were not analysed as a whole. The engine reports it: one finding a kind. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('XPL-ENG-011', {
  level: 'project',
  check: () => [],
});
