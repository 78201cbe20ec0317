/** Store of the backlog of each day, as the job counts it. */
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import { statusOfNow } from '../estate/finding-exceptions-store.ts';
import { BACKLOG_LIMITS } from './limits.ts';

/** Lists the organisations that have an estate, or had one today. */
export async function listOrganisationsWithWorkflows(sql: Transaction): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from organisations
    where exists (select from workflows where org_id = organisations.id)
      or exists (select from backlog_days where org_id = organisations.id and day = (now() at time zone 'utc')::date)`;
  return rows.map(({ id }) => id);
}

/**
 * Counts the open findings of an organisation in place of what this day had: by repository, owner, severity and age. Repositories
 * beyond the limit count without their name.
 */
export async function replaceBacklogOfToday(sql: TenantTransaction): Promise<void> {
  // Two jobs of one day wait for each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('backlog of ' || ${sql.orgId}, 0))`;
  await sql`delete from backlog_days where org_id = ${sql.orgId} and day = (now() at time zone 'utc')::date`;
  await sql`
    with counted as materialized (
      select workflows.repository, workflows.owner_team_id, open_findings.severity, case
          when since > now() - interval '7 days' then 0 when since > now() - interval '30 days' then 1
          when since > now() - interval '90 days' then 2 else 3
        end as age, count(*)::int as open_count
      from open_findings join workflows on workflows.org_id = ${sql.orgId} and workflows.id = open_findings.workflow_id
      where open_findings.org_id = ${sql.orgId} and ${statusOfNow(sql)} <> 'approved'
      group by 1, 2, 3, 4
    ), named as (
      select repository from counted where repository is not null
      group by repository order by sum(open_count) desc, repository limit ${BACKLOG_LIMITS.repositoriesMax}
    ), grouped as (
      select named.repository, owner_team_id, severity, age, sum(open_count)::int as open_count
      from counted left join named on named.repository = counted.repository
      group by 1, 2, 3, 4
    )
    insert into backlog_days (org_id, day, number, repository, owner_team_id, severity, age, open_count)
    select ${sql.orgId}::uuid, (now() at time zone 'utc')::date, row_number() over (), repository, owner_team_id, severity, age, open_count
    from grouped
    union all select ${sql.orgId}::uuid, (now() at time zone 'utc')::date, 0, null, null, 1, 0, 0`;
}

/** Deletes up to `rows` rows of days before a moment. Returns how many. */
export async function deleteBacklogBefore(sql: Transaction, moment: Date, rows: number): Promise<number> {
  const result = await sql`
    delete from backlog_days where (tableoid, ctid) in (
      select old.tableoid, old.ctid from organisations cross join lateral (
        select tableoid, ctid from backlog_days
        where org_id = organisations.id and day < (${moment}::timestamptz at time zone 'utc')::date limit ${rows}
      ) as old limit ${rows})`;
  return result.count;
}

/** Deletes up to `rows` rows about findings that were fixed before a moment. Returns how many. */
export async function deleteFixedBefore(sql: Transaction, moment: Date, rows: number): Promise<number> {
  const result = await sql`
    delete from fixed_findings where (tableoid, ctid) in (
      select old.tableoid, old.ctid from organisations cross join lateral (
        select tableoid, ctid from fixed_findings
        where org_id = organisations.id and fixed_at < ${moment} limit ${rows}
      ) as old limit ${rows})`;
  return result.count;
}

/** Deletes up to `rows` rows of days past the retention of their organisation. Returns how many. */
export async function deleteBacklogPastOwnRetention(
  sql: Transaction,
  now: Date,
  rows: number,
): Promise<number> {
  const end = sql`(${now}::timestamptz - retention_days * interval '24 hours')`;
  const days = await sql`
    delete from backlog_days where (tableoid, ctid) in (
      select old.tableoid, old.ctid from organisation_settings
      join backlog_days as old on old.org_id = organisation_settings.org_id and old.day < (${end} at time zone 'utc')::date
      where retention_days is not null limit ${rows})`;
  const fixed = await sql`
    delete from fixed_findings where (tableoid, ctid) in (
      select old.tableoid, old.ctid from organisation_settings
      join fixed_findings as old on old.org_id = organisation_settings.org_id and old.fixed_at < ${end}
      where retention_days is not null limit ${rows})`;
  return days.count + fixed.count;
}
