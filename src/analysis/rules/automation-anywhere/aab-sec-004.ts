/** A secret lives in a variable that anyone can read. */
import { literalOf } from '../../model/navigate.ts';
import { liveKeys } from '../../patterns/automation-anywhere/live-keys.ts';
import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';
import { reaches, type SecretContext, secretness } from '../../semantics/secretness/secretness.ts';
import { defineRule } from '../define-rule.ts';

/** Types that store their value as readable text. */
const READABLE = new Set(['STRING', 'ANY', 'DICTIONARY']);

/** Short-lived token that a service issues while the bot runs: only a text can hold it. */
const SESSION_TOKEN = /token|bearer/gi;
/** Code that is valid once, for a minute: stored, it opens nothing. */
const ONE_TIME = /token_?code|one_?time|(?:^|_)otp(?:$|_|[A-Z])/i;
/** Most connection strings sign in without a password, and a variable inside one is checked by itself. */
const CONTEXT: SecretContext = { counts: 'credentials' };

const isSuspect = (name: string): boolean => reaches(secretness(name, undefined, CONTEXT), 'likely');

export const rule = defineRule('AAB-SEC-004', {
  level: 'workflow',
  wants: 'symbols',
  // A default that is a secret belongs to AAB-SEC-003; another default (an address, a switch) shows that the variable
  // holds no secret. The catalogue's milder severity for variables that are no inputs is not used: the text is as
  // readable there.
  *check(workflow) {
    const symbols = [...workflow.variables, ...workflow.arguments];
    const suspects = symbols.filter(({ type, name }) => READABLE.has(type) && isSuspect(name));
    if (suspects.length === 0) return;
    const used = liveKeys(workflow);
    const inputs = new Set(
      workflow.arguments.filter(({ direction }) => direction !== 'out').map(({ key }) => key),
    );
    for (const variable of suspects) {
      if (!used.has(variable.key) || ONE_TIME.test(variable.name)) continue;
      if (variable.default !== undefined && !isPlaceholder(literalOf(variable.default) ?? '?')) continue;
      const isInput = inputs.has(variable.key);
      const isToken = !isSuspect(variable.name.replace(SESSION_TOKEN, ''));
      if (!isInput && isToken) continue;
      const what = isInput ? 'input' : 'variable';
      yield {
        at: variable,
        group: 'bot',
        ...(isToken && { severity: 'medium' as const }),
        message: `The ${what} "${variable.name}" stores a secret as ${variable.type}, which anyone can read.`,
      };
    }
  },
});
