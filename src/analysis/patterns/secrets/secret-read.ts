/** Secrets that an expression reads by name. */
import type { Token } from '../../model/workflow.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';

const isSecret = (name: string): boolean => reaches(secretness(name), 'likely');

/**
 * Returns the first secret in an expression: a variable or member, or the key of a dictionary as in
 * `Config("ErpPassword")`.
 */
export function secretReadBy(tokens: readonly Token[]): string | undefined {
  const found = tokens.find(({ kind, text }, i) => {
    if (kind === 'name') return isSecret(text);
    const before = tokens[i - 1];
    const isKey = kind === 'string' && before?.kind === 'punctuation' && /^[([]$/.test(before.text);
    return isKey && tokens[i - 2]?.kind === 'name' && isSecret(text);
  });
  return found?.text;
}
