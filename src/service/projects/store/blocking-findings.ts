/** The findings in files that block a project. */
import type { Finding } from '../../../analysis/model/finding.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { movedFindings } from '../../results/bodies/read-bodies.ts';
import { type CopyColumns, countElsewhere, withCopies } from './copies-in-files.ts';

/** Counts the findings in files of a project that block, or would block in the blocking mode; copies count once. */
export async function countBlockingInFiles(sql: TenantTransaction, projectId: string): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select coalesce(sum(validation.would_block_count), 0)::int as count
    ${blockedFiles(sql, projectId)}`;
  return row.count;
}

/**
 * The first `rows` of them, in the order of the archive. Findings are stored most severe first, so those of a file that
 * block are the first ones without an approved exception. A note waives nothing that blocks. Those of a file whose body is
 * lost are left out.
 */
export async function listBlockingInFiles(
  sql: TenantTransaction,
  projectId: string,
  rows: number,
): Promise<readonly { readonly path: string; readonly validationId: string; readonly finding: Finding }[]> {
  const { moved } = await movedFindings(
    sql,
    sql`
      select validation_id from (
        select validation_id, sum(would_block_count) over (order by number) - would_block_count as before
        ${blockedFiles(sql, projectId)}
      ) as file where before < ${rows}`,
  );
  const found = await sql<
    (Pick<CopyColumns, 'copies'> & { path: string; validationId: string; finding: Finding; place: number })[]
  >`
    select item.path, item.validation_id, item.copies, entry.finding, entry.place::integer as place
    ${blockedFiles(sql, projectId)}
    left join ${moved} as moved (id, findings) on moved.id = item.validation_id
    cross join lateral (
      select finding, place from jsonb_array_elements(coalesce(moved.findings, validation.findings)) with ordinality as listed(finding, place)
      where (finding ->> 'exceptionStatus' is distinct from 'approved' or finding ->> 'exceptionId' is null)
        and not coalesce(item.elsewhere -> 'places' @> to_jsonb(place), false)
      order by place limit least(validation.would_block_count, ${rows})
    ) as entry
    order by item.number, entry.place limit ${rows}`;
  return found.map(({ copies, finding, place, ...at }) => ({
    ...at,
    finding: withCopies(finding, copies, place),
  }));
}

/** Looked up one by one: Postgres knows little of rows this young, and would join all with all. */
function blockedFiles(sql: TenantTransaction, projectId: string) {
  return sql`
    from (
      select number, path, validation_id, elsewhere, copies from project_items
      where org_id = ${sql.orgId} and project_id = ${projectId} and status = 'completed'
      order by number
    ) as item
    cross join lateral (
      select would_block_count - ${countElsewhere(sql, 'blocking')} as would_block_count, findings from validations
      where org_id = ${sql.orgId} and id = item.validation_id and would_block_count > ${countElsewhere(sql, 'blocking')} limit 1
    ) as validation`;
}
