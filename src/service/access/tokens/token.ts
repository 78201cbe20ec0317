/** Tokens of the identity provider: whether one is good, whose it is, and in which organisations. */
import { errors, type JWTPayload, jwtVerify } from 'jose';
import { isMemberRole, type MemberRole } from '../../../contract/member.ts';
import { AppError } from '../../../errors.ts';
import { FIELD_LIMITS } from '../../../gen/contract/field-limits.ts';
import { isUuid } from '../../../infra/database/uuid-v7.ts';
import { SECOND_MS } from '../../../units.ts';
import type { TokenGroups } from '../groups/apply-groups.ts';
import { readGroups } from '../groups/claimed-groups.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import { explainNoRole, type NoRole } from './explain-no-role.ts';
import { fetchDocument } from './fetch-document.ts';
import { createKeySet, type KeySource, type OnKeysFailure } from './key-set.ts';
import type { TokenOwner } from './membership.ts';
import { tokenFaultOf } from './token-fault.ts';

/** Expectations of tokens. */
export interface TokenSettings {
  readonly issuer: string;
  readonly audience: string;
  /** Address of the issuer's published keys. */
  readonly jwksUrl: string;
  /** The claim with the organisation's UUID, a list of them, or an object UUID → role or roles; null: there is none. */
  readonly orgClaim: string | null;
  /** The claim with the role or roles, where `orgClaim` holds none. */
  readonly roleClaim: string;
  /** The claim with the groups, by name or path. */
  readonly groupsClaim: string;
}

/** Owner of a token. */
export interface TokenUser extends TokenOwner {
  readonly groups: TokenGroups;
  /** The roles that the token claims in an organisation, none for who is no member; undefined when it is not its to say. */
  claimedRolesIn(orgId: string): readonly MemberRole[] | undefined;
  /** Explains why the owner has no role in an organisation. */
  explainNoRole(orgId: string): NoRole;
}

/** Verifies a token. @throws AppError with the reason of a rejection */
export type CheckToken = (token: string) => Promise<TokenUser>;

/** Largest distance of a Date from 1970 in milliseconds (ECMA-262, Time Values). */
const DATE_MS_MAX = 8.64e15;
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];

/** Dependencies of the check. */
export interface TokenDeps {
  readonly now: () => Date;
  readonly onFailure: OnKeysFailure;
}

/** Makes the check, with its memory of the issuer's keys. */
export function createTokenCheck(settings: TokenSettings, { now, onFailure }: TokenDeps): CheckToken {
  const findKey = createKeySet(keySourceOf(settings), onFailure);
  return async (token) => {
    if (token.length > ACCESS_LIMITS.tokenCharactersMax)
      throw invalidToken(`it is longer than ${ACCESS_LIMITS.tokenCharactersMax} characters`);
    try {
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: ALGORITHMS,
        issuer: settings.issuer,
        audience: settings.audience,
        requiredClaims: ['exp', 'iat', 'sub'],
        clockTolerance: ACCESS_LIMITS.tokenSkewSecondsMax,
        currentDate: now(),
      });
      return readUser(payload, settings, now());
    } catch (error) {
      throw error instanceof AppError ? error : translated(error);
    }
  };
}

function keySourceOf({ jwksUrl }: TokenSettings): KeySource {
  return {
    url: jwksUrl,
    fetchKeys: (options) => fetchDocument(jwksUrl, ACCESS_LIMITS.jwksBytesMax, options),
    unknownKeyPauseMs: ACCESS_LIMITS.jwksRetryMsMin,
  };
}

/** Reads the owner of a token from its claims, which are proven. @throws AppError `invalid_credentials` */
export function readUser(payload: JWTPayload, settings: TokenSettings, now: Date): TokenUser {
  const { sub, iat, name, email, email_verified: emailVerified } = payload;
  if (
    typeof sub !== 'string' ||
    sub === '' ||
    sub.length > FIELD_LIMITS['AddMemberRequest.subject'].maxLength
  )
    throw invalidToken('its claim sub is no text of the allowed length');
  if (!sub.isWellFormed() || /\p{Cc}/u.test(sub)) throw invalidToken('its claim sub has a control character');
  const latestSeconds = now.getTime() / 1000 + ACCESS_LIMITS.tokenSkewSecondsMax;
  if (typeof iat !== 'number' || iat > latestSeconds) throw invalidToken('its claim iat lies in the future');
  if (iat < 0) throw invalidToken('its claim iat lies before 1970');
  const address = textOf(email);
  const { issuer, orgClaim, roleClaim, groupsClaim } = settings;
  return {
    issuer,
    subject: sub,
    name: textOf(name) ?? address ?? sub,
    email: address ?? null,
    emailVerified: emailVerified === true,
    groups: { ...readGroups(payload, groupsClaim), at: new Date(iat * SECOND_MS) },
    claimedRolesIn: (orgId) =>
      orgClaim === null ? undefined : rolesIn(payload[orgClaim], payload[roleClaim], orgId),
    explainNoRole: (orgId) => explainNoRole(payload, settings, orgId),
  };
}

/** Lists the organisations that a claim names, in their canonical spelling. */
export function claimedOrganisations(payload: JWTPayload, orgClaim: string): readonly string[] {
  const claim = payload[orgClaim];
  const isMap = typeof claim === 'object' && claim !== null && !Array.isArray(claim);
  const ids: readonly unknown[] = isMap ? Object.keys(claim) : [claim].flat();
  return ids
    .filter((id) => typeof id === 'string')
    .filter(isUuid)
    .map((id) => id.toLowerCase());
}

function rolesIn(organisations: unknown, roles: unknown, orgId: string): readonly MemberRole[] {
  const isSame = (text: unknown) => typeof text === 'string' && text.toLowerCase() === orgId.toLowerCase();
  if (typeof organisations === 'object' && organisations !== null && !Array.isArray(organisations)) {
    return Object.entries(organisations).flatMap(([id, inner]) =>
      isSame(id) ? [inner].flat().filter(isMemberRole) : [],
    );
  }
  return [organisations].flat().some(isSame) ? [roles].flat().filter(isMemberRole) : [];
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== ''
    ? claim.slice(0, FIELD_LIMITS['AddMemberRequest.subject'].maxLength)
    : undefined;
}

/** Translates an error of jose. Any other error is the fault of the token or of a key, and holds no secret. */
function translated(error: unknown): AppError {
  if (error instanceof errors.JWTExpired) {
    const expiredAt = timeText(Number(error.payload.exp));
    return new AppError('credentials_expired', `The token expired at ${expiredAt}. Get a new one.`, {
      expiredAt,
    });
  }
  return invalidToken(tokenFaultOf(error, ALGORITHMS), error);
}

/** The moment in ISO 8601; the earliest or latest one that a Date can hold when it lies beyond. */
function timeText(epochSeconds: number): string {
  const ms = Math.min(Math.max(epochSeconds * 1000, -DATE_MS_MAX), DATE_MS_MAX);
  return new Date(ms).toISOString();
}

function invalidToken(reason: string, cause?: unknown): AppError {
  return new AppError('invalid_credentials', `The token is refused: ${reason}.`, {}, { cause });
}
