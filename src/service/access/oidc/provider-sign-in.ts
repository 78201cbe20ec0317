/** Sign-in at the identity provider, and the end of sessions that it reports. */
import { comparableEmail, type MemberRole } from '../../../contract/member.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withPerson } from '../../../infra/database/database.ts';
import { upsertAccount } from '../accounts/accounts-store.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import { listInvitedOrganisations } from '../members-store.ts';
import {
  beginSessionIn,
  endReplaced,
  endSession,
  type FreshSession,
  type SessionDeps,
  type SignInOrigin,
} from '../sessions/sessions.ts';
import { type ClaimedRoles, listSessionsOfProvider } from '../sessions/sessions-store.ts';
import type { LogoutNotice } from '../tokens/logout-token.ts';
import type { FindRole } from '../tokens/membership.ts';
import { claimedOrganisations, readUser, type TokenSettings, type TokenUser } from '../tokens/token.ts';
import { providerAccountId } from './account-id.ts';
import type { SignInProvider } from './provider.ts';

/** Dependencies of the use cases. */
export interface ProviderDeps extends SessionDeps {
  readonly provider: SignInProvider;
  readonly tokens: TokenSettings;
  readonly findRole: FindRole;
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
  const { sql, provider, tokens, now } = deps;
  const { claims, returnTo } = await provider.finish(answer.query, answer.flow);
  const user = readUser(claims, tokens, now());
  const { issuer, subject, name, email } = user;
  const id = providerAccountId(user);
  const account = { id, issuer, subject, email, name, passwordHash: null };
  const terms = {
    claimedRoles:
      tokens.orgClaim === null ? null : claimedRolesOf(user, claimedOrganisations(claims, tokens.orgClaim)),
    expiresAt: endOf(claims, now()),
    providerSession: typeof claims.sid === 'string' ? claims.sid : null,
    authenticatedAt: typeof claims.auth_time === 'number' ? new Date(claims.auth_time * 1_000) : null,
  };
  await endReplaced(deps, origin);
  const fresh = await withPerson(sql, { 'app.account': id }, async (inner) => {
    await upsertAccount(inner, account);
    return beginSessionIn(inner, deps, { account, terms }, origin);
  });
  if (terms.claimedRoles === null) await takeUpInvitations(sql, deps.findRole, user);
  return { fresh, returnTo };
}

/** Ends the sessions that the provider reports as ended. Returns how many. */
export async function endSessionsOfProvider(
  deps: Pick<SessionDeps, 'sql' | 'sessions'>,
  { issuer, subject, session }: LogoutNotice,
): Promise<number> {
  const account = subject === null ? {} : { 'app.account': providerAccountId({ issuer, subject }) };
  const named = session === null ? {} : { 'app.provider_session': session };
  const found = await withPerson(deps.sql, { ...account, ...named }, (sql) =>
    listSessionsOfProvider(sql, account['app.account'] ?? null, session),
  );
  for (const { id, accountId } of found) await endSession(deps, accountId, id);
  return found.length;
}

/** A session ends with the ID token, which is the provider's word, and after twelve hours at the latest. */
function endOf({ exp }: Readonly<Record<string, unknown>>, now: Date): Date {
  const latestMs = now.getTime() + ACCESS_LIMITS.providerSessionMsMax;
  return new Date(typeof exp === 'number' ? Math.min(latestMs, exp * 1_000) : latestMs);
}

function claimedRolesOf(user: TokenUser, orgIds: readonly string[]): ClaimedRoles {
  const roles = orgIds.map((id): [string, readonly MemberRole[]] => [id, user.claimedRolesIn(id) ?? []]);
  return Object.fromEntries(roles.filter(([, claimed]) => claimed.length > 0));
}

/** Makes the person a member where their verified address was invited; the list of organisations shows these then. */
async function takeUpInvitations(sql: Sql, findRole: FindRole, user: TokenUser): Promise<void> {
  const { email, emailVerified } = user;
  if (email === null || !emailVerified) return;
  const address = comparableEmail(email);
  const orgIds = await withPerson(sql, { 'app.invited_email': address }, (inner) =>
    listInvitedOrganisations(inner, address),
  );
  for (const orgId of orgIds) await findRole(orgId, user);
}
