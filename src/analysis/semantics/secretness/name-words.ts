/**
 * Secrets in the words of a name.
 *
 * The name is split at case changes, digits, `_`, `-` and spaces, because a pattern over the whole name takes
 * "compass", "PassedCounter" and "passport" for secrets.
 */
import {
  ADDRESS_ENDINGS,
  BELONGS_TO,
  NO_SECRET_PAIRS,
  NOT_AFTER,
  NOT_BEFORE,
  OWNERS_OF_PASS,
  SECRET_ENDINGS,
  SECRET_PAIRS,
  SECRET_WORDS,
} from './secret-words.ts';

/** Returns the number of words that name a secret from a place on. */
function secretLengthAt(words: readonly string[], i: number): number {
  const word = words[i]!;
  if (SECRET_WORDS.has(word) || SECRET_ENDINGS.some((ending) => word.endsWith(ending))) return 1;
  const next = words[i + 1];
  if (next !== undefined && SECRET_PAIRS.has(`${word} ${next}`)) return 2;
  // "PassWord" written in camel case is two words.
  if (word === 'pass' && (next === 'word' || next === 'phrase' || next === 'code')) return 2;
  if (word === 'pass' && next === undefined && i > 0 && OWNERS_OF_PASS.has(words[i - 1]!)) return 1;
  return 0;
}

/**
 * Returns whether the words name an address of the secret.
 * @param from the first word behind those of the secret
 */
function isAddressOfSecret(words: readonly string[], from: number): boolean {
  const last = words.length - 1;
  return from <= last && ADDRESS_ENDINGS.has(words[last]!) && !BELONGS_TO.has(words[from]!);
}

/**
 * Returns true for `db password`, `api key` and `client secret`; false for `password field`, `token api link`,
 * `cancellation token`.
 */
export function sayWords(words: readonly string[]): boolean {
  for (let i = 0; i < words.length; i += 1) {
    const length = secretLengthAt(words, i);
    if (length === 0) continue;
    const before = words[i - 1];
    const after = words[i + length];
    if (after !== undefined && NOT_BEFORE.has(after)) continue;
    if (before !== undefined && (NOT_AFTER.has(before) || NO_SECRET_PAIRS.has(`${before} ${words[i]}`)))
      continue;
    if (isAddressOfSecret(words, i + length)) continue;
    return true;
  }
  return false;
}

/** Returns true where the words of a secret come last, as in `ews secured password`; false for `password option`. */
export function endInSecret(words: readonly string[]): boolean {
  const [before, last] = words.slice(-2);
  if (last === undefined) return before !== undefined && sayWords([before]);
  return sayWords([before!, last]) && (sayWords([last]) || !sayWords([before!]));
}
