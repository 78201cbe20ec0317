/** Check of a trust policy before it is stored. */
import type { Claims, TrustPolicy } from '../../../contract/trust-policy.ts';
import { AppError } from '../../../errors.ts';
import type { TokenIssuer } from '../../../infra/settings/issuer-setting.ts';
import { didYouMean } from '../../../text/nearest-name.ts';
import { TOKEN_PROVIDERS, type TokenProvider } from './providers.ts';

/** Audience of an application of one's own: its id, or an address that begins with it. */
const OWN_AUDIENCE = /^(?:api:\/\/)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\/|$)/i;

/**
 * Checks that a policy names a listed issuer, pins enough, and tests listed claims alone.
 * @throws AppError `invalid_field` with the missing claims
 */
export function requireSoundPolicy(policy: TrustPolicy, issuers: readonly TokenIssuer[], now: Date): void {
  const { provider: name, issuer, pins, conditions, expiresAt } = policy;
  if (!issuers.some(({ provider, url }) => provider === name && url === issuer)) {
    const known = issuers.map(({ provider, url }) => `${provider}: ${url}`).join(', ');
    throw invalid('issuer', `is none of this installation. Known: ${known || 'none'}`);
  }
  const { requiredPins, conditions: tested }: TokenProvider = TOKEN_PROVIDERS[name];
  const pinned = [...new Set([...requiredPins.flat(), ...tested])];
  requireClaims('pins', pins, pinned);
  requireClaims('conditions', conditions, tested);
  if (!requiredPins.some((claims) => claims.every((claim) => Object.hasOwn(pins, claim)))) {
    const sets = requiredPins.map((claims) => claims.join(' and ')).join(', or ');
    throw invalid('pins', `must hold ${sets}: names can be given to others, ids cannot`);
  }
  if (name === 'entra' && !OWN_AUDIENCE.test(pins.aud ?? ''))
    throw invalid(
      'pins',
      'must have the id of an application of your own as aud: a token for another service opens it',
    );
  if (expiresAt !== null && expiresAt <= now) throw invalid('expiresAt', 'lies in the past');
}

function requireClaims(field: 'pins' | 'conditions', claims: Claims, known: readonly string[]): void {
  const unknown = Object.keys(claims).find((claim) => !known.includes(claim));
  if (unknown === undefined) return;
  throw invalid(
    field,
    `names the claim ${JSON.stringify(unknown.slice(0, 80))}.${didYouMean(unknown, known)} Known: ${known.join(', ') || 'none'}`,
  );
}

function invalid(field: string, what: string): AppError {
  return new AppError('invalid_field', `${field} ${what}.`, { field });
}
