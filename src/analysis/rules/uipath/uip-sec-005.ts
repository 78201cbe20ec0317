/** A protected value that travels between workflows. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-SEC-005', {
  level: 'argument',
  words: ['securestring'],
  *check(argument, { workflow, options }) {
    if (!argument.type.includes('SecureString')) return;
    if (options.allowedFiles.some((pattern) => matchesWildcard(workflow.name, pattern))) return;
    yield { at: argument, message: `The argument "${argument.name}" passes a SecureString.` };
  },
});
