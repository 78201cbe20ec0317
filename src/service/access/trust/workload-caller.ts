/** Authentication of CI jobs by their identity token: issuer, token, then the trust policies of the organisation. */
import { createHash } from 'node:crypto';
import { decodeJwt } from 'jose';
import { AppError } from '../../../errors.ts';
import { createTtlCache } from '../../../infra/async/ttl-cache.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { truncate } from '../../../text/truncate.ts';
import type { Caller } from '../caller.ts';
import { accessCacheOptions } from '../key-check.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import type { Scope } from '../scopes.ts';
import { issuerOf, type WorkloadIssuers } from './issuers.ts';
import { matchPolicy } from './match-policy.ts';
import { provenContextOf, runsOwnBranch } from './proven-context.ts';
import { TOKEN_PROVIDERS, type TokenProvider } from './providers.ts';
import { readTrustPolicies, recordPolicyUse } from './trust-policies.ts';
import type { TrustPolicyRecord } from './trust-policies-store.ts';
import { verifyWorkloadToken, type WorkloadToken } from './verify-workload-token.ts';

/** The one scope of a CI job: it sends files, and reads the results that it owns. */
export const WORKLOAD_SCOPE: Scope = 'analysis:write';

const NAME_CHARACTERS_MAX = 200;

/** Dependencies of the check. */
export interface WorkloadDeps {
  readonly sql: Sql;
  readonly issuers: WorkloadIssuers;
  /** Check of user tokens, which the same issuer may sign; null if people do not sign in with tokens. */
  readonly users: { readonly issuer: string; readonly audience: string } | null;
  /** Public address of the service, without a slash at the end; audiences begin with it. */
  readonly baseUrl: string;
  readonly now: () => Date;
  /** Called with the reasons of a rejection, which no answer has. */
  readonly onRejection: (facts: {
    readonly orgId: string | null;
    readonly reasons: readonly string[];
  }) => void;
}

/** Check of identity tokens of CI jobs. */
export interface WorkloadCheck {
  /** Returns whether a token names a listed issuer and is not one of a user; nothing of it is verified. */
  isListed(token: string): boolean;
  /**
   * Proves a CI job. `readOrganisation` is called once the token is verified.
   * @throws AppError `invalid_credentials` with one fixed sentence
   */
  check(token: string, readOrganisation: () => string, ageMsMax?: number): Promise<Omit<Caller, 'wireCase'>>;
  /** Forgets the cached policies of an organisation. */
  invalidate(orgId: string): void;
}

/** Creates the check with an empty cache of policies. */
export function createWorkloadCheck(deps: WorkloadDeps): WorkloadCheck {
  const { sql, issuers, users, baseUrl, now, onRejection } = deps;
  const policies = createTtlCache<readonly TrustPolicyRecord[]>(accessCacheOptions(now));

  function reject(orgId: string | null, reasons: readonly string[]): never {
    onRejection({ orgId, reasons });
    throw new AppError(
      'invalid_credentials',
      'The identity token is not accepted. Compare its claims with the trust policies of the organisation; the log of the service has the reason.',
    );
  }

  async function recordUse({ id, orgId, lastUsedAt }: TrustPolicyRecord): Promise<void> {
    const moment = now();
    if (moment.getTime() - (lastUsedAt?.getTime() ?? 0) <= ACCESS_LIMITS.lastUseMsMin) return;
    policies.delete(orgId);
    await recordPolicyUse(sql, orgId, id, moment);
  }

  return {
    invalidate: (orgId) => policies.delete(orgId),
    isListed: (token) => issuerOf(token, issuers) !== undefined && !isOfUser(token, users),
    async check(token, readOrganisation, ageMsMax) {
      const expired = ageMsMax === undefined ? undefined : expiryOf(token, now());
      const { token: verified, reason } = await verifyWorkloadToken(token, issuers, expired ?? now());
      if (verified === null) reject(null, [reason]);
      // A call that has begun may outlive its token, as that of a user.
      if (expired !== undefined) throw new AppError('credentials_expired', 'The identity token has expired.');
      const orgId = readOrganisation();
      const audience = `${baseUrl}/orgs/${orgId}`;
      // Everybody can have a token of a public CI system: one for others costs no query.
      if (isForAnother(verified, audience)) reject(orgId, ['aud is not the audience of the organisation']);
      const known = await policies.load(orgId, () => readTrustPolicies(sql, orgId), ageMsMax);
      const match = matchPolicy(known, verified, { audience, now: now() });
      if (match.policy === null) reject(orgId, match.reasons);
      const policy = known.find(({ id }) => id === match.policy.id)!;
      await recordUse(policy);
      return callerOf(policy, verified, orgId);
    },
  };
}

/** Returns whether the audience of a token is not the organisation, where its CI system lets jobs choose it. */
function isForAnother({ issuer, audience }: WorkloadToken, expected: string): boolean {
  const provider: TokenProvider = TOKEN_PROVIDERS[issuer.provider];
  return provider.audience === 'organisation' && audience !== expected;
}

/** Returns whether a token has the audience of user tokens; it is not verified. */
function isOfUser(token: string, users: WorkloadDeps['users']): boolean {
  const { iss, aud } = decodeJwt(token);
  return users !== null && iss === users.issuer && [aud].flat().includes(users.audience);
}

/** Returns the last second of a token that has expired since its call began; undefined while it is valid. */
function expiryOf(token: string, now: Date): Date | undefined {
  const { exp } = decodeJwt(token);
  return exp === undefined || exp * 1000 > now.getTime() ? undefined : new Date(exp * 1000 - 1000);
}

function callerOf(
  policy: TrustPolicyRecord,
  { issuer, claims }: WorkloadToken,
  orgId: string,
): Omit<Caller, 'wireCase'> {
  const proven = provenContextOf(issuer.provider, claims);
  const { subjectClaim }: TokenProvider = TOKEN_PROVIDERS[issuer.provider];
  const where = [proven?.repository, proven?.branch].filter((part) => part != null).join('@');
  const run = proven?.buildNumber == null ? '' : ` #${proven.buildNumber}`;
  return {
    kind: 'workload',
    actorId: `${policy.id}:${shortId(String(claims[subjectClaim]))}`,
    actorName: truncate(where === '' ? policy.name : `${where}${run}`, NAME_CHARACTERS_MAX),
    email: null,
    orgId,
    scopes: [WORKLOAD_SCOPE],
    proven,
    runsOwnBranch: runsOwnBranch(issuer.provider, claims),
  };
}

/** Returns an id as it is, or the hash of a long one. */
function shortId(id: string): string {
  return id.length <= 64 ? id : createHash('sha256').update(id).digest('base64url');
}
