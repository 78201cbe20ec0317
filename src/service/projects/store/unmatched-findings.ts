/** Files that one run of a project has results of, and the other that it is compared with has not. */
import type { DiffChange } from '../../../analysis/model/diff.ts';
import type { Severity } from '../../../analysis/model/rule.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { movedFindings } from '../../results/bodies/read-bodies.ts';
import { isCounted } from './copies-in-diff.ts';

/** Their findings: of files that are gone, and of files that are there and could not be validated. */
export interface LeftFindings {
  readonly gone: number;
  readonly unread: number;
}

/** Counts the findings of the previous run in files without a result now. */
export async function countLeftFindings(
  sql: TenantTransaction,
  projectId: string,
  previousId: string,
): Promise<LeftFindings> {
  const [row] = await sql<[LeftFindings]>`
    select coalesce(sum(findings) filter (where not is_there), 0)::float8 as gone,
      coalesce(sum(findings) filter (where is_there), 0)::float8 as unread
    from (${filesOfOne(sql, previousId, projectId)}) as file`;
  return row;
}

/** Findings in files without a result in the run before. */
export interface AddedFindings {
  readonly count: number;
  /** One of them is critical or high. */
  readonly hasBlocking: boolean;
}

/** Counts the findings of this run in files without a result before. */
export async function countAddedFindings(
  sql: TenantTransaction,
  projectId: string,
  previousId: string,
): Promise<AddedFindings> {
  const [row] = await sql<[AddedFindings]>`
    select coalesce(sum(findings), 0)::float8 as count, coalesce(sum(blocking), 0) > 0 as has_blocking
    from (${filesOfOne(sql, projectId, previousId)}) as file`;
  return row;
}

/** Extent of a list. */
interface Listing {
  readonly uncounted: readonly string[];
  readonly rows: number;
}

/** The first `rows` findings of files that are gone but `uncounted` copies, as what has been resolved. */
export async function listGoneFindings(
  sql: TenantTransaction,
  projectId: string,
  previousId: string,
  listing: Listing,
): Promise<readonly DiffChange[]> {
  const left = filesOfOne(sql, previousId, projectId);
  const found = await listFindings(sql, sql`select * from (${left}) as file where not is_there`, listing);
  return found.map(({ severity, ...finding }) => ({
    ...finding,
    status: 'resolved',
    currentSeverity: null,
    previousSeverity: severity,
  }));
}

/** The first `rows` findings of files without a result before but `uncounted` copies, as what is new. */
export async function listAddedFindings(
  sql: TenantTransaction,
  projectId: string,
  previousId: string,
  listing: Listing,
): Promise<readonly DiffChange[]> {
  const found = await listFindings(sql, filesOfOne(sql, projectId, previousId), listing);
  return found.map(({ severity, ...finding }) => ({
    ...finding,
    status: 'new',
    currentSeverity: severity,
    previousSeverity: null,
  }));
}

type FileFinding = Required<Pick<DiffChange, 'ruleId' | 'location' | 'fileName'>> & {
  readonly severity: Severity;
};

async function listFindings(
  sql: TenantTransaction,
  files: Fragment,
  { uncounted, rows }: Listing,
): Promise<readonly FileFinding[]> {
  const { moved } = await movedFindings(
    sql,
    sql`
      select validation_id from (
        select validation_id, sum(findings) over (order by number) - findings as before from (${files}) as file
        where findings > 0
      ) as file where before < ${rows}`,
  );
  const found = await sql<{ path: string; ruleId: string; names: readonly string[]; severity: Severity }[]>`
    select file.path, finding ->> 'ruleId' as rule_id, finding -> 'location' -> 'names' as names,
      finding ->> 'severity' as severity
    from (${files}) as file
    join validations on validations.org_id = ${sql.orgId} and validations.id = file.validation_id
    left join ${moved} as moved (id, findings) on moved.id = file.validation_id,
    jsonb_array_elements(coalesce(moved.findings, validations.findings)) as finding
    where ${isCounted(sql, sql`file.number`, sql`finding ->> 'id'`, uncounted)}
    order by file.number limit ${rows}`;
  return found.map(({ path, ruleId, names, severity }) => ({
    ruleId,
    location: names.join(' › '),
    fileName: path,
    severity,
  }));
}

/**
 * Those that run `one` has results of and `other` has not. Sorted out by path in one pass: a join could compare all with
 * all, as long as Postgres knows nothing of rows this young.
 */
function filesOfOne(sql: TenantTransaction, one: string, other: string): Fragment {
  const ofOne = sql`filter (where project_id = ${one})`;
  const total = (name: string) => sql`(summary ->> ${name}::text)::bigint`;
  return sql`
    select path, max(number) ${ofOne} as number, (array_agg(validation_id) ${ofOne})[1] as validation_id,
      sum(${total('total')}) ${ofOne} as findings, sum(${total('critical')} + ${total('high')}) ${ofOne} as blocking,
      bool_or(project_id = ${other}) as is_there
    from project_items
    where org_id = ${sql.orgId} and project_id in (${one}, ${other})
    group by path
    having bool_or(project_id = ${one} and status = 'completed')
      and not bool_or(project_id = ${other} and status = 'completed')`;
}
