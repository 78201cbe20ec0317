/** Results whose bodies move to the bucket, one batch of an organisation at a time. */
import { storableArray } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import { BODY_LIMITS } from './limits.ts';
import type { ResultBody } from './result-body.ts';
import { keepsFeedIndexes, smallDiff, smallPipeline } from './small-row.ts';

/** Result that was looked at; `body` is null when there is nothing to move. */
export interface PackableResult {
  readonly id: string;
  readonly body: ResultBody | null;
}

/**
 * Returns whether programs of the version before may still run: they would read results without findings. They have a day.
 */
export async function mayOldProgramsRun(sql: Transaction): Promise<boolean> {
  const [row] = await sql<[{ isYoung: boolean }]>`
    select applied_at > now() - interval '1 day' as is_young from schema_migrations
    where name like '%packed_results.sql'`;
  return row.isYoung;
}

/** Lists the organisations. */
export async function listOrganisationIds(sql: Transaction): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`select id from organisations order by id`;
  return rows.map(({ id }) => id);
}

/**
 * Lists the next results that were submitted before the moment. All are of one day, so that a pack goes with the results in it.
 * The newest run of a file keeps what lists of the estate are filtered by. A project that has not ended reads the rows of its files.
 */
export async function listPackableResults(
  sql: TenantTransaction,
  before: Date,
): Promise<readonly PackableResult[]> {
  const rows = await sql<(Omit<ResultBody, 'id'> & { id: string; isPackable: boolean })[]>`
    with old as (
      select * from validations
      where org_id = ${sql.orgId} and id < least(uuid_v7_floor(${before}::timestamptz), (
          select id from projects where org_id = ${sql.orgId} and status in ('queued', 'running') order by id limit 1
        )) and id > coalesce(
        (select reached_id from packed_results where org_id = ${sql.orgId}), '00000000-0000-0000-0000-000000000000')
      order by id limit ${BODY_LIMITS.packEntriesMax}
    ), sized as (
      select *, row_number() over (order by id) as place, uuid_v7_day(id) as day,
        sum(pg_column_size(findings) + pg_column_size(diff)) over (order by id) as bytes
      from old
    ), taken as (
      select *, metrics is not null and exists (
        select from validations as newer
        where newer.org_id = ${sql.orgId} and newer.run_key = sized.run_key and newer.has_path = sized.has_path
          and newer.validated_at is not null and (newer.validated_at, newer.id) > (sized.validated_at, sized.id)
      ) as is_surpassed
      from sized
      where (bytes <= ${BODY_LIMITS.packBytesMax} or place = 1) and day = (select day from sized where place = 1)
    )
    select id,
      status = 'completed' and body_id is null
        and (is_surpassed or jsonb_array_length(findings) > 0 or jsonb_array_length(diff -> 'changes') > 0) as is_packable,
      findings::text, (diff -> 'changes')::text as changes, (diff - 'changes')::text as diff,
      case when is_surpassed then coalesce(inventory, 'null')::text else '' end as inventory,
      case when is_surpassed then metrics::text else '' end as metrics,
      case when is_surpassed then coalesce(checked_rules, 'null')::text else '' end as checked_rules,
      case when is_surpassed then jsonb_build_object(
        'artifactKey', artifact_key, 'contentSha256', encode(content_sha256, 'hex'), 'engineVersion', engine_version,
        'kind', kind, 'outlineId', encode(outline_id, 'hex'),
        'rulesetDigest', ruleset_digest, 'scoreVersion', score_version
      )::text else '' end as facts
    from taken order by id`;
  return rows.map(({ id, isPackable, ...body }) => ({ id, body: isPackable ? body : null }));
}

/** Empties the rows of packed results. Those that were deleted meanwhile are left out. Returns how many rows. */
export async function emptyResults(
  sql: TenantTransaction,
  packId: string,
  results: readonly { readonly id: string; readonly body: ResultBody }[],
): Promise<number> {
  const moved = results.map(({ body }) => String(body.metrics !== ''));
  const updated = await sql`
    update validations set body_id = ${packId}, body_bytes = pg_column_size(findings), findings = '[]',
      diff = ${smallDiff(sql)}, pipeline = ${smallPipeline(sql)},
      is_alone = is_alone and ${keepsFeedIndexes(sql)},
      inventory = case when is_moved then null else inventory end, metrics = case when is_moved then null else metrics end,
      checked_rules = case when is_moved then null else checked_rules end,
      artifact_key = case when is_moved then null else artifact_key end,
      content_sha256 = case when is_moved then '' else content_sha256 end,
      engine_version = case when is_moved then null else engine_version end,
      kind = case when is_moved then null else kind end,
      form = case when is_moved then null else form end,
      connections = case when is_moved then null else connections end,
      part_forms = case when is_moved then null else part_forms end,
      outline_id = case when is_moved then null else outline_id end,
      ruleset_digest = case when is_moved then null else ruleset_digest end,
      score_version = case when is_moved then '' else score_version end
    from unnest(
      ${storableArray(results.map(({ id }) => id))}::text[]::uuid[], ${storableArray(moved)}::text[]::boolean[]
    ) as packed (packed_id, is_moved)
    where org_id = ${sql.orgId} and id = packed_id and status = 'completed' and body_id is null`;
  return updated.count;
}

/** Records how far the results of the organisation have been looked at, and what was moved. */
export async function recordPacking(
  sql: TenantTransaction,
  reachedId: string,
  { results, bytes }: { readonly results: number; readonly bytes: number },
): Promise<void> {
  await sql`
    insert into packed_results as known (org_id, reached_id, results, bytes)
    values (${sql.orgId}, ${reachedId}, ${results}, ${bytes})
    on conflict (org_id) do update set
      reached_id = greatest(known.reached_id, excluded.reached_id), results = known.results + excluded.results,
      bytes = known.bytes + excluded.bytes`;
}

/** Counts an attempt that failed. */
export async function recordPackFailure(sql: TenantTransaction): Promise<void> {
  await sql`
    insert into packed_results as known (org_id, reached_id, failures)
    values (${sql.orgId}, '00000000-0000-0000-0000-000000000000', 1)
    on conflict (org_id) do update set failures = known.failures + 1`;
}

/** Returns the seconds between the oldest result that waits for its move and the moment; 0: none of before it waits. */
export async function readPackingLag(sql: Transaction, before: Date): Promise<number> {
  const [row] = await sql<[{ seconds: number }]>`
    select coalesce(extract(epoch from ${before}::timestamptz) - min(oldest.ms) / 1000.0, 0)::float8 as seconds
    from organisations
    left join packed_results on packed_results.org_id = organisations.id
    cross join lateral (
      -- UUIDv7 begin with their time in milliseconds.
      select ('x' || lpad(substr(replace(id::text, '-', ''), 1, 12), 16, '0'))::bit(64)::bigint as ms
      from validations
      where org_id = organisations.id and id < uuid_v7_floor(${before}::timestamptz)
        and id > coalesce(reached_id, '00000000-0000-0000-0000-000000000000')
      order by id limit 1
    ) as oldest`;
  return row.seconds;
}

/** Counts of moved results and failed attempts. */
export async function countPackedResults(
  sql: Transaction,
): Promise<{ readonly results: number; readonly bytes: number; readonly failures: number }> {
  const [row] = await sql<[{ results: number; bytes: number; failures: number }]>`
    select coalesce(sum(results), 0)::float8 as results, coalesce(sum(bytes), 0)::float8 as bytes,
      coalesce(sum(failures), 0)::float8 as failures
    from packed_results`;
  return row;
}
