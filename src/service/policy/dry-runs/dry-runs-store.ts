/** Store of dry runs of policy packs. */

import { branchSpellings } from '../../../contract/ci-context.ts';
import { storableArray, storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { type DryRunTotals, NO_TOTALS } from '../../../policy/dry-run/totals.ts';

/** Number of workflows of a dry run, the most recently validated ones. */
const DRY_RUN_WORKFLOWS_MAX = 10_000;

/** Dry runs of an organisation that are stored; the oldest go. */
const DRY_RUNS_STORED_MAX = 100;

/** Runs that are read at once. */
const DRY_RUN_BATCH_MAX = 50;

/** Runs that a dry run looks at: the newest run of each workflow among them. */
export interface DryRunSelection {
  /** Null: any, each judged by its own part of the pack. */
  readonly environment: string | null;
  readonly branch: string | null;
  /** Runs of the last days; null: of any age. */
  readonly days: number | null;
  /** The last runs; null: any number. */
  readonly runs: number | null;
}

/** Error that ended a dry run. */
export interface DryRunError {
  readonly code: string;
  readonly message: string;
}

/** A dry run as stored. */
export interface DryRunRecord {
  readonly id: string;
  readonly versionId: string;
  readonly slug: string;
  readonly version: string;
  readonly selection: DryRunSelection;
  readonly status: 'running' | 'completed' | 'failed';
  /** Number of workflows; null: not looked for yet. */
  readonly total: number | null;
  readonly done: number;
  readonly totals: DryRunTotals;
  readonly error: DryRunError | null;
  readonly requestedByName: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

/** Lets one transaction at a time start a dry run of the organisation. */
export async function lockDryRuns(sql: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('dry runs of ' || ${sql.orgId}, 0))`;
}

/** Counts the dry runs that have not ended. */
export async function countOpenDryRuns(sql: TenantTransaction): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::integer as count from policy_dry_runs where org_id = ${sql.orgId} and status = 'running'`;
  return row.count;
}

/** Stores a new dry run and removes the oldest beyond the limit. */
export async function insertDryRun(
  sql: TenantTransaction,
  {
    id,
    versionId,
    selection,
    requestedByName,
  }: Pick<DryRunRecord, 'id' | 'versionId' | 'selection' | 'requestedByName'>,
): Promise<void> {
  await sql`
    insert into policy_dry_runs (org_id, id, version_id, selection, totals, requested_by_name)
    values (${sql.orgId}, ${id}, ${versionId}, ${storableJson(selection)}::text::jsonb,
            ${storableJson(NO_TOTALS)}::text::jsonb, ${storableText(requestedByName)})`;
  await sql`
    delete from policy_dry_runs
    where org_id = ${sql.orgId} and status <> 'running' and id not in (
      select id from policy_dry_runs where org_id = ${sql.orgId} order by id desc
      limit ${DRY_RUNS_STORED_MAX}
    )`;
}

/** Returns a dry run; undefined when there is none. */
export async function findDryRun(sql: TenantTransaction, id: string): Promise<DryRunRecord | undefined> {
  const [row] = await sql<[DryRunRecord?]>`
    select dry_run.id, version_id, slug, version, selection, status, cardinality(run_ids) as total, done, totals, error,
      requested_by_name, dry_run.created_at, ended_at
    from policy_dry_runs as dry_run
    join policy_pack_versions as published
      on published.org_id = dry_run.org_id and published.id = dry_run.version_id
    where dry_run.org_id = ${sql.orgId} and dry_run.id = ${id}`;
  return row;
}

/** Looks for the newest run of each workflow and stores them as those to do, unless that was done before. */
export async function chooseRuns(
  sql: TenantTransaction,
  id: string,
  { environment, branch, days, runs }: DryRunSelection,
): Promise<void> {
  const ofBranch =
    branch === null ? sql`` : sql`and branch = any(${storableArray(branchSpellings(branch))}::text[])`;
  const ofEnvironment = environment === null ? sql`` : sql`and environment = ${storableText(environment)}`;
  const recent = days === null ? sql`` : sql`and validated_at > now() - make_interval(days => ${days})`;
  const condition = sql`org_id = ${sql.orgId} and validated_at is not null ${ofBranch} ${ofEnvironment} ${recent}`;
  const last =
    runs === null
      ? sql``
      : sql`and (validated_at, id) >= (
          select validated_at, id from (
            select validated_at, id from validations where ${condition} order by validated_at desc, id desc limit ${runs}
          ) as last order by validated_at, id limit 1)`;
  await sql`
    update policy_dry_runs set run_ids = array(
      select id from (
        select distinct on (run_key, has_path) id, validated_at from validations where ${condition} ${last}
        order by run_key, has_path, validated_at desc, id desc
      ) as newest
      order by validated_at desc, id desc limit ${DRY_RUN_WORKFLOWS_MAX}
    )
    where org_id = ${sql.orgId} and id = ${id} and run_ids is null`;
}

/** Returns the ids of the next runs to do. */
export async function nextRunIds(
  sql: TenantTransaction,
  id: string,
  done: number,
): Promise<readonly string[]> {
  const [row] = await sql<[{ ids: string[] }?]>`
    select to_jsonb(run_ids[${done + 1}::integer:${done + DRY_RUN_BATCH_MAX}::integer]) as ids
    from policy_dry_runs where org_id = ${sql.orgId} and id = ${id}`;
  return row?.ids ?? [];
}

/** Stores the totals after the runs up to `to`, unless another core was faster. */
export async function advanceDryRun(
  sql: TenantTransaction,
  id: string,
  { from, to, totals }: { readonly from: number; readonly to: number; readonly totals: DryRunTotals },
): Promise<void> {
  await sql`
    update policy_dry_runs set done = ${to}, totals = ${storableJson(totals)}::text::jsonb
    where org_id = ${sql.orgId} and id = ${id} and status = 'running' and done = ${from}`;
}

/** Ends a dry run; one that has ended stays as it is. */
export async function endDryRun(
  sql: TenantTransaction,
  id: string,
  error: DryRunError | null,
): Promise<void> {
  await sql`
    update policy_dry_runs set
      status = ${error === null ? 'completed' : 'failed'}, error = ${storableJson(error)}::text::jsonb, ended_at = now()
    where org_id = ${sql.orgId} and id = ${id} and status = 'running'`;
}
