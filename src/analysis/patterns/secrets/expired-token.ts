/** JSON web tokens that state when they end. */

/** Tokens that ended before this day are of no use; a fixed day, so that a file always gets the same result. */
const ENDED_BEFORE = Date.UTC(2026, 0, 1) / 1000;

/** Returns whether a token says that it has ended. */
export function isExpiredToken(token: string): boolean {
  return token.split('.').some((part) => {
    if (!part.startsWith('eyJ')) return false;
    try {
      const { exp }: { readonly exp?: unknown } = JSON.parse(Buffer.from(part, 'base64url').toString());
      return typeof exp === 'number' && exp < ENDED_BEFORE;
    } catch {
      return false;
    }
  });
}
