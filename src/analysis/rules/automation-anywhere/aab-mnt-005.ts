/** Variables that nothing in the bot uses. */

import { unusedVariables } from '../../patterns/automation-anywhere/unused-variables.ts';
import { defineRule } from '../define-rule.ts';

const NAMES_SHOWN = 10;

export const rule = defineRule('AAB-MNT-005', {
  level: 'workflow',
  wants: 'variables',
  // One finding for the bot: nearly every real bot has such variables, often dozens.
  *check(workflow) {
    const variables = unusedVariables(workflow);
    const [first] = variables;
    if (first === undefined) return;
    const shown = variables.slice(0, NAMES_SHOWN).map(({ name }) => `"${name}"`);
    const more = variables.length > NAMES_SHOWN ? ` and ${variables.length - NAMES_SHOWN} more` : '';
    const what = variables.length === 1 ? 'One variable is' : `${variables.length} variables are`;
    yield {
      // The place is the first of them, the identity the bot's list: removing one leaves the finding the same.
      at: { at: first.at, owner: -1, name: 'Variables' },
      message: `${what} never used: ${shown.join(', ')}${more}.`,
      subject: 'unused variables',
    };
  },
});
