/** Store of sessions. A transaction sees the sessions of its account, and the presented one. */
import type { MemberRole } from '../../../contract/member.ts';
import { storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';

/** Organisation → roles, as the identity provider's token claims them. */
export type ClaimedRoles = Readonly<Record<string, readonly MemberRole[]>>;

/** Session with its person. */
export interface SessionRecord {
  readonly id: string;
  readonly secretHash: Buffer;
  readonly accountId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly authenticatedAt: Date;
  readonly expiresAt: Date;
  /** Until when the tokens of the identity provider hold; null: as long as the session. */
  readonly providerUntil: Date | null;
  /** Null: the members of the organisations decide. */
  readonly claimedRoles: ClaimedRoles | null;
}

/** New session. */
export interface NewSession
  extends Pick<
    SessionRecord,
    | 'id'
    | 'accountId'
    | 'secretHash'
    | 'createdAt'
    | 'authenticatedAt'
    | 'expiresAt'
    | 'providerUntil'
    | 'claimedRoles'
  > {
  readonly address: string;
  readonly browser: string;
  /** Name that the identity provider gives its own session; null: none. */
  readonly providerSession: string | null;
  /** Sealed: the refresh token of the provider; null: none. */
  readonly providerTokens: Buffer | null;
}

/** Session as its owner's list shows it. */
export interface ListedSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly address: string;
  readonly browser: string;
}

/** Inserts a session. */
export async function insertSession(sql: Transaction, session: NewSession): Promise<void> {
  const { id, accountId, secretHash, createdAt, expiresAt, address, browser, claimedRoles } = session;
  const { authenticatedAt, providerSession, providerTokens, providerUntil } = session;
  await sql`
    insert into sessions (id, account_id, secret_hash, created_at, last_seen_at, authenticated_at, expires_at, address,
                          browser, claimed_roles, provider_session, provider_tokens, provider_until)
    values (${id}, ${accountId}, ${secretHash}, ${createdAt}, ${createdAt}, ${authenticatedAt}, ${expiresAt},
            ${storableText(address)}, ${storableText(browser)},
            ${claimedRoles === null ? null : storableJson(claimedRoles)}::text::jsonb, ${storableText(providerSession)},
            ${providerTokens}, ${providerUntil})`;
}

/** The session with this hash of its secret, and its person. The transaction must name it. */
export async function findPresentedSession(
  sql: Transaction,
  secretHash: Buffer,
): Promise<SessionRecord | undefined> {
  const [row] = await sql<[SessionRecord?]>`
    select sessions.id, secret_hash, account_id, issuer, subject, coalesce(email, shared_email) as email, name, sessions.created_at, last_seen_at,
      authenticated_at, expires_at, provider_until, claimed_roles
    from sessions join accounts on accounts.id = account_id
    where secret_hash = ${secretHash}`;
  return row;
}

/** Lists the sessions of a person, the most recently used first. */
export async function listSessions(sql: Transaction, accountId: string): Promise<readonly ListedSession[]> {
  return sql<ListedSession[]>`
    select id, created_at, last_seen_at, expires_at, address, browser from sessions
    where account_id = ${accountId} order by last_seen_at desc, id desc`;
}

/** Lists the sessions of a person, of a session of the identity provider, or of both. The transaction must name them. */
export async function listSessionsOfProvider(
  sql: Transaction,
  accountId: string | null,
  providerSession: string | null,
): Promise<readonly Pick<SessionRecord, 'id' | 'accountId'>[]> {
  return sql<Pick<SessionRecord, 'id' | 'accountId'>[]>`
    select id, account_id from sessions
    where (${accountId}::uuid is null or account_id = ${accountId}::uuid)
      and (${providerSession}::text is null or provider_session = ${providerSession}::text)`;
}

/** Notes that a session has been used. */
export async function touchSession(
  sql: Transaction,
  { id, accountId }: Pick<SessionRecord, 'id' | 'accountId'>,
  seenAt: Date,
): Promise<void> {
  await sql`update sessions set last_seen_at = ${seenAt} where account_id = ${accountId} and id = ${id}`;
}

/** Notes that the person of a session has proven who they are again. Returns false when the session has ended. */
export async function renewAuthentication(
  sql: Transaction,
  { id, accountId }: Pick<SessionRecord, 'id' | 'accountId'>,
  at: Date,
): Promise<boolean> {
  const renewed = await sql`
    update sessions set authenticated_at = ${at} where account_id = ${accountId} and id = ${id}`;
  return renewed.count === 1;
}

/** Ends one session of a person. Returns the hash of its secret; undefined if the person has no such session. */
export async function deleteSession(
  sql: Transaction,
  accountId: string,
  id: string,
): Promise<Buffer | undefined> {
  const [row] = await sql<[{ secretHash: Buffer }?]>`
    delete from sessions where account_id = ${accountId} and id = ${id} returning secret_hash`;
  return row?.secretHash;
}

/** Ends the sessions of a person but for one; null ends all. Returns the hashes of their secrets. */
export async function deleteOtherSessions(
  sql: Transaction,
  accountId: string,
  exceptId: string | null,
): Promise<readonly Buffer[]> {
  const rows = await sql<{ secretHash: Buffer }[]>`
    delete from sessions where account_id = ${accountId} and id is distinct from ${exceptId}
    returning secret_hash`;
  return rows.map(({ secretHash }) => secretHash);
}

/** Ends the sessions of a person beyond a number, the least recently used first. */
export async function deleteSurplusSessions(
  sql: Transaction,
  accountId: string,
  sessionsMax: number,
): Promise<void> {
  await sql`
    delete from sessions where account_id = ${accountId} and id in (
      select id from sessions where account_id = ${accountId}
      order by last_seen_at desc, id desc offset ${sessionsMax})`;
}

/** Deletes up to so many sessions that have ended. Needs the owner's connection. Returns how many. */
export async function deleteEndedSessions(
  sql: Transaction,
  idleMsMax: number,
  rowsMax: number,
): Promise<number> {
  const deleted = await sql`
    delete from sessions where id in (
      select id from sessions
      where expires_at < now() or last_seen_at < now() - ${idleMsMax} * interval '1 ms'
      limit ${rowsMax})`;
  return deleted.count;
}
