/** Finds password data items with a stored value. */
import { isOverwrittenUnread } from '../../patterns/blue-prism/initial-value.ts';
import { isShortPassword } from '../../patterns/blue-prism/obfuscated-password.ts';
import { stepLimit } from '../../patterns/work-limit.ts';
import { defineRule } from '../define-rule.ts';

/** Steps of all searches in one workflow. */
const LOOKS_MAX = 2_000_000;

export const rule = defineRule('BPR-SEC-002', {
  level: 'workflow',
  wants: 'variables',
  *check(workflow) {
    // Environment variables of a release are another rule's.
    if (workflow.kind === 'blue-prism-release') return;
    const spend = stepLimit(LOOKS_MAX);
    for (const variable of workflow.variables) {
      const { name, secure, default: value } = variable;
      if (!secure || value === undefined || value.text.trim() === '') continue;
      const has = `The password item "${name}" has an initial value in the file`;
      // Real processes keep two or three characters where the field wants a value, and get the password when they run.
      if (isShortPassword(value.text))
        yield {
          at: value,
          subject: name,
          severity: 'low',
          message: `${has}, which is too short for a password.`,
        };
      else if (isOverwrittenUnread(workflow, variable, spend))
        yield {
          at: value,
          subject: name,
          severity: 'medium',
          message: `${has}, which other stages overwrite before one reads it.`,
        };
      else yield { at: value, subject: name, message: `${has}.` };
    }
  },
});
