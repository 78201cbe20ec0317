/** A secret variable or argument has a type that does not protect it. */

import { literalOf } from '../../model/navigate.ts';
import type { Variable } from '../../model/workflow.ts';
import { isFilledByText, isOnlyTakenAsText } from '../../patterns/uipath/plain-password.ts';
import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { usedSymbols } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

const PLAIN_TYPES = new Set(['String', 'Object', 'GenericValue']);

/** Tokens of programming interfaces: they come as text, go into a header as text, and expire. */
const TOKEN = /token|bearer|jwt/i;
const LASTING = /pass|pwd|secret|credential/i;

/**
 * Returns whether a symbol is declared, and not the item of a loop.
 * The item holds a part of a secret for a moment; the symbol that the loop goes over counts.
 */
function isDeclared({ modifiers = [] }: Variable): boolean {
  return !modifiers.some((modifier) => modifier.startsWith('Delegate'));
}

export const rule = defineRule('UIP-SEC-006', {
  level: 'workflow',
  words: SECRET_NAME_PARTS,
  *check(workflow) {
    const symbols = [...workflow.arguments, ...workflow.variables].filter(
      (symbol) =>
        PLAIN_TYPES.has(symbol.type) &&
        symbol.enabled &&
        isDeclared(symbol) &&
        reaches(secretness(symbol.name), 'likely'),
    );
    if (symbols.length === 0) return;
    const used = usedSymbols(workflow);
    for (const symbol of symbols) {
      // A default that is the secret itself is worse, and UIP-SEC-002 reports it.
      if (!used.has(symbol) || !isPlaceholder(literalOf(symbol.default) ?? '')) continue;
      const isToken = TOKEN.test(symbol.name) && !LASTING.test(symbol.name);
      const isMild =
        isToken ||
        (!('direction' in symbol) &&
          (isOnlyTakenAsText(workflow, symbol) || isFilledByText(workflow, symbol)));
      yield {
        at: symbol,
        ...(isMild ? { severity: 'medium' as const } : {}),
        message: `${'direction' in symbol ? 'Argument' : 'Variable'} "${symbol.name}" keeps a secret in the type ${symbol.type}.`,
        subject: symbol.name,
      };
    }
  },
});
