/** Reports of analysed files, stored so that an unchanged file is not analysed again. */
import { storableArray, storableJson } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';

/** Report of a file. Both members are JSON that this store does not read. */
export interface FileReport {
  /** Hexadecimal. */
  readonly key: string;
  /** Null: only the facts are stored, and the next run analyses the file again. */
  readonly outcome: string | null;
  readonly facts: string | null;
}

/** Finds the outcomes with these keys, and marks them as used. */
export async function findOutcomes(
  sql: TenantTransaction,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map();
  const wanted = storableArray(keys.map((key) => `\\x${key}`));
  const rows = await sql<{ key: string; outcome: string }[]>`
    with touched as (${touchedReports(sql, sql`${wanted}::bytea[]`)})
    select encode(key, 'hex') as key, outcome from file_reports
    where org_id = ${sql.orgId} and key = any(${wanted}::bytea[]) and outcome is not null`;
  return new Map(rows.map(({ key, outcome }) => [key, outcome]));
}

/**
 * Writes the statement that marks reports as used. It skips locked rows, as two transactions that need the same reports
 * in another order would wait for each other: the holder of a row marks it at this moment, or deletes it.
 * @param keys an array of `bytea`
 */
export function touchedReports(sql: TenantTransaction, keys: ReturnType<Transaction>) {
  return sql`
    update file_reports set used_at = now()
    where ctid = any(array(
      select ctid from file_reports
      where org_id = ${sql.orgId} and key = any(${keys}) and used_at < now() - interval '1 day'
      for update skip locked
    ))`;
}

/** Stores reports, of two with one key the later one. A report that ran out of time replaces no outcome. */
export async function insertFileReports(
  sql: TenantTransaction,
  reports: readonly FileReport[],
): Promise<void> {
  // In one order everywhere, so that two transactions with the same files do not deadlock.
  const sorted = [...new Map(reports.map((report) => [report.key, report])).values()].sort((a, b) =>
    a.key < b.key ? -1 : 1,
  );
  if (sorted.length === 0) return;
  await sql`
    insert into file_reports (org_id, key, outcome, facts)
    select ${sql.orgId}, decode(key, 'hex'), outcome, facts
    from json_to_recordset(${storableJson(sorted)}::text::json) as report(key text, outcome text, facts text)
    on conflict (org_id, key) do update set
      outcome = coalesce(excluded.outcome, file_reports.outcome), facts = coalesce(excluded.facts, file_reports.facts),
      used_at = now()`;
}

/**
 * Marks up to `rows` reports of newest runs of archives as used. The runs are older than `daysMin`; the next one can reuse
 * their results, whenever it comes. Outcomes go, as the results say the same; facts stay. Returns how many.
 */
export async function preserveReportsOfNewestRuns(
  sql: Transaction,
  now: Date,
  daysMin: number,
  rows: number,
): Promise<number> {
  const idleSince = sql`${now}::timestamptz - ${daysMin}::int * interval '24 hours'`;
  const result = await sql`
    update file_reports set used_at = ${now}, outcome = null
    where (org_id, key) in (
      select report.org_id, report.key
      from projects as newest
      join project_items as item on item.org_id = newest.org_id and item.project_id = newest.id
      join file_reports as report on report.org_id = item.org_id and report.key = item.report_key
      where newest.status = 'completed' and newest.completed_at < ${idleSince} and report.used_at < ${idleSince}
        and not exists (
          select from projects as newer
          where newer.org_id = newest.org_id and newer.run_key = newest.run_key and newer.status = 'completed'
            and (newer.completed_at, newer.id) > (newest.completed_at, newest.id)
        )
      limit ${rows} for update of report skip locked
    )`;
  return result.count;
}

/** Age at which an unused report is deleted: used ones are touched once a day (`touchedReports`). */
const DAYS_MIN = 2;

/**
 * Deletes up to `rows` reports that no run has needed during the retention of their organisation, at most `daysMax`.
 * Returns their number.
 */
export async function deleteForgottenFileReports(
  sql: Transaction,
  now: Date,
  daysMax: number,
  rows: number,
): Promise<number> {
  const result = await sql`
    delete from file_reports
    where (org_id, key) in (
      select file_reports.org_id, key
      from file_reports left join organisation_settings on organisation_settings.org_id = file_reports.org_id
      where used_at < ${now}::timestamptz
        - greatest(${DAYS_MIN}::int, least(coalesce(retention_days, ${daysMax}), ${daysMax})) * interval '24 hours'
      limit ${rows} for update of file_reports skip locked
    )`;
  return result.count;
}
