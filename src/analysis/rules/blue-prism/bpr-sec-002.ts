/** Finds password data items with a stored value. */
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('BPR-SEC-002', {
  level: 'workflow',
  wants: 'variables',
  *check({ kind, variables }) {
    // Environment variables of a release are another rule's.
    if (kind === 'blue-prism-release') return;
    for (const { name, secure, default: value } of variables) {
      if (!secure || value === undefined || value.text.trim() === '') continue;
      const message = `The password item "${name}" has an initial value in the file.`;
      yield { at: value, subject: name, message };
    }
  },
});
