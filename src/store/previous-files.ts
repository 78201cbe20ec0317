/** The files of an earlier run of a project, as the comparison with it needs them. */
import type { PreviousRun } from '../model/diff.ts';
import { storableArray } from './text.ts';
import type { Transaction } from './transaction.ts';

/** The earlier validation of a file. */
export type PreviousFile = PreviousRun;

/** Path → its earlier validation, for files that had one. */
export async function findPreviousFiles(
  sql: Transaction,
  orgId: string,
  previousId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, PreviousFile>> {
  const rows = await sql<(PreviousFile & { path: string })[]>`
    select item.path, validations.score, validations.validated_at, validations.findings
    from project_items as item
    join validations on validations.org_id = item.org_id and validations.id = item.validation_id
    where item.org_id = ${orgId} and item.project_id = ${previousId}
      and item.path = any(${storableArray(paths)}::text[]) and validations.status = 'completed'`;
  return new Map(rows.map(({ path, ...run }) => [path, run]));
}
