/** Secrets in the fixed headers of a request. */
import { isOwnSecretName } from './own-secret-name.ts';
import { endsInSecretName } from './secret-value.ts';

/** `Bearer q7Zr…`; what is filled in later has brackets or a `$` or `%`. A login behind `Basic` is told by its form alone. */
const SCHEME = /^(?:bearer|token|apikey)\s+([^\s%${}<>@]{8,})$/i;
/** One word with letters and digits: `Fetch` asks for a token and is none. */
const LIKE_SECRET = /^(?=.*\d)(?=.*\p{L})[^\s%${}<>@]{8,}$/u;

/** The secret that a header has as fixed text; undefined when it has none. */
export function secretInHeader(name: string, text: string): string | undefined {
  const value = text.trim();
  if (/^authorization$/i.test(name)) return SCHEME.exec(value)?.[1];
  return isOwnSecretName(name) && endsInSecretName(name) ? LIKE_SECRET.exec(value)?.[0] : undefined;
}
