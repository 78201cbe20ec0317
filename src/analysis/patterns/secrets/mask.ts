/** Masking of secrets in messages. */

/**
 * Masks all but at most the first and last two characters, and adds the length: `hu…2! (8 characters)`. Short texts
 * show nothing.
 */
export function mask(secret: string): string {
  const shown = secret.length >= 8 ? `${secret.slice(0, 2)}…${secret.slice(-2)}` : '…';
  return `${shown} (${secret.length} characters)`;
}
