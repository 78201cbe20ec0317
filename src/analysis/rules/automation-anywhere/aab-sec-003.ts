/** A variable with a secret's name has that secret in the bot. */

import { literalCredentialRule } from '../../patterns/secrets/literal-credential-rule.ts';
import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';
import { defineRule } from '../define-rule.ts';

/** Types that store their value as readable text. */
const READABLE = new Set(['STRING', 'ANY']);

export const rule = defineRule('AAB-SEC-003', {
  includeDisabled: true,
  ...literalCredentialRule({
    words: SECRET_NAME_WORDS,
    least: 'likely',
    *whole({ assignment: { name, via, text }, activity, symbol }) {
      const isWritten = via === 'variable' && activity?.type === 'String/assign';
      const isRead = symbol === undefined ? isWritten : READABLE.has(symbol.type);
      if (isRead && text !== undefined) yield { texts: [text], judgedBy: name };
    },
    hasParts: ({ symbol }) => symbol?.type === 'DICTIONARY',
    problem({ masked, part }, { assignment: { name }, activity, symbol }) {
      if (symbol === undefined)
        return {
          subject: name,
          message: `"${activity?.name}" writes the fixed text ${masked} into "${name}".`,
        };
      if (part === undefined)
        return { message: `The variable "${symbol.name}" has the fixed text ${masked} as its default.` };
      const message = `The dictionary "${symbol.name}" starts with the fixed text ${masked} for "${part}".`;
      return { at: symbol, subject: part, message };
    },
  }),
});
