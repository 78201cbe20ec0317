/** Findings in files of a project that an earlier run of it lacks. */
import { SEVERITIES, type Severity } from '../../../analysis/model/rule.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';

/**
 * Counts the findings in files that an earlier run lacks, by severity. Findings match by path and strong or medium
 * fingerprint, unless they were milder; those that an exception waives do not count, those beyond the ends of lists may all be new. Without an earlier run all are
 * new.
 */
export async function countNewInFiles(
  sql: TenantTransaction,
  projectId: string,
  earlierId: string | null,
): Promise<Readonly<Record<Severity, number>>> {
  const rank = sql`array_position(${storableArray(SEVERITIES)}::text[], finding ->> 'severity')`;
  const isKnown = (fingerprint: string) => sql`
    (path, finding -> 'fingerprints' ->> ${fingerprint}::text, ${rank}) in (
      select path, finding -> 'fingerprints' ->> ${fingerprint}::text, generate_series(${rank}, ${SEVERITIES.length}::integer)
      ${findingsOf(sql, earlierId)})`;
  const [row] = await sql<[Record<Severity, number>]>`
    with listed as (
      select finding ->> 'severity' as severity, finding ->> 'exceptionStatus' = 'approved' and finding ->> 'exceptionId' is not null as is_waived,
        coalesce(${isKnown('strong')} or ${isKnown('medium')}, false) as is_known
      ${findingsOf(sql, projectId)}
    ), total as (
      select coalesce(sum(critical_count), 0) as critical, coalesce(sum(high_count), 0) as high,
        coalesce(sum(medium_count), 0) as medium, coalesce(sum(low_count), 0) as low
      from project_items as item
      join validations on validations.org_id = item.org_id and validations.id = item.validation_id
      where item.org_id = ${sql.orgId} and item.project_id = ${projectId}
    )
    select ${countOf(sql, 'critical')}, ${countOf(sql, 'high')}, ${countOf(sql, 'medium')}, ${countOf(sql, 'low')}`;
  return row;
}

function countOf(sql: TenantTransaction, severity: Severity) {
  const ofSeverity = sql`from listed where severity = ${severity}::text`;
  return sql`(
    (select count(*) ${ofSeverity} and not is_waived and not is_known)
    + greatest(0, (select ${sql(severity)} from total) - (select count(*) ${ofSeverity}))
  )::float8 as ${sql(severity)}`;
}

function findingsOf(sql: TenantTransaction, projectId: string | null) {
  return sql`
    from project_items as item
    join validations on validations.org_id = item.org_id and validations.id = item.validation_id,
    jsonb_array_elements(validations.findings) as finding
    where item.org_id = ${sql.orgId} and item.project_id = ${projectId}::uuid`;
}
