/** Store of the repositories of an organisation, and of the teams that own them as a whole. */
import { storableArray } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';

/** Finds the teams of all repositories again, or of those whose team is not known yet. The teams must be held. */
export async function settleRepositories(sql: TenantTransaction, isForAll: boolean): Promise<void> {
  await sql`select settle_repositories(${sql.orgId}, ${isForAll})`;
}

/** Stores a repository if one of the teams owns it, and returns whether. The teams must be held. */
export async function insertRepository(
  sql: TenantTransaction,
  name: string,
  teams: readonly string[],
): Promise<boolean> {
  const rows = await sql`
    insert into repositories (org_id, name, team_id, is_settled)
    select ${sql.orgId}, name, team_id, true
    from repository_teams(${sql.orgId}, ${storableArray([name])}::text[])
    where team_id = any (${storableArray(teams)}::text[]::uuid[])
    on conflict (org_id, name) do update set team_id = excluded.team_id, is_settled = true
    returning team_id`;
  return rows.length > 0;
}
