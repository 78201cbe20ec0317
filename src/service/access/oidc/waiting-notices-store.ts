/** Store of logout notices that failed and wait for the jobs process. */
import { storableText } from '../../../infra/database/postgres-text.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import { ACCESS_LIMITS } from '../limits.ts';

/** Notice that waits. */
export interface WaitingNotice {
  readonly tokenHash: Buffer;
  /** Account and session of the provider that it names; at least one is there. */
  readonly accountId: string | null;
  readonly providerSession: string | null;
  readonly receivedAt: Date;
  readonly expiresAt: Date;
}

/** Stores a notice. Returns false when as many wait as may. */
export async function insertWaitingNotice(
  sql: Transaction,
  { tokenHash, accountId, providerSession, receivedAt, expiresAt }: WaitingNotice,
): Promise<boolean> {
  await sql`
    insert into waiting_logout_notices (token_hash, account_id, provider_session, received_at, expires_at)
    select ${tokenHash}, ${accountId}::uuid, ${storableText(providerSession)}::text, ${receivedAt}::timestamptz,
      ${expiresAt}::timestamptz
    where (select count(token_hash) from waiting_logout_notices) < ${ACCESS_LIMITS.logoutNoticesWaitingMax}
    on conflict do nothing`;
  const [row] = await sql`select token_hash from waiting_logout_notices where token_hash = ${tokenHash}`;
  return row !== undefined;
}

/** Lists the notices that wait, the oldest first. Needs the owner's connection, as the functions below. */
export async function listWaitingNotices(sql: Transaction): Promise<readonly WaitingNotice[]> {
  return sql<WaitingNotice[]>`
    select token_hash, account_id, provider_session, received_at, expires_at from waiting_logout_notices
    order by received_at limit ${ACCESS_LIMITS.logoutNoticesWaitingMax}`;
}

/** Ends the sessions that a notice names, marks its token as used and deletes the notice. Returns how many ended. */
export async function carryOutWaitingNotice(
  sql: Transaction,
  { tokenHash, accountId, providerSession, receivedAt, expiresAt }: WaitingNotice,
): Promise<number> {
  const ended = await sql`
    delete from sessions
    where (${accountId}::uuid is null or account_id = ${accountId}::uuid)
      and (${providerSession}::text is null or provider_session = ${providerSession}::text)
      and created_at <= ${receivedAt}`;
  await sql`
    insert into used_logout_tokens (token_hash, expires_at) values (${tokenHash}, ${expiresAt}) on conflict do nothing`;
  await deleteWaitingNotice(sql, tokenHash);
  return ended.count;
}

/** Deletes a notice. */
export async function deleteWaitingNotice(sql: Transaction, tokenHash: Buffer): Promise<void> {
  await sql`delete from waiting_logout_notices where token_hash = ${tokenHash}`;
}
