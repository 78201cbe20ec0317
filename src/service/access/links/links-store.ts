/** Store of sign-in links, of the operator and of invitations. It holds hashes only. */
import { storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';

/** Link of the operator. */
export interface SignInLinkRecord {
  readonly orgId: string;
  readonly tokenHash: Buffer;
  /** Whom it lets in; null: a new person, who becomes an admin. */
  readonly accountId: string | null;
  /** Address of the new person; null: they choose one. */
  readonly email: string | null;
  readonly expiresAt: Date;
}

/** Open invitation of a member. */
export interface InvitationRecord {
  readonly orgId: string;
  readonly memberId: string;
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
}

/** Inserts a link of the operator. Needs the owner's connection. */
export async function insertSignInLink(
  sql: Transaction,
  link: SignInLinkRecord & { readonly isMadeAtStart: boolean },
): Promise<void> {
  const { orgId, tokenHash, accountId, email, expiresAt, isMadeAtStart } = link;
  await sql`
    insert into sign_in_links (org_id, token_hash, account_id, email, made_at_start, expires_at)
    values (${orgId}, ${tokenHash}, ${accountId}, ${storableText(email)}, ${isMadeAtStart}, ${expiresAt})`;
}

/** Deletes the links that earlier starts made. Needs the owner's connection. */
export async function deleteLinksOfStarts(sql: Transaction): Promise<void> {
  await sql`delete from sign_in_links where made_at_start`;
}

/** The operator's link with this hash. The transaction must name it. */
export async function findSignInLink(
  sql: Transaction,
  tokenHash: Buffer,
): Promise<SignInLinkRecord | undefined> {
  const [row] = await sql<[SignInLinkRecord?]>`
    select org_id, token_hash, account_id, email, expires_at from sign_in_links where token_hash = ${tokenHash}`;
  return row;
}

/** Uses up a link of the operator. Returns whether it was there: another use may have been quicker. */
export async function takeSignInLink(sql: Transaction, { tokenHash }: SignInLinkRecord): Promise<boolean> {
  const taken = await sql`delete from sign_in_links where token_hash = ${tokenHash}`;
  return taken.count === 1;
}

/** New invitation. Its sealed link is stored where there is a mail server, until its mail is sent. */
export interface NewInvitation extends Omit<InvitationRecord, 'orgId'> {
  readonly sealedUrl: Buffer;
  readonly createdByName: string;
}

/** Makes the invitation of a member, in the place of an earlier one. */
export async function upsertInvitation(
  sql: TenantTransaction,
  { memberId, tokenHash, expiresAt, sealedUrl, createdByName }: NewInvitation,
): Promise<void> {
  await sql`
    insert into invitations (org_id, member_id, token_hash, expires_at, created_by_name, sealed_url)
    select ${sql.orgId}, ${memberId}, ${tokenHash}, ${expiresAt}, ${storableText(createdByName)},
      case when exists (select from mail_state where is_on) then ${sealedUrl}::bytea end
    on conflict (org_id, member_id) do update
    set token_hash = excluded.token_hash, expires_at = excluded.expires_at, created_at = now(),
      created_by_name = excluded.created_by_name, sealed_url = excluded.sealed_url`;
}

/** Returns the sealed link of a member that is to be mailed; undefined when there is none, or it has expired. */
export async function findSealedUrl(sql: TenantTransaction, memberId: string): Promise<Buffer | undefined> {
  const [row] = await sql<[{ sealedUrl: Buffer | null }?]>`
    select sealed_url from invitations
    where org_id = ${sql.orgId} and member_id = ${memberId} and expires_at > now()`;
  return row?.sealedUrl ?? undefined;
}

/** Forgets a link that was mailed. */
export async function forgetSealedUrl(sql: TenantTransaction, sealedUrl: Buffer): Promise<void> {
  await sql`update invitations set sealed_url = null where org_id = ${sql.orgId} and sealed_url = ${sealedUrl}`;
}

/** The invitation with this hash. The transaction must name it. */
export async function findInvitation(
  sql: Transaction,
  tokenHash: Buffer,
): Promise<InvitationRecord | undefined> {
  const [row] = await sql<[InvitationRecord?]>`
    select org_id, member_id, token_hash, expires_at from invitations where token_hash = ${tokenHash}`;
  return row;
}

/** Uses up an invitation. Returns whether it was there: another use may have been quicker. */
export async function takeInvitation(
  sql: TenantTransaction,
  { memberId, tokenHash }: InvitationRecord,
): Promise<boolean> {
  const taken = await sql`
    delete from invitations
    where org_id = ${sql.orgId} and member_id = ${memberId} and token_hash = ${tokenHash}`;
  return taken.count === 1;
}

/** Deletes links and invitations that have ended. Needs the owner's connection. */
export async function deleteEndedLinks(sql: Transaction): Promise<void> {
  await sql`delete from sign_in_links where expires_at < now()`;
  await sql`delete from invitations where expires_at < now()`;
}
