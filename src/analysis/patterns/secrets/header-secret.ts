/** Secrets under the names of headers, parameters and variables. */
import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';

/**
 * `Bearer q7Zr…`; placeholders have brackets or a `$` or `%`. A login behind `Basic` is recognised by its form alone.
 */
const SCHEME = /^(?:bearer|token|apikey)\s+([^\s%${}<>@]{8,})$/i;
/** One word with letters and digits: the header value `Fetch` requests a token and is none. */
const LIKE_SECRET = /^(?=.*\d)(?=.*\p{L})[^\s%${}<>@]{8,}$/u;

/** Returns the secret that a header holds as fixed text; undefined when it has none. */
export function secretInHeader(name: string, text: string): string | undefined {
  const value = text.trim();
  if (/^authorization$/i.test(name)) {
    const secret = SCHEME.exec(value)?.[1];
    return secret === undefined || isPlaceholder(secret) ? undefined : secret;
  }
  return secretness(name) === 'certain' ? LIKE_SECRET.exec(value)?.[0] : undefined;
}

/** Returns the secret in a fixed text that a name gets in code: all of it under the name of a secret, or that of a header. */
export function secretUnderName(name: string, text: string): string | undefined {
  return reaches(secretness(name), 'likely') ? text : secretInHeader(name, text);
}
