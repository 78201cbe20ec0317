/** Store of saved views. */
import type { ViewScreen } from '../../contract/lists/view.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';

/** A view to save. */
export interface NewView {
  readonly name: string;
  readonly screen: ViewScreen;
  /** Query of the address. */
  readonly query: string;
  /** Null: it is the caller's own. */
  readonly teamId: string | null;
}

export interface ViewRecord extends NewView {
  readonly id: string;
  readonly team: string | null;
  readonly createdByName: string;
  readonly createdAt: Date;
}

/** Caller of views, by what it shares with others. */
export interface ViewOwner {
  /** Stable id of the person or key. */
  readonly id: string;
  /** True: a person, who may be a member of teams. */
  readonly isPerson: boolean;
  /** True: it has the views of all teams. */
  readonly isAdmin: boolean;
  /** Teams that its rights are narrowed to; null: they are not. */
  readonly teams: readonly string[] | null;
}

/** Lists the views of a caller, its own first, in the order of their names. */
export async function listViews(sql: TenantTransaction, owner: ViewOwner): Promise<readonly ViewRecord[]> {
  return await sql<ViewRecord[]>`
    select views.id, views.name, screen, query, team_id, teams.name as team, views.created_by_name, views.created_at
    from views left join teams on teams.org_id = views.org_id and teams.id = views.team_id
    where views.org_id = ${sql.orgId}
      and (owner_id = ${storableText(owner.id)} or team_id in (${teamsOf(sql, owner)}))
    order by team_id is not null, lower(views.name), views.id`;
}

/** Returns whether a team is one of the caller. It stays until the transaction ends. */
export async function holdTeamOf(sql: TenantTransaction, owner: ViewOwner, id: string): Promise<boolean> {
  const rows = await sql`
    select from teams
    where org_id = ${sql.orgId} and id = ${id} and id in (${teamsOf(sql, owner)}) for key share`;
  return rows.length > 0;
}

/** Counts the views of a team, else those of the caller, and locks additions until the transaction ends. */
export async function countViewsLocked(
  sql: TenantTransaction,
  { id }: ViewOwner,
  teamId: string | null,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('views of ' || ${sql.orgId} || ${storableText(teamId ?? id)}, 0))`;
  const [row] = await sql<[{ views: number }]>`
    select count(*)::int as views from views
    where org_id = ${sql.orgId} and ${teamId === null ? sql`owner_id = ${storableText(id)}` : sql`team_id = ${teamId}`}`;
  return row.views;
}

/** Stores a view and returns its id. */
export async function insertView(
  sql: TenantTransaction,
  { name, screen, query, teamId }: NewView,
  { id: ownerId }: ViewOwner,
  createdByName: string,
): Promise<string> {
  const id = uuidV7();
  await sql`
    insert into views (org_id, id, team_id, owner_id, name, screen, query, created_by_name)
    values (${sql.orgId}, ${id}, ${teamId}, ${teamId === null ? storableText(ownerId) : null}, ${storableText(name)},
      ${screen}, ${storableText(query)}, ${storableText(createdByName)})`;
  return id;
}

/** Deletes a view. */
export async function deleteView(sql: TenantTransaction, id: string): Promise<void> {
  await sql`delete from views where org_id = ${sql.orgId} and id = ${id}`;
}

/** Writes the query for the ids of the caller's teams. */
function teamsOf(sql: TenantTransaction, { id, isPerson, isAdmin, teams }: ViewOwner) {
  if (teams !== null) return sql`select unnest(${storableArray(teams)}::text[]::uuid[])`;
  if (isAdmin) return sql`select own.id from teams as own where own.org_id = ${sql.orgId}`;
  return sql`
    select belonging.team_id from team_members as belonging
    join organisation_members as member on member.org_id = belonging.org_id and member.id = belonging.member_id
    where belonging.org_id = ${sql.orgId} and ${isPerson}::boolean and member.subject = ${storableText(id)}`;
}
