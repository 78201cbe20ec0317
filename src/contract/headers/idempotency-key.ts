/** The Idempotency-Key of a caller. */
import { CONTRACT_LIMITS } from '../limits.ts';

const VISIBLE = new RegExp(`^[\\x21-\\x7e]{1,${CONTRACT_LIMITS.idempotencyKeyCharactersMax}}$`);

/** Returns whether a text can be an Idempotency-Key: visible ASCII of limited length. */
export function isIdempotencyKey(text: string): boolean {
  return VISIBLE.test(text);
}
