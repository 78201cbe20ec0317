/** Previews of secrets, by which people distinguish two. */

/** Characters that a preview shows: too few to use the secret. */
const PREVIEW_CHARACTERS = 4;
/** Shorter secrets show nothing of themselves. */
const PREVIEWED_LENGTH_MIN = 16;

/** Returns the beginning of a secret; empty if it is short. */
export function beginningOfSecret(secret: string): string {
  return secret.length >= PREVIEWED_LENGTH_MIN ? secret.slice(0, PREVIEW_CHARACTERS) : '';
}
