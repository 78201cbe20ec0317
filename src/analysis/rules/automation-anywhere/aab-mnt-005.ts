/** Variables that nothing in the bot uses. */

import type { Variable, Workflow } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Variables that the editor puts into new bots, by version. */
const BUILT_IN = new Set(['prompt-assignment', 'samplestring', 'samplenumber']);
/** Names that an expression can mention. A file can hold other names, whose use cannot be judged. */
const MENTIONABLE = /^[\p{L}_@][\p{L}\p{N}\p{M}_-]{0,199}$/u;
const NAMES_SHOWN = 10;

function unused(workflow: Workflow): Variable[] {
  const own = workflow.variables.filter(({ key, name }) => !BUILT_IN.has(key) && MENTIONABLE.test(name));
  const used = new Set(workflow.mentions.keys);
  return own.filter(({ key }) => !used.has(key));
}

export const rule = defineRule('AAB-MNT-005', {
  level: 'workflow',
  wants: 'variables',
  // One finding for the bot: nearly every real bot has such variables, often dozens.
  *check(workflow) {
    const variables = unused(workflow);
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
