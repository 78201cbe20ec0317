/** A release contains the value of an environment variable that is a secret. */

import { isShortPassword } from '../../patterns/blue-prism/obfuscated-password.ts';
import { reaches, type SecretContext, secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';
import { defineRule } from '../define-rule.ts';

const CONTEXT: SecretContext = { minLength: 1, counts: 'connections' };

export const rule = defineRule('BPR-SEC-005', {
  level: 'workflow',
  wants: 'variables',
  *check({ kind, variables }) {
    if (kind !== 'blue-prism-release') return;
    for (const { name, secure, default: value } of variables) {
      if (value === undefined) continue;
      const isSecret = secure
        ? value.text.trim() !== ''
        : reaches(secretness(lastPart(name), value.text, CONTEXT), 'likely');
      if (!isSecret) continue;
      const message = `The release contains the value of "${name}".`;
      // Three characters such as "pwd" only stand in for a password.
      const severity = secure && isShortPassword(value.text) ? { severity: 'low' as const } : {};
      yield { at: value, subject: name, message, ...severity };
    }
  },
});
