/** Names of secrets themselves, and the secrets that an expression reads by name. */
import type { Token } from '../../model/workflow.ts';
import { remembered } from '../derived.ts';
import { isSecretName, maySaySecret, wordsOf } from './secret-name.ts';

/** "Credential" is mostly the name of a stored one, and a connection string may do without a password. */
const OTHER_WORDS = /\b(?:credentials?|connectionstring|conn(?:ection)? str(?:ing)?)\b/g;
/** Types and functions of JSON libraries. */
const API_NAMES = new Set(['jtoken', 'selecttoken', 'selecttokens', 'tokentype']);

/**
 * Returns true for `DbPassword` and `in_ApiToken`; false for `in_Credential`, `ConnectionString` and all names that
 * `isSecretName` rejects.
 */
export function isOwnSecretName(name: string): boolean {
  return name.length <= 200 && maySaySecret(name) && saysOwnSecret(name);
}

const saysOwnSecret = remembered(
  (name) =>
    !API_NAMES.has(name.toLowerCase()) && isSecretName(wordsOf(name).join(' ').replace(OTHER_WORDS, ' ')),
);

/**
 * Returns the first secret in an expression: a variable or member, or the key of a dictionary as in
 * `Config("ErpPassword")`.
 */
export function secretReadBy(tokens: readonly Token[]): string | undefined {
  const found = tokens.find(({ kind, text }, i) => {
    if (kind === 'name') return isOwnSecretName(text);
    const before = tokens[i - 1];
    const isKey = kind === 'string' && before?.kind === 'punctuation' && /^[([]$/.test(before.text);
    return isKey && tokens[i - 2]?.kind === 'name' && isOwnSecretName(text);
  });
  return found?.text;
}
