/** Files that the run before of a project has results of, and this one has not. */
import type { DiffChange } from '../model/diff.ts';
import type { Transaction } from './transaction.ts';

/** Their findings: of files that are gone, and of files that are there and could not be validated. */
export interface LeftFindings {
  readonly gone: number;
  readonly unread: number;
}

/** How many findings the run before had in files without a result now. */
export async function countLeftFindings(
  sql: Transaction,
  orgId: string,
  projectId: string,
  previousId: string,
): Promise<LeftFindings> {
  const [row] = await sql<[LeftFindings]>`
    select
      coalesce(sum((before.summary ->> 'total')::bigint) filter (where item.number is null), 0)::float8 as gone,
      coalesce(sum((before.summary ->> 'total')::bigint) filter (where item.number is not null), 0)::float8 as unread
    ${leftFiles(sql, orgId, projectId, previousId)}`;
  return row;
}

/** The first `rows` findings of files that are gone, as what has been resolved. */
export async function listGoneFindings(
  sql: Transaction,
  orgId: string,
  projectId: string,
  previousId: string,
  rows: number,
): Promise<readonly DiffChange[]> {
  const found = await sql<
    {
      path: string;
      ruleId: string;
      names: readonly string[];
      severity: NonNullable<DiffChange['previousSeverity']>;
    }[]
  >`
    select before.path, finding ->> 'ruleId' as rule_id, finding -> 'location' -> 'names' as names,
      finding ->> 'severity' as severity
    from (select before.path, before.validation_id, before.number
          ${leftFiles(sql, orgId, projectId, previousId)} and item.number is null) as before
    join validations on validations.org_id = ${orgId} and validations.id = before.validation_id,
    jsonb_array_elements(validations.findings) as finding
    order by before.number limit ${rows}`;
  return found.map(({ path, ruleId, names, severity }) => ({
    ruleId,
    status: 'resolved',
    location: names.join(' › '),
    fileName: path,
    currentSeverity: null,
    previousSeverity: severity,
  }));
}

function leftFiles(sql: Transaction, orgId: string, projectId: string, previousId: string) {
  return sql`
    from project_items as before
    left join project_items as item
      on item.org_id = before.org_id and item.project_id = ${projectId} and item.path = before.path
    where before.org_id = ${orgId} and before.project_id = ${previousId} and before.status = 'completed'
      and item.status is distinct from 'completed'`;
}
