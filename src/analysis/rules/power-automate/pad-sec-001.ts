/** A password or key in the code of a desktop flow. */

import type { Value } from '../../model/workflow.ts';
import { secretsInScript } from '../../patterns/scripts/script-secrets.ts';
import { passwordInConnectionString } from '../../patterns/secrets/connection-string.ts';
import { literalCredentialRule } from '../../patterns/secrets/literal-credential-rule.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';
import { textsIn } from '../../semantics/texts.ts';
import { defineRule } from '../define-rule.ts';

/** Returns a text with `%` in place of each inserted value: `Server=db;Password=%`. */
function outline(value: Value): string {
  if (value.expression === undefined) return value.text;
  return piecesOf(value.expression.tree)
    .map((piece) => (piece.kind === 'literal' ? piece.value : ['', ...textsIn(piece), ''].join('%')))
    .join('');
}

// The catalogue's list of settings misses the actions that name a password differently; the words that name secrets
// cover its list.
export const rule = defineRule('PAD-SEC-001', {
  includeDisabled: true,
  ...literalCredentialRule({
    words: [...SECRET_NAME_WORDS, 'authorization'],
    least: 'certain',
    // Connection strings are judged by their content: most hold no password.
    counts: 'credentials',
    *whole({ assignment: { name, at }, activity }) {
      const text = outline(at);
      const password = passwordInConnectionString(text);
      if (password !== undefined) yield { texts: [password] };
      else if (at.expression === undefined) yield { texts: [text], judgedBy: name };
      if (activity?.role !== 'script') return;
      for (const found of secretsInScript(text)) yield { texts: [found.text], part: found.name };
    },
    hasParts: ({ assignment: { via } }) => via !== 'field',
    problem: ({ masked, part }, { assignment: { name } }) => ({
      subject: part ?? name,
      message: `"${part ?? name}" holds a secret as plain text: ${masked}.`,
    }),
  }),
});
