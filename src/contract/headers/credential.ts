/** The one credential of a request: `ApiKey <key>`, `Bearer <token>`, or `Session <secret>` as gateways write a cookie. */
import { AppError } from '../../errors.ts';

/** Credential that a caller presents, not yet verified. */
export interface Credential {
  readonly scheme: 'apikey' | 'bearer' | 'session';
  readonly secret: string;
}

/** Every API key begins so. */
const API_KEY_PREFIX = 'fwd_live_';

const NAMED = /^(apikey|bearer|session)\b/i;
const READABLE = /^(apikey|bearer|session) +([\x21-\x2b\x2d-\x7e]+)$/i;
/** Lists of header values are joined by commas, and neither a key nor a token has one. */
const JOINED = /^(apikey|bearer|session)\b.*,|,\s*(apikey|bearer|session)\b/i;

/** Reads every value of `Authorization`, also when there should be one. @throws AppError */
export function readCredential(values: readonly string[]): Credential {
  const [value = '', ...others] = values.map((text) => text.trim());
  if (others.length > 0 || JOINED.test(value)) {
    throw new AppError(
      'ambiguous_credentials',
      'The request has more than one Authorization value. Send one API key or one bearer token.',
    );
  }
  if (value === '') {
    throw new AppError(
      'authentication_required',
      'The request has no credentials. Send `Authorization: ApiKey <key>` or `Authorization: Bearer <token>`.',
    );
  }
  const [, name = '', secret] = READABLE.exec(value) ?? [];
  if (secret !== undefined) {
    const scheme = name.toLowerCase() as Credential['scheme'];
    if (scheme === 'bearer' && secret.startsWith(API_KEY_PREFIX))
      throw new AppError(
        'invalid_credentials',
        'The Authorization header has an API key after Bearer, which is for tokens. Send `Authorization: ApiKey <key>`.',
      );
    return { scheme, secret };
  }
  if (NAMED.test(value)) {
    throw new AppError(
      'invalid_credentials',
      'The Authorization header has no readable key or token after its scheme. Check for blanks and quotes.',
    );
  }
  throw new AppError(
    'authentication_required',
    'The scheme of the Authorization header is not supported. Use `ApiKey` or `Bearer`.',
  );
}
