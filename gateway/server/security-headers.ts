/** What keeps an answer harmless in whatever opens it. Pages have a policy of their own. */
import { GATEWAY_LIMITS } from '../limits.ts';

/** The headers of every answer. Browsers are held to https only where that is how we are reached. */
export function securityHeaders(baseUrl: string): readonly (readonly [name: string, value: string])[] {
  const always = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Referrer-Policy', 'no-referrer'],
  ] as const;
  if (!baseUrl.startsWith('https:')) return always;
  return [...always, ['Strict-Transport-Security', `max-age=${GATEWAY_LIMITS.httpsSeconds}`]];
}
