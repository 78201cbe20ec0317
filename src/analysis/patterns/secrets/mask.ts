/** Masking of secrets in messages. */
import { createHash } from 'node:crypto';

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

/** Bits of a digest: enough to distinguish the secrets of one file, and of no use to guess one. */
const KEY_MASK = 0x3ff;

/** Returns a key that the places of one secret share; it reveals a few bits more than the mask. */
export function maskedKey(secret: string): string {
  const digest = createHash('sha256').update(secret).digest().readUInt16BE();
  return `${mask(secret)} ${digest & KEY_MASK}`;
}
