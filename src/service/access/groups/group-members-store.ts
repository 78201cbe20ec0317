/** Store of what groups gave to members. */
import type { MemberRole, Subject } from '../../../contract/member.ts';
import { storableArray, storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import type { JoinedRights, RoleRights } from './group-rights.ts';

/** Ways by which groups come: the ID token of a sign-in or refresh, or the token of a call. */
export type GroupsWay = 'sign_in' | 'token';

/** Groups of the last token, as an organisation has them. */
export interface HeldGroups {
  /** Those that mappings of the organisation name. */
  readonly groups: readonly string[];
  /** Time of issue of the token; null: none has come. */
  readonly groupsAt: Date | null;
  readonly groupsBy: GroupsWay | null;
}

/** Rights of a member by groups, and those by hand beside them. */
export interface MemberGroups extends HeldGroups {
  readonly memberId: string;
  /** Null: the role was given by hand. */
  readonly groupRole: MemberRole | null;
  /** Null: they came by groups alone. Has a meaning only beside `groupRole`. */
  readonly handRole: MemberRole | null;
  readonly handTeamsOnly: boolean | null;
  /** Teams that groups gave. */
  readonly teamIds: readonly string[];
}

type WrittenRights = Pick<JoinedRights, 'role' | 'teamsOnly' | 'groupRole'>;

/** Returns what groups gave to a member; undefined when there is no such member. */
export async function findMemberGroups(
  sql: TenantTransaction,
  memberId: string,
): Promise<MemberGroups | undefined> {
  const [row] = await sql<[MemberGroups?]>`
    select ${columns(sql)} from organisation_members where org_id = ${sql.orgId} and id = ${memberId}`;
  return row;
}

/** Lists the members of a provider whose last token had a group. */
export async function listHolders(
  sql: TenantTransaction,
  issuer: string,
  group: string,
): Promise<readonly MemberGroups[]> {
  return sql<MemberGroups[]>`
    select ${columns(sql)} from organisation_members
    where org_id = ${sql.orgId} and issuer = ${storableText(issuer)} and groups @> array[${storableText(group)}]
    order by id`;
}

/** Lists the organisations where a person has groups. The transaction must name the person. */
export async function listOrganisationsWithGroups(
  sql: Transaction,
  { issuer, subject }: Subject,
): Promise<readonly string[]> {
  const rows = await sql<{ orgId: string }[]>`
    select org_id from organisation_members
    where issuer = ${storableText(issuer)} and subject = ${storableText(subject)} and groups <> '{}'
    order by org_id limit ${ACCESS_LIMITS.organisationsListedMax}`;
  return rows.map(({ orgId }) => orgId);
}

/** Writes the rights of a member, with what was given by hand. */
export async function writeMemberGroups(
  sql: TenantTransaction,
  memberId: string,
  { rights, byHand }: { readonly rights: WrittenRights; readonly byHand: RoleRights | undefined },
  { groups, groupsAt, groupsBy }: HeldGroups,
): Promise<void> {
  const { role, teamsOnly, groupRole } = rights;
  const hand = groupRole === null ? undefined : byHand;
  await sql`
    update organisation_members set role = ${role}, teams_only = ${teamsOnly}, group_role = ${groupRole},
      hand_role = ${hand?.role ?? null}, hand_teams_only = ${hand?.teamsOnly ?? null},
      groups = ${storableArray(groups)}::text[], groups_at = ${groupsAt}, groups_by = ${groupsBy}
    where org_id = ${sql.orgId} and id = ${memberId}`;
}

/** Makes these the teams that groups give to a member. Teams given by hand stay. */
export async function writeGroupTeams(
  sql: TenantTransaction,
  memberId: string,
  teamIds: readonly string[],
): Promise<void> {
  const wanted = storableArray(teamIds);
  await sql`
    delete from team_members
    where org_id = ${sql.orgId} and member_id = ${memberId} and by_groups and team_id <> all (${wanted}::text[]::uuid[])`;
  await sql`
    insert into team_members (org_id, team_id, member_id, by_groups)
    select ${sql.orgId}::uuid, team_id, ${memberId}::uuid, true from unnest(${wanted}::text[]::uuid[]) as wanted (team_id)
    on conflict do nothing`;
}

/** Remembers that a membership has ended with the groups of a token. */
export async function noteDeparture(
  sql: TenantTransaction,
  { issuer, subject }: Subject,
  tokenAt: Date,
): Promise<void> {
  await sql`
    insert into group_departures (org_id, issuer, subject, token_at)
    values (${sql.orgId}, ${storableText(issuer)}, ${storableText(subject)}, ${tokenAt})
    on conflict (org_id, issuer, subject) do update set token_at = greatest(group_departures.token_at, excluded.token_at)`;
}

/** Forgets that departure, unless a token later than this one said it. Returns whether the person may come back. */
export async function endDeparture(
  sql: TenantTransaction,
  { issuer, subject }: Subject,
  tokenAt: Date,
): Promise<boolean> {
  const [later] = await sql`
    select from group_departures
    where org_id = ${sql.orgId} and issuer = ${storableText(issuer)} and subject = ${storableText(subject)}
      and token_at > ${tokenAt}`;
  if (later !== undefined) return false;
  await sql`
    delete from group_departures
    where org_id = ${sql.orgId} and issuer = ${storableText(issuer)} and subject = ${storableText(subject)}`;
  return true;
}

function columns(sql: TenantTransaction) {
  return sql`
    id as member_id, to_json(groups) as groups, groups_at, groups_by, group_role, hand_role, hand_teams_only, coalesce((
      select json_agg(team_id order by team_id) from team_members as belonging
      where belonging.org_id = organisation_members.org_id and belonging.member_id = organisation_members.id and by_groups
    ), '[]') as team_ids`;
}
