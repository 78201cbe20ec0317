/** Store of what groups gave to members. */
import type { MemberRole, Subject } from '../../../contract/member.ts';
import { storableArray, storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
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

/** Lists what groups gave to these members. */
export async function listMemberGroups(
  sql: TenantTransaction,
  memberIds: readonly string[],
): Promise<readonly MemberGroups[]> {
  return sql<MemberGroups[]>`
    select ${columns(sql)} from organisation_members
    where org_id = ${sql.orgId} and id in (select unnest(${storableArray(memberIds)}::text[]::uuid[]))`;
}

/** Returns what groups gave to a member; undefined when there is no such member. */
export async function findMemberGroups(
  sql: TenantTransaction,
  memberId: string,
): Promise<MemberGroups | undefined> {
  return (await listMemberGroups(sql, [memberId]))[0];
}

/** Lists the ids of the members of a provider whose last token had a group. */
export async function listHolders(
  sql: TenantTransaction,
  issuer: string,
  group: string,
): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from organisation_members
    where org_id = ${sql.orgId} and issuer = ${storableText(issuer)} and groups @> array[${storableText(group)}]`;
  return rows.map(({ id }) => id);
}

/** Lists all organisations where a person has groups, so that rights go in each. The transaction must name the person. */
export async function listOrganisationsWithGroups(
  sql: Transaction,
  { issuer, subject }: Subject,
): Promise<readonly string[]> {
  const rows = await sql<{ orgId: string }[]>`
    select org_id from organisation_members
    where issuer = ${storableText(issuer)} and subject = ${storableText(subject)} and groups <> '{}'
    order by org_id`;
  return rows.map(({ orgId }) => orgId);
}

/** Rights of a member to write, with what was given by hand and the groups that gave the rest. */
export interface GroupsToWrite {
  readonly memberId: string;
  readonly rights: WrittenRights;
  readonly byHand: RoleRights | undefined;
  readonly held: HeldGroups;
}

/** Writes the rights of members. */
export async function writeMemberGroups(
  sql: TenantTransaction,
  written: readonly GroupsToWrite[],
): Promise<void> {
  const rows = written.map(({ memberId, rights, byHand, held }) => {
    const hand = rights.groupRole === null ? undefined : byHand;
    return {
      ...{ id: memberId, role: rights.role, teams_only: rights.teamsOnly, group_role: rights.groupRole },
      ...{ hand_role: hand?.role ?? null, hand_teams_only: hand?.teamsOnly ?? null },
      ...{ groups: held.groups, groups_at: held.groupsAt, groups_by: held.groupsBy },
    };
  });
  await sql`
    update organisation_members as member set role = given.role, teams_only = given.teams_only,
      group_role = given.group_role, hand_role = given.hand_role, hand_teams_only = given.hand_teams_only,
      groups = given.groups, groups_at = given.groups_at, groups_by = given.groups_by
    from jsonb_to_recordset(${storableJson(rows)}::text::jsonb) as given(
      id uuid, role text, teams_only boolean, group_role text, hand_role text, hand_teams_only boolean, groups text[],
      groups_at timestamptz, groups_by text
    )
    where member.org_id = ${sql.orgId} and member.id = given.id`;
}

/** Teams that groups give to a member. */
export interface GroupTeams {
  readonly memberId: string;
  readonly teamIds: readonly string[];
}

/** Makes these the teams that groups give to members. Teams given by hand stay. */
export async function writeGroupTeams(sql: TenantTransaction, given: readonly GroupTeams[]): Promise<void> {
  const rows = storableJson(given.map(({ memberId, teamIds }) => ({ id: memberId, teams: teamIds })));
  await sql`
    delete from team_members
    using jsonb_to_recordset(${rows}::text::jsonb) as given(id uuid, teams uuid[])
    where org_id = ${sql.orgId} and member_id = given.id and by_groups and team_id <> all (given.teams)`;
  await sql`
    insert into team_members (org_id, team_id, member_id, by_groups)
    select ${sql.orgId}::uuid, team_id, given.id, true
    from jsonb_to_recordset(${rows}::text::jsonb) as given(id uuid, teams uuid[]), unnest(given.teams) as team_id
    on conflict do nothing`;
}

/** End of a membership. */
export interface MembershipEnd extends Subject {
  /** Only a token that was issued later brings the person back. */
  readonly tokenAt: Date;
}

/** Remembers that memberships have ended. */
export async function noteDepartures(
  sql: TenantTransaction,
  departures: readonly MembershipEnd[],
): Promise<void> {
  const rows = departures.map(({ issuer, subject, tokenAt }) => ({ issuer, subject, token_at: tokenAt }));
  await sql`
    insert into group_departures (org_id, issuer, subject, token_at)
    select ${sql.orgId}::uuid, issuer, subject, token_at
    from jsonb_to_recordset(${storableJson(rows)}::text::jsonb) as gone(issuer text, subject text, token_at timestamptz)
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
