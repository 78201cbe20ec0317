/** Tokens of the identity provider: whether one is good, whose it is, and in which organisations. */
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { AppError } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { createKeySet, type KeySetTools } from './key-set.ts';
import { isRole, type Role } from './roles.ts';

/** What is expected of tokens. */
export interface TokenSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Where the issuer publishes its keys. */
  readonly jwksUrl: string;
  /** The claim with the organisation's UUID, a list of them, or an object UUID → role or roles. */
  readonly orgClaim: string;
  /** The claim with the role or roles, where `orgClaim` holds none. */
  readonly roleClaim: string;
}

/** Whose token it is. */
export interface TokenUser {
  readonly subject: string;
  readonly name: string;
  readonly email: string | null;
  /** The roles in an organisation; empty for who is no member. */
  rolesIn(orgId: string): readonly Role[];
}

/** Proves a token or throws the AppError that says why not. */
export type CheckToken = (token: string) => Promise<TokenUser>;

const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

/** Makes the check, with its memory of the issuer's keys. */
export function createTokenCheck(settings: TokenSettings, tools: KeySetTools): CheckToken {
  const findKey = createKeySet(settings.jwksUrl, tools);
  return async (token) => {
    if (token.length > LIMITS.tokenCharactersMax)
      throw invalidToken(`it is longer than ${LIMITS.tokenCharactersMax} characters`);
    try {
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: ALGORITHMS,
        issuer: settings.issuer,
        audience: settings.audience,
        requiredClaims: ['exp', 'iat', 'sub'],
        clockTolerance: LIMITS.tokenSkewSecondsMax,
        currentDate: tools.now(),
      });
      return readUser(payload, settings, tools.now());
    } catch (error) {
      throw error instanceof AppError ? error : translated(error);
    }
  };
}

function readUser(payload: JWTPayload, settings: TokenSettings, now: Date): TokenUser {
  const { sub, iat, name, email } = payload;
  if (typeof sub !== 'string' || sub === '' || sub.length > LIMITS.subjectCharactersMax)
    throw invalidToken('its claim sub is no text of the allowed length');
  const latestSeconds = now.getTime() / 1000 + LIMITS.tokenSkewSecondsMax;
  if (typeof iat !== 'number' || iat > latestSeconds) throw invalidToken('its claim iat lies in the future');
  const address = textOf(email);
  return {
    subject: sub,
    name: textOf(name) ?? address ?? sub,
    email: address,
    rolesIn: (orgId) => rolesIn(payload[settings.orgClaim], payload[settings.roleClaim], orgId),
  };
}

function rolesIn(organisations: unknown, roles: unknown, orgId: string): readonly Role[] {
  const isSame = (text: unknown) => typeof text === 'string' && text.toLowerCase() === orgId.toLowerCase();
  if (typeof organisations === 'object' && organisations !== null && !Array.isArray(organisations)) {
    return Object.entries(organisations).flatMap(([id, inner]) =>
      isSame(id) ? [inner].flat().filter(isRole) : [],
    );
  }
  return [organisations].flat().some(isSame) ? [roles].flat().filter(isRole) : [];
}

function textOf(claim: unknown): string | null {
  return typeof claim === 'string' && claim !== '' ? claim.slice(0, LIMITS.subjectCharactersMax) : null;
}

/** What jose found, in our words. Whatever else went wrong is the fault of the token or of a key, never a secret. */
function translated(error: unknown): AppError {
  if (error instanceof errors.JWTExpired) {
    const expiredAt = new Date(Number(error.payload.exp) * 1000).toISOString();
    return new AppError('credentials_expired', `The token expired at ${expiredAt}. Get a new one.`, {
      expiredAt,
    });
  }
  return invalidToken(reasonOf(error), error);
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.reason === 'missing') return `its claim ${error.claim} is missing`;
    if (error.claim === 'nbf') return 'it is not valid yet';
    return `its claim ${error.claim} is not the expected one`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return `its algorithm is none of ${ALGORITHMS.join(', ')}`;
  if (error instanceof errors.JWKSNoMatchingKey)
    return 'it was signed with a key that the issuer does not publish';
  if (error instanceof errors.JWKSMultipleMatchingKeys) return 'it does not say which key signed it';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is wrong';
  if (error instanceof errors.JOSEError) return 'it cannot be read as a signed JWT';
  // A published key that is damaged, too short or of another kind than the algorithm needs.
  return "the issuer's key cannot check it";
}

function invalidToken(reason: string, cause?: unknown): AppError {
  return new AppError('invalid_credentials', `The token is refused: ${reason}.`, {}, { cause });
}
