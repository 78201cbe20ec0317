/** Store of the owners of workflows. */
import type { Criticality, DataClass } from '../../contract/lists/estate.ts';
import { storableArray } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { enqueue } from '../../infra/queue/job-queue.ts';
import type { OwnedPattern } from './owner-of.ts';

/** A workflow whose owner follows from patterns. */
export interface OwnedFile {
  readonly id: string;
  readonly repository: string | null;
  readonly filename: string;
}

/** Lists the patterns of all teams, in the order in which they were added. */
export async function listPatterns(sql: TenantTransaction): Promise<readonly OwnedPattern[]> {
  return await sql<OwnedPattern[]>`
    select team_id, repository, path from team_patterns where org_id = ${sql.orgId} order by number`;
}

/** Returns what changes with the patterns, whose numbers only ever grow, with the handles of teams, and with CODEOWNERS files. */
export async function findPatternsVersion(sql: TenantTransaction): Promise<string> {
  const [row] = await sql<[{ version: string }]>`
    select concat(
      count(*), '/', max(number), '/',
      (select md5(string_agg(id || ' ' || version, ' ' order by id)) from teams where org_id = ${sql.orgId}), '/',
      (select md5(string_agg(id::text, ' ' order by id)) from code_owners where org_id = ${sql.orgId} and is_in_force)
    ) as version
    from team_patterns where org_id = ${sql.orgId}`;
  return row.version;
}

/** Has the owners of all workflows found again, once the transaction has ended. */
export async function reassignOwners(sql: TenantTransaction): Promise<void> {
  await enqueue(sql, {
    task: 'assign-owners',
    payload: { orgId: sql.orgId, isForAll: true },
    jobKey: `assign-owners of all ${sql.orgId}`,
  });
}

/** Lists up to `rows` workflows behind an id, in the order of their ids. `isForAll`: also those with a known owner. */
export async function listOwnedFiles(
  sql: TenantTransaction,
  after: string,
  isForAll: boolean,
  rows: number,
): Promise<readonly OwnedFile[]> {
  return await sql<OwnedFile[]>`
    select id, repository, filename from workflows
    where org_id = ${sql.orgId} and id > ${after} and not has_set_owner
      ${isForAll ? sql`` : sql`and not is_owner_known`}
    order by id limit ${rows}`;
}

/** Writes the owners of workflows, but for those set by hand meanwhile; null: none. */
export async function writeOwners(
  sql: TenantTransaction,
  owners: readonly (readonly [id: string, teamId: string | null])[],
): Promise<void> {
  if (owners.length === 0) return;
  await sql`
    with wanted as materialized (
      select id::uuid as id, nullif(team_id, '')::uuid as team_id
      from unnest(${storableArray(owners.map(([id]) => id))}::text[],
                  ${storableArray(owners.map(([, teamId]) => teamId ?? ''))}::text[]) as wanted (id, team_id)
    ), locked as materialized (
      select workflows.id, wanted.team_id from workflows join wanted on wanted.id = workflows.id
      where workflows.org_id = ${sql.orgId} and not has_set_owner
        and (not is_owner_known or owner_team_id is distinct from wanted.team_id)
      order by workflows.id for update of workflows
    )
    update workflows set owner_team_id = locked.team_id, is_owner_known = true
    from locked where workflows.org_id = ${sql.orgId} and workflows.id = locked.id`;
}

/** Takes a team away from the workflows that it owns. */
export async function disownWorkflows(sql: TenantTransaction, teamId: string): Promise<void> {
  await sql`
    with owned as materialized (
      select id from workflows where org_id = ${sql.orgId} and owner_team_id = ${teamId} order by id for update
    )
    update workflows set owner_team_id = null, has_set_owner = false, is_owner_known = false
    from owned where workflows.org_id = ${sql.orgId} and workflows.id = owned.id`;
}

/** Facts that people state about a workflow; null: not stated. */
export interface StatedFacts {
  /** Null: the patterns of the teams decide. */
  readonly ownerTeamId: string | null;
  readonly criticality: Criticality | null;
  readonly dataClass: DataClass | null;
}

/** Writes the stated facts of a workflow; an owner that is not given stays. The row must be locked. */
export async function writeFacts(
  sql: TenantTransaction,
  id: string,
  {
    ownerTeamId,
    criticality,
    dataClass,
  }: Pick<StatedFacts, 'criticality' | 'dataClass'> & Partial<StatedFacts>,
): Promise<void> {
  const owner =
    ownerTeamId === undefined
      ? sql``
      : sql`owner_team_id = ${ownerTeamId}, has_set_owner = ${ownerTeamId !== null}, is_owner_known = ${ownerTeamId !== null},`;
  await sql`
    update workflows set ${owner} criticality = ${criticality}, data_class = ${dataClass}
    where org_id = ${sql.orgId} and id = ${id}`;
}
