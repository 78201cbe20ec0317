/** Store of session states from the identity provider, and of its logout tokens. */
import { storableJson } from '../../../infra/database/postgres-text.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import type { ClaimedRoles, SessionRecord } from '../sessions/sessions-store.ts';

type SessionKey = Pick<SessionRecord, 'id' | 'accountId'>;

/** New tokens of the provider, as a session stores them. */
export interface RefreshedTokens {
  /** Sealed. */
  readonly tokens: Buffer;
  readonly until: Date;
  readonly claimedRoles: ClaimedRoles | null;
}

/**
 * Takes the right to refresh the tokens that hold until `known`. Returns them sealed; undefined when another core has it, or
 * has refreshed them.
 */
export async function claimRefresh(
  sql: Transaction,
  { id, accountId }: SessionKey,
  known: Date,
  { at, until }: { readonly at: Date; readonly until: Date },
): Promise<Buffer | undefined> {
  const [row] = await sql<[{ tokens: Buffer }?]>`
    update sessions set provider_refresh_until = ${until}
    where account_id = ${accountId} and id = ${id} and date_trunc('milliseconds', provider_until) = ${known}
      and (provider_refresh_until is null or provider_refresh_until <= ${at})
    returning provider_tokens as tokens`;
  return row?.tokens;
}

/** Gives the right to refresh back. */
export async function releaseRefresh(sql: Transaction, { id, accountId }: SessionKey): Promise<void> {
  await sql`
    update sessions set provider_refresh_until = null where account_id = ${accountId} and id = ${id}`;
}

/** Stores new tokens. */
export async function storeRefreshed(
  sql: Transaction,
  { id, accountId }: SessionKey,
  { tokens, until, claimedRoles }: RefreshedTokens,
): Promise<void> {
  await sql`
    update sessions set provider_tokens = ${tokens}, provider_until = ${until}, provider_refresh_until = null,
      claimed_roles = ${claimedRoles === null ? null : storableJson(claimedRoles)}::text::jsonb
    where account_id = ${accountId} and id = ${id}`;
}

/** Marks a logout token as used, until it expires. Returns false when it was before. */
export async function markLogoutUsed(sql: Transaction, tokenHash: Buffer, expiresAt: Date): Promise<boolean> {
  const made = await sql`
    insert into used_logout_tokens (token_hash, expires_at) values (${tokenHash}, ${expiresAt})
    on conflict do nothing`;
  return made.count === 1;
}

/** Names the account whose rows the rest of the transaction may change. */
export async function nameAccount(sql: Transaction, accountId: string): Promise<void> {
  await sql`select set_config('app.account', ${accountId}, true)`;
}

/** Deletes marks of logout tokens that have expired. Needs the owner's connection. */
export async function deleteExpiredLogouts(sql: Transaction): Promise<void> {
  await sql`delete from used_logout_tokens where expires_at < now()`;
}
