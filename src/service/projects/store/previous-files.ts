/** The files of an earlier run of a project, as the comparison with it needs them. */
import type { PreviousRun } from '../../../analysis/model/diff.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { type BodyPlace, withFindings } from '../../results/bodies/read-bodies.ts';

/** Path → number, of all files of a run. */
export async function numbersByPath(
  sql: TenantTransaction,
  projectId: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ path: string; number: number }[]>`
    select path, number from project_items where org_id = ${sql.orgId} and project_id = ${projectId}`;
  return new Map(rows.map(({ path, number }) => [path, number]));
}

/** Lists the number of findings of each file of a run, in the order of the archive. */
export async function listFileSizes(
  sql: TenantTransaction,
  projectId: string,
): Promise<readonly { readonly number: number; readonly findings: number }[]> {
  return sql<{ number: number; findings: number }[]>`
    select number, coalesce((summary ->> 'total')::int, 0) as findings
    from project_items where org_id = ${sql.orgId} and project_id = ${projectId} order by number`;
}

/** Number → the validation of the file in the earlier run, for files that had one. One with lost findings is left out. */
export async function findPreviousFiles(
  sql: TenantTransaction,
  previousId: string,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, PreviousRun>> {
  const rows = await sql<(PreviousRun & BodyPlace & { number: number })[]>`
    select item.number, validations.id, validations.score, validations.validated_at, validations.owner_id, validations.findings,
      validations.body_id
    from project_items as item
    join validations on validations.org_id = item.org_id and validations.id = item.validation_id
    where item.org_id = ${sql.orgId} and item.project_id = ${previousId}
      and item.number = any(${`{${numbers.join(',')}}`}::integer[]) and validations.status = 'completed'`;
  return new Map(
    withFindings(sql, rows).map(({ number, id: _id, bodyId: _bodyId, ...run }) => [number, run]),
  );
}
