/** Findings in files of a project that an earlier run of it lacks. */
import { CROSSING_RULE } from '../../../analysis/model/measures/crossing.ts';
import { SEVERITIES, type Severity } from '../../../analysis/model/rule.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { movedFindings } from '../../results/bodies/read-bodies.ts';
import { findingsOfMistake } from '../../results/bodies/same-mistake.ts';

/**
 * Counts the findings in files that an earlier run lacks, by severity. Findings match by path and strong or medium
 * fingerprint, unless they were milder; those that an exception waives do not count, those beyond the ends of lists may all
 * be new. Without an earlier run all are new, and so are those of files whose earlier body is lost. New copies in several
 * files count once.
 */
export async function countNewInFiles(
  sql: TenantTransaction,
  projectId: string,
  earlierId: string | undefined,
): Promise<Readonly<Record<Severity, number>>> {
  const { moved } = await movedFindings(
    sql,
    sql`select validation_id from project_items where org_id = ${sql.orgId} and project_id = ${earlierId ?? null}::uuid`,
  );
  const rankOf = (severity: Fragment) =>
    sql`array_position(${storableArray(SEVERITIES)}::text[], ${severity})`;
  const rank = rankOf(sql`finding ->> 'severity'`);
  const isKnown = (fingerprint: string) => sql`
    (path, finding -> 'fingerprints' ->> ${fingerprint}::text, ${rank}) in (
      select path, finding -> 'fingerprints' ->> ${fingerprint}::text, generate_series(${rank}, ${SEVERITIES.length}::integer)
      ${listedIn(sql, earlierId ?? null, { moved, further: sql`, ${findingsOfMistake(sql)} as finding` })})`;
  const [row] = await sql<[Record<Severity, number>]>`
    with listed as (
      select listed ->> 'severity' as severity, listed ->> 'ruleId' as rule_id, listed ->> 'exceptionStatus' = 'approved' and listed ->> 'exceptionId' is not null as is_waived,
        -- Of several rules that report it, the most severe one decides: another of them may have been there before.
        exists (
          select from ${findingsOfMistake(sql)} as finding
          where finding ->> 'severity' = listed ->> 'severity' and (${isKnown('strong')} or ${isKnown('medium')})
        ) as is_known,
        coalesce(item.copy_keys -> entry.place::text ->> 'key', item.number || ' ' || entry.place) as mistake
      ${listedIn(sql, projectId, { moved: null, further: sql`` })}
    ), fresh as (
      select distinct on (mistake) severity from listed
      where not is_waived and not is_known and rule_id is distinct from ${CROSSING_RULE}
      order by mistake, ${rankOf(sql`severity`)}
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
  const ofSeverity = sql`where severity = ${severity}::text`;
  return sql`(
    (select count(*) from fresh ${ofSeverity})
    + greatest(0, (select ${sql(severity)} from total) - (select count(*) from listed ${ofSeverity}))
  )::float8 as ${sql(severity)}`;
}

/** Writes the listed findings of the files of a run; `further` joins what is read of each. */
function listedIn(
  sql: TenantTransaction,
  projectId: string | null,
  { moved, further }: { readonly moved: Fragment | null; readonly further: Fragment },
) {
  const [join, findings] =
    moved === null
      ? [sql``, sql`validations.findings`]
      : [
          sql`left join ${moved} as moved (id, findings) on moved.id = item.validation_id`,
          sql`coalesce(moved.findings, validations.findings)`,
        ];
  return sql`
    from project_items as item
    join validations on validations.org_id = item.org_id and validations.id = item.validation_id ${join},
    jsonb_array_elements(${findings}) with ordinality as entry(listed, place) ${further}
    where item.org_id = ${sql.orgId} and item.project_id = ${projectId}::uuid`;
}
