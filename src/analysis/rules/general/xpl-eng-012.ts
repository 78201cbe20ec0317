/** Reports an upload in which nothing was analysed. The engine reports it: no check sees what was left out. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('XPL-ENG-012', {
  level: 'project',
  check: () => [],
});
