/** Store of the repositories of an organisation, and of the teams that own them as a whole. */
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';

/** Finds the teams of all repositories again. The teams must be held. */
export async function settleRepositories(sql: TenantTransaction): Promise<void> {
  await sql`select settle_repositories(${sql.orgId})`;
}

/** Stores a repository if one of the teams owns it, and returns whether. The teams must be held. */
export async function insertRepository(
  sql: TenantTransaction,
  name: string,
  teams: readonly string[],
): Promise<boolean> {
  const rows = await sql`
    insert into repositories (org_id, name, team_id)
    select ${sql.orgId}, ${storableText(name)}, team_id
    from (select repository_team(${sql.orgId}, ${storableText(name)}) as team_id) as owner
    where team_id = any (${storableArray(teams)}::text[]::uuid[])
    on conflict (org_id, name) do update set team_id = excluded.team_id
    returning team_id`;
  return rows.length > 0;
}
