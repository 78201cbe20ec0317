/** Store of group mappings. */
import { storableArray, storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';
import { ACCESS_LIMITS } from '../limits.ts';
import type { MappingChoice, MappingRecord } from './group-mapping.ts';
import type { GroupGrant } from './group-rights.ts';

/** Lets one transaction at a time change mappings of the organisation. Take it before locks of members. */
export async function lockMappings(sql: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('group mappings of ' || ${sql.orgId}, 0))`;
}

/** Lets no mapping of the organisation change until the transaction ends. Take it before locks of members. */
export async function holdMappings(sql: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('group mappings of ' || ${sql.orgId}, 0))`;
}

/** Lists the mappings, in the order of their groups. */
export async function listMappings(sql: TenantTransaction): Promise<readonly MappingRecord[]> {
  return sql<MappingRecord[]>`
    select ${columns(sql)} from group_mappings where org_id = ${sql.orgId} order by group_name, id`;
}

/** Returns a mapping; undefined when there is none. */
export async function findMapping(sql: TenantTransaction, id: string): Promise<MappingRecord | undefined> {
  const [row] = await sql<[MappingRecord?]>`
    select ${columns(sql)} from group_mappings where org_id = ${sql.orgId} and id = ${id}`;
  return row;
}

/** Lists what the mappings of these names give. */
export async function listGrants(
  sql: TenantTransaction,
  issuer: string,
  names: readonly string[],
): Promise<readonly GroupGrant[]> {
  return sql<GroupGrant[]>`
    select group_name as "group", role, teams_only, ${teamIds(sql)} as team_ids from group_mappings
    where org_id = ${sql.orgId} and issuer = ${storableText(issuer)} and group_name = any (${storableArray(names)}::text[])
    order by group_name`;
}

/** Lists the organisations with a mapping of one of these names. The transaction must name them. */
export async function listMappingOrganisations(
  sql: Transaction,
  issuer: string,
  names: readonly string[],
): Promise<readonly string[]> {
  const rows = await sql<{ orgId: string }[]>`
    select distinct org_id from group_mappings
    where issuer = ${storableText(issuer)}
      and group_name in (select jsonb_array_elements_text(${storableJson(names)}::text::jsonb))
    order by org_id limit ${ACCESS_LIMITS.organisationsListedMax}`;
  return rows.map(({ orgId }) => orgId);
}

/** Stores a new mapping. Returns its id; undefined when the group has one. */
export async function insertMapping(
  sql: TenantTransaction,
  { issuer, group, role, teamsOnly, teamIds: teams }: MappingChoice & Pick<MappingRecord, 'issuer' | 'group'>,
  createdByName: string,
  at: Date,
): Promise<string | undefined> {
  const [row] = await sql<[{ id: string }?]>`
    insert into group_mappings (org_id, id, issuer, group_name, role, teams_only, created_at, created_by_name, updated_at)
    values (${sql.orgId}, ${uuidV7(at)}, ${storableText(issuer)}, ${storableText(group)}, ${role}, ${teamsOnly}, ${at},
      ${storableText(createdByName)}, ${at})
    on conflict (org_id, issuer, group_name) do nothing
    returning id`;
  if (row !== undefined) await insertTeams(sql, row.id, teams);
  return row?.id;
}

/** Writes what a person may change. */
export async function updateMapping(
  sql: TenantTransaction,
  id: string,
  { role, teamsOnly, teamIds: teams }: MappingChoice,
  at: Date,
): Promise<void> {
  await sql`
    update group_mappings set role = ${role}, teams_only = ${teamsOnly}, updated_at = ${at}, version = version + 1
    where org_id = ${sql.orgId} and id = ${id}`;
  await sql`delete from group_mapping_teams where org_id = ${sql.orgId} and mapping_id = ${id}`;
  await insertTeams(sql, id, teams);
}

/** Deletes a mapping. */
export async function deleteMapping(sql: TenantTransaction, id: string): Promise<void> {
  await sql`delete from group_mappings where org_id = ${sql.orgId} and id = ${id}`;
}

/** Lists those of these ids that are no teams of the organisation. */
export async function listUnknownTeams(
  sql: TenantTransaction,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await sql<{ id: string }[]>`
    select id from unnest(${storableArray(ids)}::text[]::uuid[]) as wanted (id)
    where not exists (select from teams where org_id = ${sql.orgId} and teams.id = wanted.id)`;
  return rows.map(({ id }) => id);
}

async function insertTeams(sql: TenantTransaction, id: string, teams: readonly string[]): Promise<void> {
  await sql`
    insert into group_mapping_teams (org_id, mapping_id, team_id)
    select ${sql.orgId}::uuid, ${id}::uuid, team_id from unnest(${storableArray(teams)}::text[]::uuid[]) as wanted (team_id)`;
}

function columns(sql: TenantTransaction) {
  return sql`
    org_id, id, issuer, group_name as "group", role, teams_only, ${teamIds(sql)} as team_ids, (
      select count(*)::integer from organisation_members as member
      where member.org_id = group_mappings.org_id and member.issuer = group_mappings.issuer
        and member.groups @> array[group_mappings.group_name]
    ) as members, version, created_at, created_by_name, updated_at`;
}

function teamIds(sql: TenantTransaction) {
  return sql`coalesce((
    select json_agg(team_id order by team_id) from group_mapping_teams as given
    where given.org_id = group_mappings.org_id and given.mapping_id = group_mappings.id
  ), '[]')`;
}
