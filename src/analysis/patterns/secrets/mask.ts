/** Masking of secrets in messages. */

/** Characters of a secret from which on a beginning gives little of it away. */
const LENGTH_MIN = 12;
/** Characters that are shown: enough to find the secret again, not to guess it. */
const SHOWN = 2;
/** Stands for the rest, however long it is. */
const REST = '******';

/** Masks a secret: the first two characters at most, and never its length: `co******`. Short texts show nothing. */
export function mask(secret: string): string {
  return secret.length < LENGTH_MIN ? REST : `${secret.slice(0, SHOWN).toWellFormed()}${REST}`;
}
