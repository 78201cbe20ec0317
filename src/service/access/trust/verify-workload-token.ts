/** Verification of CI identity tokens: everything that needs no policy. */
import { type JWTPayload, jwtVerify } from 'jose';
import { AppError } from '../../../errors.ts';
import type { TokenIssuer } from '../../../infra/settings/issuer-setting.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import { tokenFaultOf } from '../tokens/token-fault.ts';
import { issuerOf, type WorkloadIssuers } from './issuers.ts';
import { TOKEN_PROVIDERS, type TokenProvider } from './providers.ts';

/** Verified identity token. */
export interface WorkloadToken {
  /** Issuer of the operator's list that signed it. */
  readonly issuer: TokenIssuer;
  /** Its only audience. Whose it is the match with a policy decides. */
  readonly audience: string;
  readonly claims: JWTPayload;
}

/** Verification: the token, or why it is rejected (for the log alone). */
export type WorkloadVerification =
  | { readonly token: WorkloadToken; readonly reason: null }
  | { readonly token: null; readonly reason: string };

/** Signatures with a public key alone. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA'],
];

/**
 * Verifies signature, times, audience and the traps of the CI system.
 * @throws AppError `identity_provider_unavailable` while the issuer's keys cannot be fetched
 */
export async function verifyWorkloadToken(
  token: string,
  issuers: WorkloadIssuers,
  now: Date,
): Promise<WorkloadVerification> {
  if (token.length > ACCESS_LIMITS.tokenCharactersMax)
    return rejected(`it is longer than ${ACCESS_LIMITS.tokenCharactersMax} characters`);
  const issuer = issuerOf(token, issuers);
  if (issuer === undefined) return rejected('it names no issuer of FLOWARDEN_OIDC_ISSUERS');
  try {
    const { payload } = await jwtVerify(token, issuer.findKey, {
      algorithms: ALGORITHMS,
      requiredClaims: ['exp', 'iat'],
      clockTolerance: ACCESS_LIMITS.tokenSkewSecondsMax,
      currentDate: now,
    });
    return checkClaims(payload, issuer, now);
  } catch (error) {
    if (error instanceof AppError) throw error;
    return rejected(tokenFaultOf(error, ALGORITHMS));
  }
}

function checkClaims(
  claims: JWTPayload,
  { provider: name, url }: TokenIssuer,
  now: Date,
): WorkloadVerification {
  const provider: TokenProvider = TOKEN_PROVIDERS[name];
  const fault = faultOfTimes(claims, provider, now) ?? faultOfId(claims, provider) ?? provider.trapOf(claims);
  if (fault !== undefined) return rejected(fault);
  const [audience, ...others] = [claims.aud].flat();
  if (typeof audience !== 'string' || others.length > 0) return rejected('its claim aud is not one audience');
  return { token: { issuer: { provider: name, url }, audience, claims }, reason: null };
}

function faultOfTimes(
  { exp = Number.POSITIVE_INFINITY, iat = Number.NEGATIVE_INFINITY }: JWTPayload,
  { lifetimeSecondsMax }: TokenProvider,
  now: Date,
): string | undefined {
  const latestIat = now.getTime() / 1000 + ACCESS_LIMITS.tokenSkewSecondsMax;
  if (iat > latestIat) return 'its claim iat lies in the future';
  return exp - iat > lifetimeSecondsMax ? `it lives longer than ${lifetimeSecondsMax} s` : undefined;
}

function faultOfId(claims: JWTPayload, { idClaim }: TokenProvider): string | undefined {
  if (idClaim === null) return undefined;
  const id = claims[idClaim];
  return typeof id === 'string' && id !== '' ? undefined : `its claim ${idClaim} is missing`;
}

function rejected(reason: string): WorkloadVerification {
  return { token: null, reason };
}
