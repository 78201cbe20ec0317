/** The use cases of sessions: begin, list, end. */

import type { Sql } from '../../../infra/database/connections.ts';
import { withPerson } from '../../../infra/database/database.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import { isUuid, uuidV7 } from '../../../infra/database/uuid-v7.ts';
import { DAY_MS } from '../../../units.ts';
import type { SignInWay } from '../../audit/events/security-event.ts';
import { noteSignIn } from '../../audit/events/security-events-store.ts';
import type { AccountRecord } from '../accounts/accounts-store.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import type { SessionCheck } from './session-check.ts';
import { hashSecret, makeSecret } from './session-secret.ts';
import {
  type ClaimedRoles,
  deleteOtherSessions,
  deleteSession,
  deleteSurplusSessions,
  insertSession,
  type ListedSession,
  listSessions,
  type SessionRecord,
} from './sessions-store.ts';

/** Longest session. */
const SESSION_MS_MAX = 7 * DAY_MS;

/** Characters of a browser's name that are stored with a session. */
const BROWSER_CHARACTERS_MAX = 300;

/** Dependencies of the use cases. */
export interface SessionDeps {
  readonly sql: Sql;
  /** Pepper of the hashes. */
  readonly pepper: string;
  readonly now: () => Date;
  readonly sessions: SessionCheck;
}

/** Browser that a person signs in with. */
export interface SignInOrigin {
  /** Address of the client. */
  readonly address: string;
  /** Name that the browser gives itself. */
  readonly browser: string;
  /** Secret of the session that the new one replaces; null if it replaces none. */
  readonly replacedSecret: string | null;
}

/** Session with its secret, which only the browser gets. */
export interface FreshSession {
  readonly record: SessionRecord;
  readonly secret: string;
}

/** Conditions of an identity provider for a session. */
export interface SessionTerms {
  readonly claimedRoles: ClaimedRoles | null;
  readonly expiresAt: Date | null;
  /** Name that the provider gives its own session; null: none. */
  readonly providerSession: string | null;
  /** Sealed refresh token, and until when the other tokens hold; null: the provider gives none. */
  readonly refresh: { readonly tokens: Buffer; readonly until: Date } | null;
  /** Time of the proof at the provider; null: now. */
  readonly authenticatedAt: Date | null;
}

/** Person whose session begins. */
export interface SigningIn {
  readonly account: AccountRecord;
  readonly way: SignInWay;
  /** Absent: it is a local person, without any terms. */
  readonly terms?: SessionTerms;
}

const LOCAL_TERMS: SessionTerms = {
  claimedRoles: null,
  expiresAt: null,
  providerSession: null,
  refresh: null,
  authenticatedAt: null,
};

/** Begins a session of a person within a transaction that names the account. */
export async function beginSessionIn(
  sql: Transaction,
  { pepper, now }: Pick<SessionDeps, 'pepper' | 'now'>,
  { account, way, terms = LOCAL_TERMS }: SigningIn,
  { address, browser }: SignInOrigin,
): Promise<FreshSession> {
  const { claimedRoles, expiresAt, providerSession, refresh } = terms;
  const secret = makeSecret();
  const createdAt = now();
  const session = {
    id: uuidV7(),
    accountId: account.id,
    secretHash: hashSecret('session', secret, pepper),
    createdAt,
    authenticatedAt: terms.authenticatedAt ?? createdAt,
    expiresAt: expiresAt ?? new Date(createdAt.getTime() + SESSION_MS_MAX),
    providerUntil: refresh?.until ?? null,
    claimedRoles,
  };
  const shown = browser.slice(0, BROWSER_CHARACTERS_MAX);
  const providerTokens = refresh?.tokens ?? null;
  await insertSession(sql, { ...session, address, browser: shown, providerSession, providerTokens });
  await deleteSurplusSessions(sql, account.id, ACCESS_LIMITS.sessionsMax);
  const { issuer, subject, email, name } = account;
  const claimed = Object.keys(claimedRoles ?? {});
  await noteSignIn(sql, issuer, claimed, { way, subject, name, email, address, browser: shown });
  return { record: { ...session, lastSeenAt: createdAt, issuer, subject, email, name }, secret };
}

/** Ends the session that a new one replaces in its browser. */
export async function endReplaced(deps: SessionDeps, { replacedSecret }: SignInOrigin): Promise<void> {
  if (replacedSecret === null) return;
  const replaced = await deps.sessions.check(replacedSecret).catch(() => undefined);
  if (replaced !== undefined) await endSession(deps, replaced.accountId, replaced.id);
}

/** Lists the sessions of a person that have not ended. */
export async function readSessions(
  { sql, now }: Pick<SessionDeps, 'sql' | 'now'>,
  accountId: string,
): Promise<readonly ListedSession[]> {
  const all = await withPerson(sql, { 'app.account': accountId }, (transaction) =>
    listSessions(transaction, accountId),
  );
  const oldest = now().getTime() - ACCESS_LIMITS.sessionIdleMsMax;
  return all.filter(({ expiresAt, lastSeenAt }) => expiresAt > now() && lastSeenAt.getTime() >= oldest);
}

/** Ends a session of a person, in other cores within seconds. Returns whether there was one. */
export async function endSession(
  { sql, sessions }: Pick<SessionDeps, 'sql' | 'sessions'>,
  accountId: string,
  id: string,
): Promise<boolean> {
  if (!isUuid(id)) return false;
  const hash = await withPerson(sql, { 'app.account': accountId }, (transaction) =>
    deleteSession(transaction, accountId, id),
  );
  if (hash !== undefined) sessions.forget(hash);
  return hash !== undefined;
}

/** Ends the sessions of a person but for one. Returns how many. */
export async function endOtherSessions(
  { sql, sessions }: Pick<SessionDeps, 'sql' | 'sessions'>,
  accountId: string,
  exceptId: string,
): Promise<number> {
  const hashes = await withPerson(sql, { 'app.account': accountId }, (transaction) =>
    deleteOtherSessions(transaction, accountId, exceptId),
  );
  for (const hash of hashes) sessions.forget(hash);
  return hashes.length;
}
