/** The people of an organisation. */
import type { MemberRole, MemberStatus, Subject } from '../../contract/member.ts';
import { readCursor, writeCursor } from '../../infra/database/cursor.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import { lockWideKeysMadeBy } from './api-keys-store.ts';
import { ACCESS_LIMITS } from './limits.ts';

export interface MemberRecord {
  readonly orgId: string;
  readonly id: string;
  readonly role: MemberRole;
  /** True: the member sees what its teams own alone. */
  readonly teamsOnly: boolean;
  /** Null until an invitation by e-mail is taken up. */
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly email: string | null;
  readonly name: string | null;
  /** Time of the first token; null before it. */
  readonly joinedAt: Date | null;
  readonly lastSeenAt: Date | null;
  readonly createdAt: Date;
  readonly createdByName: string;
}

/** New member: known by the subject of its tokens, or by an address until the first of them. */
export type NewMember = Pick<
  MemberRecord,
  'orgId' | 'id' | 'role' | 'issuer' | 'subject' | 'email' | 'createdByName'
> &
  Partial<Pick<MemberRecord, 'teamsOnly'>>;

/** Claims of a token about its owner. */
export interface SeenMember {
  readonly name: string;
  readonly email: string | undefined;
  readonly seenAt: Date;
}

export interface MemberPage {
  readonly items: readonly MemberRecord[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** Filters of a list of members; null does not filter. */
export interface MemberFilters {
  readonly role: MemberRole | null;
  readonly status: MemberStatus | null;
}

/** Locks additions of members and claims of invitations until the transaction ends. */
async function lockMembers(sql: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('members of ' || ${sql.orgId}, 0))`;
}

/** Counts the members of the organisation, and locks additions until the transaction ends. */
export async function countMembersLocked(sql: TenantTransaction): Promise<number> {
  await lockMembers(sql);
  const [row] = await sql<[{ members: number }]>`
    select count(*)::integer as members from organisation_members where org_id = ${sql.orgId}`;
  return row.members;
}

/** Finds the member with the subject or the e-mail address; undefined if there is none. */
export async function findSimilarMember(
  sql: TenantTransaction,
  { issuer, subject, email }: Pick<NewMember, 'issuer' | 'subject' | 'email'>,
): Promise<MemberRecord | undefined> {
  const [row] = await sql<[MemberRecord?]>`
    select ${columns(sql)} from organisation_members
    where org_id = ${sql.orgId} and (email = ${email} or (issuer = ${issuer} and subject = ${subject}))
    limit 1`;
  return row;
}

/** Inserts a member. Returns undefined when another one has its subject or address. */
export async function insertMember(sql: Transaction, member: NewMember): Promise<MemberRecord | undefined> {
  const { orgId, id, role, teamsOnly = false, issuer, subject, email, createdByName } = member;
  const [row] = await sql<[MemberRecord?]>`
    insert into organisation_members (org_id, id, role, teams_only, issuer, subject, email, created_by_name)
    values (${orgId}, ${id}, ${role}, ${teamsOnly}, ${issuer}, ${subject}, ${email}, ${storableText(createdByName)})
    on conflict do nothing
    returning ${columns(sql)}`;
  return row;
}

/** Returns a member by UUID; undefined if it does not exist. */
export async function findMember(sql: TenantTransaction, id: string): Promise<MemberRecord | undefined> {
  const [row] = await sql<[MemberRecord?]>`
    select ${columns(sql)} from organisation_members where org_id = ${sql.orgId} and id = ${id}`;
  return row;
}

/** One page of the members, the newest first. */
export async function listMembers(
  sql: TenantTransaction,
  { role, status }: MemberFilters,
  cursor: string | null,
  pageSize: number,
): Promise<MemberPage> {
  const after = cursor === null ? null : readCursor(cursor, isUuid);
  const rows = await sql<MemberRecord[]>`
    select ${columns(sql)} from organisation_members
    where org_id = ${sql.orgId}
      ${role === null ? sql`` : sql`and role = ${role}`}
      ${status === null ? sql`` : sql`and (joined_at is not null) = ${status === 'active'}`}
      ${after === null ? sql`` : sql`and (date_trunc('milliseconds', created_at), id) < (${after.time}, ${after.id})`}
    order by date_trunc('milliseconds', created_at) desc, id desc
    limit ${pageSize + 1}`;
  const items = rows.slice(0, pageSize);
  const last = items.at(-1);
  const isMore = rows.length > pageSize && last !== undefined;
  return { items, nextCursor: isMore ? writeCursor({ time: last.createdAt, id: last.id }) : null };
}

/** A member that is about to change, and how many admins have come besides. */
export interface LockedMember {
  readonly member: MemberRecord;
  readonly otherAdmins: number;
}

/** Locks a member and all admins until the transaction ends. Returns undefined when no member has this id. */
export async function lockMember(sql: TenantTransaction, id: string): Promise<LockedMember | undefined> {
  const rows = await lockMembersAndAdmins(sql, [id]);
  const member = rows.find((row) => row.id === id);
  if (member === undefined) return undefined;
  const otherAdmins = rows.filter((row) => row !== member && row.role === 'admin' && row.joinedAt !== null);
  return { member, otherAdmins: otherAdmins.length };
}

/** Locks members and all admins until the transaction ends, in one order everywhere, so that there is no deadlock. */
export async function lockMembersAndAdmins(
  sql: TenantTransaction,
  ids: readonly string[],
): Promise<readonly MemberRecord[]> {
  return sql<MemberRecord[]>`
    select ${columns(sql)} from organisation_members
    where org_id = ${sql.orgId} and (id in (select unnest(${storableArray(ids)}::text[]::uuid[])) or role = 'admin')
    order by id for update`;
}

/** Gives a member other rights. */
export async function updateMemberRights(
  sql: TenantTransaction,
  id: string,
  { role, teamsOnly }: Pick<MemberRecord, 'role' | 'teamsOnly'>,
): Promise<void> {
  await sql`
    update organisation_members set role = ${role}, teams_only = ${teamsOnly}
    where org_id = ${sql.orgId} and id = ${id}`;
}

/** Lists the ids of the teams of a member. */
export async function listTeamsOf(
  sql: TenantTransaction,
  { id }: Pick<MemberRecord, 'id'>,
): Promise<readonly string[]> {
  const rows = await sql<{ teamId: string }[]>`
    select team_id from team_members where org_id = ${sql.orgId} and member_id = ${id} order by team_id`;
  return rows.map(({ teamId }) => teamId);
}

/** Lists names of up to `limit` members with one of these roles. Those who have not come are left out. */
export async function listNamesOfRoles(
  sql: TenantTransaction,
  roles: readonly MemberRole[],
  limit: number,
): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from organisation_members
    where org_id = ${sql.orgId} and role = any(${storableArray(roles)}::text[]) and joined_at is not null and name is not null
    order by last_seen_at desc nulls last, id limit ${limit}`;
  return rows.map(({ name }) => name);
}

/** Takes members away. */
export async function deleteMembers(sql: TenantTransaction, ids: readonly string[]): Promise<void> {
  await sql`
    delete from organisation_members
    where org_id = ${sql.orgId} and id in (select unnest(${storableArray(ids)}::text[]::uuid[]))`;
}

/** The member that a token is of; undefined for a stranger. */
export async function findMemberBySubject(
  sql: TenantTransaction,
  { issuer, subject }: Subject,
): Promise<MemberRecord | undefined> {
  const [row] = await sql<[MemberRecord?]>`
    select ${columns(sql)} from organisation_members
    where org_id = ${sql.orgId} and issuer = ${issuer} and subject = ${subject}`;
  return row;
}

/** Lists the organisations that have invited an address. The transaction must name it. */
export async function listInvitedOrganisations(sql: Transaction, email: string): Promise<readonly string[]> {
  const rows = await sql<{ orgId: string }[]>`
    select org_id from organisation_members where email = ${storableText(email)} and subject is null
    order by org_id limit ${ACCESS_LIMITS.organisationsListedMax}`;
  return rows.map(({ orgId }) => orgId);
}

/**
 * Gives the open invitation for this address to this subject for ever, unless the subject has just been added. Returns
 * undefined when there is neither, or when the invitation is narrowed to teams and keys of the subject are not.
 */
export async function takeUpInvitation(
  sql: TenantTransaction,
  email: string,
  { issuer, subject }: Subject,
): Promise<MemberRecord | undefined> {
  await lockMembers(sql);
  const added = await findMemberBySubject(sql, { issuer, subject });
  if (added !== undefined) return added;
  const wide = await lockWideKeysMadeBy(sql, { subject });
  const [row] = await sql<[MemberRecord?]>`
    update organisation_members set issuer = ${issuer}, subject = ${subject}
    where org_id = ${sql.orgId} and email = ${email} and subject is null and not (teams_only and ${wide.length > 0})
    returning ${columns(sql)}`;
  return row;
}

/**
 * Gives a membership to a person who has used its link, and notes that they have come. Returns undefined when it is another
 * person's, or the person has another one in the organisation.
 */
export async function joinAsMember(
  sql: TenantTransaction,
  id: string,
  { issuer, subject, email, name }: Subject & { readonly email: string | null; readonly name: string },
  at: Date,
): Promise<MemberRecord | undefined> {
  await lockMembers(sql);
  const [row] = await sql<[MemberRecord?]>`
    update organisation_members
    set issuer = ${issuer}, subject = ${subject}, name = ${storableText(name)},
        email = coalesce(${storableText(email)}, email), joined_email = coalesce(${storableText(email)}, email),
        joined_at = coalesce(joined_at, ${at}), last_seen_at = ${at}
    where org_id = ${sql.orgId} and id = ${id} and (subject is null or (issuer = ${issuer} and subject = ${subject}))
      and not exists (
        select from organisation_members as others
        where others.org_id = ${sql.orgId} and others.issuer = ${issuer} and others.subject = ${subject}
          and others.id <> ${id}
      )
    returning ${columns(sql)}`;
  return row;
}

/** Records the sign-in of a member with the claims of the token. Returns whether it was the first one. */
export async function touchMember(
  sql: TenantTransaction,
  { id }: Pick<MemberRecord, 'id'>,
  { name, email, seenAt }: SeenMember,
): Promise<boolean> {
  const [row] = await sql<[{ isFirst: boolean }?]>`
    update organisation_members
    set name = ${storableText(name)}, email = coalesce(${storableText(email)}, email),
        last_seen_at = ${seenAt}, joined_at = coalesce(joined_at, ${seenAt}),
        joined_email = coalesce(joined_email, email, ${storableText(email)})
    where org_id = ${sql.orgId} and id = ${id}
    returning joined_at = last_seen_at as is_first`;
  return row?.isFirst ?? false;
}

function columns(sql: Transaction) {
  return sql`
    org_id, id, role, teams_only, issuer, subject, email, name, joined_at, last_seen_at, created_at, created_by_name`;
}
