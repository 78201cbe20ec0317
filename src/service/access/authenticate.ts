/** Authentication: reads the one credential of a request, with rejections in the order 401, 400, 403. */
import { readCredential } from '../../contract/headers/credential.ts';
import type { WireCase } from '../../contract/wire-case.ts';
import { AppError } from '../../errors.ts';
import type { Teams } from '../../infra/async/narrowing.ts';
import { createTtlCache } from '../../infra/async/ttl-cache.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import { findWireCase } from '../policy/organisation-settings-store.ts';
import type { Caller } from './caller.ts';
import { accessCacheOptions, createKeyCheck } from './key-check.ts';
import { scopesOfRoles } from './roles.ts';
import { effectiveScopes, narrowedScopes, type Scope } from './scopes.ts';
import { createSessionCheck, type SessionCheck } from './sessions/session-check.ts';
import { createMembership } from './tokens/membership.ts';
import type { CheckToken } from './tokens/token.ts';
import type { WorkloadCheck } from './trust/workload-caller.ts';

/** Every value of the two headers of a request, also when there should be one. */
export interface Credentials {
  readonly authorization: readonly string[];
  readonly orgId: readonly string[];
}

/**
 * Proves a caller or throws the AppError that says why not. Goes by what was read of keys and members within `ageMsMax`,
 * by default as long as a change may take to be effective.
 */
export type Authenticate = (credentials: Credentials, ageMsMax?: number) => Promise<Caller>;

/** Checks of credentials besides API keys; undefined: such tokens are not accepted. */
export interface CredentialChecks {
  readonly sessions: SessionCheck;
  readonly users: CheckToken | undefined;
  readonly workloads: WorkloadCheck | undefined;
}

/** Makes the check, with its memory of the last seconds. Without token checks there are only API keys and sessions. */
export function createAuthenticate(
  sql: Sql,
  pepper: string,
  now: () => Date = () => new Date(),
  checks: Partial<CredentialChecks> = {},
): Authenticate {
  const { users: checkToken, workloads } = checks;
  const { sessions = createSessionCheck(sql, pepper, now) } = checks;
  const checkKey = createKeyCheck(sql, pepper, now);
  const findMembership = createMembership(sql, now);
  const wireCases = createTtlCache<{ readonly chosen: WireCase | undefined }>(accessCacheOptions(now));

  async function wireCaseOf(orgId: string): Promise<WireCase | undefined> {
    const { chosen } = await wireCases.load(orgId, async () => ({
      chosen: await withOrganisation(sql, orgId, (transaction) => findWireCase(transaction)),
    }));
    return chosen;
  }

  async function keyCaller(key: string, orgIds: readonly string[], ageMsMax?: number): Promise<Caller> {
    const record = await checkKey(key, ageMsMax);
    const orgId = readOrganisation(orgIds);
    if (orgId !== record.orgId) {
      const message = `The API key does not belong to organisation ${orgId}. Check X-Org-Id.`;
      throw new AppError('org_access_denied', message, { orgId });
    }
    return {
      kind: 'key',
      actorId: record.id,
      actorName: record.name,
      email: null,
      orgId,
      ...rights(effectiveScopes(record.scopes), record.teamId === null ? null : [record.teamId]),
      wireCase: record.wireCase ?? (await wireCaseOf(orgId)),
    };
  }

  async function userCaller(token: string, orgIds: readonly string[], ageMsMax?: number): Promise<Caller> {
    if (checkToken === undefined) {
      const message =
        'This server accepts no tokens of this issuer: use an API key. The operator lists the CI systems whose tokens are accepted.';
      throw new AppError('invalid_credentials', message);
    }
    const user = await checkToken(token);
    const { subject, name, email } = user;
    const orgId = readOrganisation(orgIds);
    const claimed = user.claimedRolesIn(orgId);
    const membership = claimed === undefined ? await findMembership(orgId, user, ageMsMax) : undefined;
    const roles = claimed ?? (membership === undefined ? [] : [membership.role]);
    if (roles.length === 0) {
      const { message, claim } = user.explainNoRole(orgId);
      const { isStated, problem } = user.groups;
      const explained = isStated && problem !== null ? `${message} ${problem}` : message;
      throw new AppError('org_access_denied', explained, { orgId, ...(claim === null ? {} : { claim }) });
    }
    return {
      kind: 'user',
      actorId: subject,
      actorName: name,
      email,
      orgId,
      ...rights(scopesOfRoles(roles), membership?.teams ?? null),
      wireCase: await wireCaseOf(orgId),
    };
  }

  async function sessionCaller(
    secret: string,
    orgIds: readonly string[],
    ageMsMax?: number,
  ): Promise<Caller> {
    const session = await sessions.check(secret, ageMsMax);
    const { issuer, subject, name, email, claimedRoles } = session;
    const orgId = readOrganisation(orgIds);
    // No provider has verified the address of a local person: it takes up no invitation.
    const owner = { issuer, subject, name, email, emailVerified: false };
    const membership = claimedRoles === null ? await findMembership(orgId, owner, ageMsMax) : undefined;
    const roles = claimedRoles?.[orgId] ?? (membership === undefined ? [] : [membership.role]);
    if (roles.length === 0) {
      const message = `You are no member of organisation ${orgId}. An admin of it can invite you.`;
      throw new AppError('org_access_denied', message, { orgId });
    }
    const { id, authenticatedAt } = session;
    return {
      kind: 'user',
      actorId: subject,
      actorName: name,
      email,
      orgId,
      ...rights(scopesOfRoles(roles), membership?.teams ?? null),
      wireCase: await wireCaseOf(orgId),
      session: { id, authenticatedAt },
    };
  }

  async function workloadCaller(
    check: WorkloadCheck,
    token: string,
    orgIds: readonly string[],
    ageMsMax?: number,
  ): Promise<Caller> {
    const caller = await check.check(token, () => readOrganisation(orgIds), ageMsMax);
    return { ...caller, wireCase: await wireCaseOf(caller.orgId) };
  }

  return async ({ authorization, orgId }, ageMsMax) => {
    const { scheme, secret } = readCredential(authorization);
    if (scheme === 'apikey') return keyCaller(secret, orgId, ageMsMax);
    if (scheme === 'session') return sessionCaller(secret, orgId, ageMsMax);
    // Without tokens of users every token is one of a job, so that its fault is logged.
    if (workloads !== undefined && (checkToken === undefined || workloads.isListed(secret)))
      return workloadCaller(workloads, secret, orgId, ageMsMax);
    return userCaller(secret, orgId, ageMsMax);
  };
}

function rights(scopes: readonly Scope[], teams: Teams): Pick<Caller, 'scopes' | 'teams'> {
  return { scopes: narrowedScopes(scopes, teams), teams };
}

function readOrganisation(values: readonly string[]): string {
  const [orgId, ...others] = values.map((text) => text.trim()).filter((text) => text !== '');
  if (orgId === undefined)
    throw new AppError('missing_org_id', 'Send the organisation in the header X-Org-Id.');
  if (others.length > 0 || !isUuid(orgId)) {
    throw new AppError(
      'invalid_org_id',
      'X-Org-Id must be one UUID, as 0190d5a4-7c1e-7a3b-9f00-3f2a1b4c5d6e.',
    );
  }
  return orgId.toLowerCase();
}
