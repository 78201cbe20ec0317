/** Security headers of answers. Pages have a policy of their own. */

/** Time during which browsers use https only, if our base URL is https. */
const HTTPS_SECONDS = 31_536_000;

/** Returns the headers of every answer. Browsers are restricted to https only if the base URL is https. */
export function securityHeaders(baseUrl: string): readonly (readonly [name: string, value: string])[] {
  const always = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Referrer-Policy', 'no-referrer'],
  ] as const;
  if (!baseUrl.startsWith('https:')) return always;
  return [...always, ['Strict-Transport-Security', `max-age=${HTTPS_SECONDS}`]];
}
