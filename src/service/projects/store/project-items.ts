/** The files of projects: listed once, ended once each. */

import { subtractSummary } from '../../../analysis/model/report.ts';
import { storableJson } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import type { CopyColumns } from './copies-in-files.ts';
import type { ItemCounts, ItemResult, NewItem, ProjectItem, StoredError } from './project-record.ts';

/** Lists the files of a project. */
export async function insertItems(
  sql: TenantTransaction,
  projectId: string,
  items: readonly NewItem[],
): Promise<void> {
  await sql`
    insert into project_items (org_id, project_id, number, shard, path, place, previous_number)
    select ${sql.orgId}, ${projectId}, number, shard, path, place, "previousNumber"
    from jsonb_to_recordset(${storableJson(items)}::text::jsonb)
      as item(number integer, shard integer, path text, place jsonb, "previousNumber" integer)`;
}

/** The shards that have files to do, in order; undefined when nothing has been listed yet. */
export async function listOpenShards(
  sql: TenantTransaction,
  projectId: string,
): Promise<readonly number[] | undefined> {
  const rows = await sql<{ shard: number; open: boolean }[]>`
    select shard, bool_or(status = 'queued') as open from project_items
    where org_id = ${sql.orgId} and project_id = ${projectId}
    group by shard order by shard`;
  return rows.length === 0 ? undefined : rows.filter(({ open }) => open).map(({ shard }) => shard);
}

/** Counts the shards with files to do of the organisation's other projects that run. */
export async function countOtherOpenShards(sql: TenantTransaction, projectId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(distinct (items.project_id, items.shard))::int as count
    from projects
    join project_items as items on items.org_id = projects.org_id and items.project_id = projects.id
    where projects.org_id = ${sql.orgId} and projects.status = 'running' and projects.id <> ${projectId}
      and items.status = 'queued'`;
  return row?.count ?? 0;
}

/** Lists the files of a shard without a result, in the order of the archive. */
export async function listQueuedItems(
  sql: TenantTransaction,
  projectId: string,
  shard: number,
): Promise<readonly NewItem[]> {
  return sql<NewItem[]>`
    select number, shard, path, place, previous_number from project_items
    where org_id = ${sql.orgId} and project_id = ${projectId} and shard = ${shard} and status = 'queued'
    order by number`;
}

/** Locks the files without a result among the given ones. Returns their numbers. */
export async function lockQueuedItems(
  sql: TenantTransaction,
  projectId: string,
  numbers: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await sql<{ number: number }[]>`
    select number from project_items
    where org_id = ${sql.orgId} and project_id = ${projectId} and status = 'queued'
      and number = any(${`{${numbers.join(',')}}`}::integer[])
    order by number for update`;
  return new Set(rows.map(({ number }) => number));
}

/** Notes how files ended. */
export async function endItems(
  sql: TenantTransaction,
  projectId: string,
  results: readonly ItemResult[],
): Promise<void> {
  if (results.length === 0) return;
  await sql`
    update project_items as item set
      status = ended.status, report_key = decode(ended."reportKey", 'hex'), platform = ended.platform,
      validation_id = ended."validationId", passed = ended.passed, score = ended.score, summary = ended.summary,
      tally = ended.tally, gate_tally = ended."gateTally",
      copy_keys = ended."copyKeys", error = ended.error, basis = decode(ended.basis, 'hex'), event_id = ended."eventId"
    from jsonb_to_recordset(${storableJson(results)}::text::jsonb) as ended(
      number integer, status text, "reportKey" text, platform text, "validationId" uuid, passed boolean,
      score integer, summary jsonb, tally jsonb, "gateTally" jsonb, "copyKeys" jsonb, error jsonb, basis text, "eventId" uuid
    )
    where item.org_id = ${sql.orgId} and item.project_id = ${projectId} and item.number = ended.number
      and item.number = any(${`{${results.map(({ number }) => number).join(',')}}`}::integer[])`;
}

/** Gives up what is left of a shard. */
export async function failShard(
  sql: TenantTransaction,
  projectId: string,
  shard: number,
  error: StoredError,
): Promise<void> {
  await sql`
    update project_items set status = 'failed', error = ${storableJson(error)}::text::jsonb
    where org_id = ${sql.orgId} and project_id = ${projectId} and shard = ${shard} and status = 'queued'`;
}

/** The first file that could not be validated, in the order of the archive; undefined when there is none. */
export async function findFailedItem(
  sql: TenantTransaction,
  projectId: string,
): Promise<{ readonly path: string; readonly error: StoredError } | undefined> {
  const [row] = await sql<[{ path: string; error: StoredError }?]>`
    select path, error from project_items
    where org_id = ${sql.orgId} and project_id = ${projectId} and status = 'failed'
    order by number limit 1`;
  return row;
}

/** Returns the condition on files that are no workflows and no parts of the project. A part has a platform. */
export const isLeftOut = (sql: TenantTransaction): Fragment => sql`status = 'skipped' and platform is null`;

/** Counts the files that have ended, by outcome. */
export async function countItems(sql: TenantTransaction, projectId: string): Promise<ItemCounts> {
  const [row] = await sql<[ItemCounts]>`
    select count(*) filter (where status <> 'queued')::int as processed,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where ${isLeftOut(sql)})::int as skipped
    from project_items where org_id = ${sql.orgId} and project_id = ${projectId}`;
  return row;
}

/** Counts the files whose outcome follows from this basis. */
export async function countOnBasis(
  sql: TenantTransaction,
  projectId: string,
  basis: string,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from project_items
    where org_id = ${sql.orgId} and project_id = ${projectId} and basis = decode(${basis}, 'hex')`;
  return row.count;
}

/** The path of the first file that has not ended; undefined when all have. */
export async function findCurrentPath(
  sql: TenantTransaction,
  projectId: string,
): Promise<string | undefined> {
  const [row] = await sql<{ path: string }[]>`
    select path from project_items
    where org_id = ${sql.orgId} and project_id = ${projectId} and status = 'queued'
    order by number limit 1`;
  return row?.path;
}

/** Up to `rows` files from this number on, in the order of the archive. */
export async function listItems(
  sql: TenantTransaction,
  projectId: string,
  from: number,
  rows: number,
): Promise<readonly ProjectItem[]> {
  const found = await sql<(Omit<ProjectItem, 'listedElsewhere'> & Pick<CopyColumns, 'elsewhere'>)[]>`
    with page as materialized (
      select number, path, status, platform, validation_id, passed, score, summary, error, elsewhere
      from project_items
      where org_id = ${sql.orgId} and project_id = ${projectId} and number >= ${from}
      order by number limit ${rows}
    )
    select page.*, run.would_block_count
    from page left join lateral (
      select would_block_count from validations where org_id = ${sql.orgId} and id = page.validation_id limit 1
    ) as run on true
    order by number`;
  return found.map(({ elsewhere, ...item }) => {
    if (elsewhere === null) return { ...item, listedElsewhere: [] };
    const { wouldBlockCount, summary } = item;
    return {
      ...item,
      summary: summary && subtractSummary(summary, elsewhere),
      wouldBlockCount: wouldBlockCount && wouldBlockCount - elsewhere.blocking,
      listedElsewhere: elsewhere.listed,
    };
  });
}
