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
    select coalesce(sum(findings) filter (where not is_there), 0)::float8 as gone,
      coalesce(sum(findings) filter (where is_there), 0)::float8 as unread
    from (${leftFiles(sql, orgId, projectId, previousId)}) as before`;
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
    from (${leftFiles(sql, orgId, projectId, previousId)}) as before
    join validations on validations.org_id = ${orgId} and validations.id = before.validation_id,
    jsonb_array_elements(validations.findings) as finding
    where not before.is_there
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

/** Sorted out by path in one pass: a join could compare all with all, as long as Postgres knows nothing of rows this young. */
function leftFiles(sql: Transaction, orgId: string, projectId: string, previousId: string) {
  const before = sql`filter (where project_id = ${previousId})`;
  return sql`
    select path, max(number) ${before} as number, (array_agg(validation_id) ${before})[1] as validation_id,
      sum((summary ->> 'total')::bigint) ${before} as findings, bool_or(project_id = ${projectId}) as is_there
    from project_items
    where org_id = ${orgId} and project_id in (${projectId}, ${previousId})
    group by path
    having bool_or(project_id = ${previousId} and status = 'completed')
      and not bool_or(project_id = ${projectId} and status = 'completed')`;
}
