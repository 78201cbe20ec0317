/** Store of teams. */
import type { MemberRole } from '../../contract/member.ts';
import type { Team, TeamPattern } from '../../contract/team.ts';
import { AppError } from '../../errors.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import { MIB } from '../../units.ts';

/** A member of a team, as lists show it. */
export interface TeamMember {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly role: MemberRole;
}

export interface TeamRecord extends Team {
  readonly orgId: string;
  readonly id: string;
  readonly members: readonly TeamMember[];
  readonly createdByName: string;
  /** Counts the changes, from 1. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A team as names and CODEOWNERS files mean it. */
export type TeamHandles = Pick<TeamRecord, 'id' | 'name' | 'handles'>;

export interface TeamPage {
  readonly items: readonly TeamRecord[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** Bytes of members and patterns of a page, as the database has them; an answer may have 64 MiB. */
const PAGE_BYTES_MAX = 4 * MIB;

/** Bytes of a member besides name and address. */
const MEMBER_BYTES = 64;

const CURSOR_START = 'after ';

/** Members of a team that are columns of its row. */
type TeamRow = Pick<Team, 'name' | 'description' | 'handles'>;

/** Lets one transaction at a time change teams of the organisation, so that names, handles and numbers hold. */
export async function lockTeams(sql: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('teams of ' || ${sql.orgId}, 0))`;
}

/** Lets no transaction change teams of the organisation until this one ends. Before workflows are locked. */
export async function holdTeams(sql: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('teams of ' || ${sql.orgId}, 0))`;
}

/** Lists names and handles of all teams: there are few. */
export async function listHandles(sql: TenantTransaction): Promise<readonly TeamHandles[]> {
  return sql<
    TeamHandles[]
  >`select id, name, to_json(handles) as handles from teams where org_id = ${sql.orgId}`;
}

/** One page of the teams, in the order of their names. It ends before members and patterns become too many bytes. */
export async function listTeams(
  sql: TenantTransaction,
  cursor: string | null,
  pageSize: number,
): Promise<TeamPage> {
  const after = cursor === null ? null : readNameCursor(cursor);
  const sizes = await sql<{ id: string; name: string; bytes: number }[]>`
    select id, name, (
      coalesce((
        select sum(octet_length(repository) + coalesce(octet_length(path), 0))
        from team_patterns as pattern where pattern.org_id = teams.org_id and pattern.team_id = teams.id
      ), 0) + coalesce((
        select sum(${MEMBER_BYTES} + coalesce(octet_length(member.name), 0) + coalesce(octet_length(member.email), 0))
        from team_members as belonging
        join organisation_members as member on member.org_id = teams.org_id and member.id = belonging.member_id
        where belonging.org_id = teams.org_id and belonging.team_id = teams.id
      ), 0))::int as bytes
    from teams
    where org_id = ${sql.orgId}
      ${after === null ? sql`` : sql`and (lower(name), name) > (lower(${after}), ${after})`}
    order by lower(name), name limit ${pageSize + 1}`;
  let bytes = 0;
  // One team is a page however large it is: its own limits bound it.
  const page = sizes.filter((team, place) => {
    bytes += team.bytes;
    return place === 0 || (place < pageSize && bytes <= PAGE_BYTES_MAX);
  });
  const items = await sql<TeamRecord[]>`
    select ${columns(sql)} from teams
    where org_id = ${sql.orgId} and id = any (${storableArray(page.map(({ id }) => id))}::text[]::uuid[])
    order by lower(name), name`;
  const isMore = page.length < sizes.length;
  return { items, nextCursor: isMore ? writeNameCursor(page.at(-1)!.name) : null };
}

/** Encodes the cursor of the page after the team of this name. */
function writeNameCursor(name: string): string {
  return Buffer.from(`${CURSOR_START}${name}`).toString('base64url');
}

function readNameCursor(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (text.startsWith(CURSOR_START)) return storableText(text.slice(CURSOR_START.length));
  throw new AppError(
    'invalid_cursor',
    'The cursor is not one that this service gave out. Start again without it.',
  );
}

/** Returns the team of this id; undefined when there is none. */
export async function findTeam(sql: TenantTransaction, id: string): Promise<TeamRecord | undefined> {
  const [row] = await sql<[TeamRecord?]>`
    select ${columns(sql)} from teams where org_id = ${sql.orgId} and id = ${id}`;
  return row;
}

/** Counts the patterns of all teams but one, and those of them with `*` in the repository. */
export async function countOtherPatterns(
  sql: TenantTransaction,
  teamId: string | null,
): Promise<{ readonly patterns: number; readonly globs: number }> {
  const [row] = await sql<[{ patterns: number; globs: number }]>`
    select count(*)::int as patterns, (count(*) filter (where is_glob))::int as globs
    from team_patterns where org_id = ${sql.orgId} and team_id is distinct from ${teamId}::uuid`;
  return row;
}

/** Lists those of these ids that are no members of the organisation. */
export async function listStrangers(
  sql: TenantTransaction,
  memberIds: readonly string[],
): Promise<readonly string[]> {
  if (memberIds.length === 0) return [];
  const rows = await sql<{ id: string }[]>`
    select id from unnest(${storableArray(memberIds)}::text[]::uuid[]) as wanted (id)
    where not exists (select from organisation_members where org_id = ${sql.orgId} and organisation_members.id = wanted.id)`;
  return rows.map(({ id }) => id);
}

/** Stores a new team without members and patterns; undefined when there is one of this name. */
export async function insertTeam(
  sql: TenantTransaction,
  { name, description, handles }: TeamRow,
  createdByName: string,
): Promise<string | undefined> {
  const [row] = await sql<[{ id: string }?]>`
    insert into teams (org_id, id, name, description, handles, created_by_name)
    values (${sql.orgId}, ${uuidV7()}, ${storableText(name)}, ${storableText(description)},
            ${storableArray(handles)}::text[], ${storableText(createdByName)})
    on conflict (org_id, name) do nothing
    returning id`;
  return row?.id;
}

/** Writes the row of a team, and counts the change. Returns false when another team has the name. */
export async function updateTeam(
  sql: TenantTransaction,
  id: string,
  { name, description, handles }: TeamRow,
): Promise<boolean> {
  const result = await sql`
    update teams
    set name = ${storableText(name)}, description = ${storableText(description)},
      handles = ${storableArray(handles)}::text[], updated_at = now(), version = version + 1
    where org_id = ${sql.orgId} and id = ${id} and not exists (
      select 1 from teams where org_id = ${sql.orgId} and name = ${storableText(name)} and id <> ${id})`;
  return result.count > 0;
}

/** Replaces the members of a team. One that it had stays as it came, so that what a group gave goes with the group. */
export async function replaceMembers(
  sql: TenantTransaction,
  id: string,
  memberIds: readonly string[],
): Promise<void> {
  await sql`
    delete from team_members
    where org_id = ${sql.orgId} and team_id = ${id} and member_id <> all (${storableArray(memberIds)}::text[]::uuid[])`;
  await sql`
    insert into team_members (org_id, team_id, member_id)
    select distinct ${sql.orgId}::uuid, ${id}::uuid, member_id
    from unnest(${storableArray(memberIds)}::text[]::uuid[]) as wanted (member_id)
    on conflict do nothing`;
}

/** Replaces the patterns of a team. One that it had keeps its place among those of all teams. */
export async function replacePatterns(
  sql: TenantTransaction,
  id: string,
  patterns: readonly TeamPattern[],
): Promise<void> {
  const wanted = sql`
    unnest(${storableArray(patterns.map(({ repository }) => repository))}::text[],
           ${storableArray(patterns.map(({ path }) => path ?? ''))}::text[])
    with ordinality as wanted (repository, path, place)`;
  await sql`
    delete from team_patterns as stored where org_id = ${sql.orgId} and team_id = ${id} and not exists (
      select from ${wanted} where wanted.repository = stored.repository and wanted.path = coalesce(stored.path, ''))`;
  await sql`
    insert into team_patterns (org_id, team_id, repository, path)
    select ${sql.orgId}, ${id}, repository, nullif(path, '')
    from (select distinct on (repository, path) * from ${wanted} order by repository, path, place) as wanted
    where not exists (
      select from team_patterns as stored
      where stored.org_id = ${sql.orgId} and stored.team_id = ${id} and stored.repository = wanted.repository
        and coalesce(stored.path, '') = wanted.path)
    order by place`;
}

/** Returns whether a webhook is limited to a team. */
export async function hasWebhook(sql: TenantTransaction, teamId: string): Promise<boolean> {
  const [row] = await sql<[{ exists: boolean }]>`
    select exists (select from webhooks where org_id = ${sql.orgId} and team_id = ${teamId})`;
  return row.exists;
}

/** Deletes a team with its members and patterns. */
export async function deleteTeam(sql: TenantTransaction, id: string): Promise<void> {
  await sql`delete from teams where org_id = ${sql.orgId} and id = ${id}`;
}

function columns(sql: Transaction) {
  return sql`
    org_id, id, name, description, to_json(handles) as handles, created_by_name, version, created_at, updated_at,
    coalesce((
      select json_agg(member_id order by member_id) from team_members as belonging
      where belonging.org_id = teams.org_id and belonging.team_id = teams.id
    ), '[]') as member_ids,
    coalesce((
      select json_agg(json_build_object('id', member.id, 'name', member.name, 'email', member.email, 'role', member.role)
        order by member.id)
      from team_members as belonging
      join organisation_members as member on member.org_id = teams.org_id and member.id = belonging.member_id
      where belonging.org_id = teams.org_id and belonging.team_id = teams.id
    ), '[]') as members,
    coalesce((
      select json_agg(json_build_object('repository', pattern.repository, 'path', pattern.path) order by number)
      from team_patterns as pattern where pattern.org_id = teams.org_id and pattern.team_id = teams.id
    ), '[]') as patterns`;
}
