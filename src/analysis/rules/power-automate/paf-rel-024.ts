/** A condition that compares two fixed values. */

import { comparisonsOf } from '../../patterns/power-automate/steps/comparisons.ts';
import { defineRule } from '../define-rule.ts';

// On real flows these were switches from a test, and dynamic content that had become text.
export const rule = defineRule('PAF-REL-024', {
  level: 'activity',
  types: ['If', 'Until'],
  *check(activity) {
    for (const { at, operands } of comparisonsOf(activity)) {
      if (operands.length !== 2 || operands.some((operand) => typeof operand !== 'string')) continue;
      const [left, right] = operands.map((operand) => String(operand).trim().slice(0, 60));
      const message = `"${activity.name}" compares the fixed values "${left}" and "${right}".`;
      yield { at, subject: at.name, message };
    }
  },
});
