/** Logout tokens, by which the identity provider reports ended sessions (OpenID Connect Back-Channel Logout 1.0). */
import { jwtVerify } from 'jose';
import { AppError } from '../../../errors.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import { fetchDocument } from './fetch-document.ts';
import { createKeySet, type OnKeysFailure } from './key-set.ts';
import { tokenFaultOf } from './token-fault.ts';

/** End of sessions at the provider; `subject` or `session` is there, or both. */
export interface LogoutNotice {
  readonly issuer: string;
  /** Id of the token. */
  readonly tokenId: string;
  readonly subject: string | null;
  /** Name that the provider gives its session. */
  readonly session: string | null;
}

/** Verifies a logout token. @throws AppError with the reason of a rejection */
export type CheckLogoutToken = (token: string) => Promise<LogoutNotice>;

/** Expectations of logout tokens. */
interface LogoutTokenSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly jwksUrl: string;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

/** Creates the check. */
export function createLogoutTokenCheck(
  { issuer, clientId, jwksUrl }: LogoutTokenSettings,
  now: () => Date,
  onFailure: OnKeysFailure,
): CheckLogoutToken {
  const source = {
    url: jwksUrl,
    fetchKeys: (options: RequestInit) => fetchDocument(jwksUrl, ACCESS_LIMITS.jwksBytesMax, options),
    unknownKeyPauseMs: ACCESS_LIMITS.jwksRetryMsMin,
  };
  const findKey = createKeySet(source, onFailure);
  return async (token) => {
    if (token.length > ACCESS_LIMITS.tokenCharactersMax) throw invalid('it is too long');
    try {
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: ALGORITHMS,
        issuer,
        audience: clientId,
        requiredClaims: ['iat', 'jti', 'events'],
        maxTokenAge: ACCESS_LIMITS.logoutTokenSecondsMax,
        clockTolerance: ACCESS_LIMITS.tokenSkewSecondsMax,
        currentDate: now(),
      });
      const { jti, sub = null, sid = null, events, nonce } = payload;
      const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
      // An ID token, which has a nonce, must not end sessions.
      if (!isLogout || nonce !== undefined) throw invalid('it is no logout token');
      const session = typeof sid === 'string' ? sid : null;
      if (sub === null && session === null) throw invalid('it names neither a person nor a session');
      return { issuer, tokenId: String(jti), subject: sub, session };
    } catch (error) {
      throw error instanceof AppError ? error : invalid(tokenFaultOf(error, ALGORITHMS), error);
    }
  };
}

/** Creates the error of a logout token that has ended sessions before: since then the person may have signed in again. */
export function logoutTokenUsed(): AppError {
  return invalid('it has been used');
}

function invalid(reason: string, cause?: unknown): AppError {
  return new AppError('invalid_request', `The logout token is rejected: ${reason}.`, {}, { cause });
}
