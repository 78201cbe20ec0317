/** A variable or argument with a secret's name has the secret as its default or fixed text. */

import { UIPATH_LANGUAGES } from '../../model/rule.ts';
import { literalCredentialRule } from '../../patterns/secrets/literal-credential-rule.ts';
import { secretsInCalls } from '../../patterns/secrets/tree-secrets.ts';
import { possibleTexts } from '../../semantics/functions/dot-net.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-SEC-002', {
  languages: UIPATH_LANGUAGES,
  includeDisabled: true,
  ...literalCredentialRule({
    words: SECRET_NAME_PARTS,
    least: 'likely',
    counts: 'connections',
    *whole({ assignment: { name, via, at }, symbol }) {
      if (symbol === undefined && via !== 'variable') return;
      const { expression, text } = at;
      // The name first: reading the expression costs more.
      if (reaches(secretness(name, undefined, { counts: 'connections' }), 'likely'))
        yield {
          texts: expression === undefined ? [text] : [...possibleTexts(expression.tree)],
          judgedBy: name,
        };
      if (symbol !== undefined && expression !== undefined) yield* secretsInCalls(expression);
    },
    hasParts: ({ assignment: { via }, symbol }) => symbol !== undefined && via !== 'field',
    problem({ masked }, { assignment: { name }, activity, symbol }) {
      if (symbol === undefined)
        return {
          subject: name,
          message: `"${activity?.name}" puts the secret ${masked} into "${name}" as fixed text.`,
        };
      const what = 'direction' in symbol ? 'Argument' : 'Variable';
      return {
        subject: symbol.name,
        message: `${what} "${symbol.name}" has the secret ${masked} as its default.`,
      };
    },
  }),
});
