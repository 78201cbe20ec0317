/** Shows that a secret is there without showing it. */

/** At most the first and last two characters, and the length: `hu…2! (8 characters)`. Short texts show nothing. */
export function mask(secret: string): string {
  const shown = secret.length >= 8 ? `${secret.slice(0, 2)}…${secret.slice(-2)}` : '…';
  return `${shown} (${secret.length} characters)`;
}
