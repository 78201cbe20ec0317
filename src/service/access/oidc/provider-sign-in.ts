/** Sign-in at the identity provider, and the end of sessions that it reports. */
import { createHash } from 'node:crypto';
import { comparableEmail, type MemberRole } from '../../../contract/member.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction, withPerson } from '../../../infra/database/database.ts';
import type { Seal } from '../../../infra/sealing/seal.ts';
import { SECOND_MS } from '../../../units.ts';
import { upsertAccount } from '../accounts/accounts-store.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import { listInvitedOrganisations } from '../members-store.ts';
import {
  beginSessionIn,
  endReplaced,
  type FreshSession,
  type SessionDeps,
  type SignInOrigin,
} from '../sessions/sessions.ts';
import { type ClaimedRoles, deleteSession, listSessionsOfProvider } from '../sessions/sessions-store.ts';
import { type LogoutNotice, logoutTokenUsed } from '../tokens/logout-token.ts';
import type { FindMembership } from '../tokens/membership.ts';
import { claimedOrganisations, readUser, type TokenSettings, type TokenUser } from '../tokens/token.ts';
import { providerAccountId } from './account-id.ts';
import { authenticatedAtOf } from './authenticated-at.ts';
import type { SignInProvider } from './provider.ts';
import { type GroupsDeps, receiveGroups } from './received-groups.ts';
import { storeReceivedGroups } from './received-groups-store.ts';
import { markLogoutUsed, nameAccount } from './refresh-store.ts';
import { insertWaitingNotice } from './waiting-notices-store.ts';

/** Dependencies of the use cases. */
export interface ProviderDeps extends SessionDeps, Pick<GroupsDeps, 'groupsLog'> {
  readonly provider: SignInProvider;
  readonly seal: Pick<Seal, 'seal' | 'canOpen' | 'open'>;
  readonly tokens: TokenSettings;
  readonly findMembership: FindMembership;
}

/** Session of a person of the provider, and the page to return to. */
export interface ProviderSession {
  readonly fresh: FreshSession;
  readonly returnTo: string;
}

/** Signs a person in by the answer of the provider. @throws AppError `invalid_credentials`, `identity_provider_unavailable` */
export async function signInByProvider(
  deps: ProviderDeps,
  answer: { readonly query: string; readonly flow: string },
  origin: SignInOrigin,
): Promise<ProviderSession> {
  const { sql, provider, tokens, seal, now } = deps;
  const { claims, returnTo, until, refreshToken } = await provider.finish(answer.query, answer.flow);
  const user = readUser(claims, tokens, now());
  const { issuer, subject, name, email } = user;
  const id = providerAccountId(user);
  const account = { id, issuer, subject, email, name, passwordHash: null };
  const latest = new Date(now().getTime() + ACCESS_LIMITS.providerSessionMsMax);
  const terms = {
    claimedRoles: claimedRolesOf(claims, user, tokens) ?? null,
    // Without a refresh token the session ends with the ID token.
    expiresAt: refreshToken === null && until < latest ? until : latest,
    refresh:
      refreshToken === null ? null : { tokens: seal.seal(refreshToken, providerTokensOwner(id)), until },
    providerSession: typeof claims.sid === 'string' ? claims.sid : null,
    authenticatedAt: authenticatedAtOf(claims.auth_time, now()),
  };
  await endReplaced(deps, origin);
  // Before the session begins, so that it never has what groups no longer give.
  const received = await receiveGroups(deps, user);
  const fresh = await withPerson(sql, { 'app.account': id }, async (inner) => {
    await upsertAccount(inner, account);
    if (received !== undefined) await storeReceivedGroups(inner, id, received);
    return beginSessionIn(inner, deps, { account, terms, way: 'provider' }, origin);
  });
  if (terms.claimedRoles === null) await takeUpInvitations(sql, deps.findMembership, user);
  return { fresh, returnTo };
}

/** Ends the sessions that the provider reports as ended. Returns how many. @throws AppError for a notice that was used */
export async function endSessionsOfProvider(
  deps: Pick<SessionDeps, 'sql' | 'sessions' | 'now'>,
  { issuer, tokenId, subject, session }: LogoutNotice,
): Promise<number> {
  const token = logoutTokenHash(issuer, tokenId);
  const validMs = (ACCESS_LIMITS.logoutTokenSecondsMax + 2 * ACCESS_LIMITS.tokenSkewSecondsMax) * SECOND_MS;
  const until = new Date(deps.now().getTime() + validMs);
  const account = subject === null ? {} : { 'app.account': providerAccountId({ issuer, subject }) };
  const named = session === null ? {} : { 'app.provider_session': session };
  const ended = await withPerson(deps.sql, { ...account, ...named }, async (sql) => {
    if (!(await markLogoutUsed(sql, token, until))) throw logoutTokenUsed();
    const found = await listSessionsOfProvider(sql, account['app.account'] ?? null, session);
    const hashes: (Buffer | undefined)[] = [];
    for (const { id, accountId } of found) {
      await nameAccount(sql, accountId);
      hashes.push(await deleteSession(sql, accountId, id));
    }
    return hashes;
  });
  for (const hash of ended) if (hash !== undefined) deps.sessions.forget(hash);
  return ended.length;
}

/** Stores a notice that failed, so that the jobs process carries it out. Returns false when as many wait as may. */
export async function storeLogoutNotice(
  { sql, now }: Pick<SessionDeps, 'sql' | 'now'>,
  { issuer, tokenId, subject, session }: LogoutNotice,
): Promise<boolean> {
  const receivedAt = now();
  const notice = {
    tokenHash: logoutTokenHash(issuer, tokenId),
    accountId: subject === null ? null : providerAccountId({ issuer, subject }),
    providerSession: session,
    receivedAt,
    expiresAt: new Date(receivedAt.getTime() + ACCESS_LIMITS.providerSessionMsMax),
  };
  return inTransaction(sql, (inner) => insertWaitingNotice(inner, notice));
}

function logoutTokenHash(issuer: string, tokenId: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([issuer, tokenId]))
    .digest();
}

/** Returns the owner name of the sealed tokens of an account. */
export function providerTokensOwner(accountId: string): string {
  return `tokens of the identity provider ${accountId}`;
}

/** Returns the roles that claims give; undefined: the members of the organisations decide. */
export function claimedRolesOf(
  claims: Readonly<Record<string, unknown>>,
  user: TokenUser,
  { orgClaim }: Pick<TokenSettings, 'orgClaim'>,
): ClaimedRoles | undefined {
  if (orgClaim === null) return undefined;
  const roles = claimedOrganisations(claims, orgClaim).map((id): [string, readonly MemberRole[]] => [
    id,
    user.claimedRolesIn(id) ?? [],
  ]);
  return Object.fromEntries(roles.filter(([, claimed]) => claimed.length > 0));
}

/** Makes the person a member where their verified address was invited; the list of organisations shows these then. */
async function takeUpInvitations(sql: Sql, findMembership: FindMembership, user: TokenUser): Promise<void> {
  const { email, emailVerified } = user;
  if (email === null || !emailVerified) return;
  const address = comparableEmail(email);
  const orgIds = await withPerson(sql, { 'app.invited_email': address }, (inner) =>
    listInvitedOrganisations(inner, address),
  );
  for (const orgId of orgIds) await findMembership(orgId, user);
}
