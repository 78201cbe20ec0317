/** Projects: their row from the submission to the end. */

import type { Diff } from '../../../analysis/model/diff.ts';
import { originOf } from '../../../contract/ci-context.ts';
import { RUN_TAGS } from '../../../contract/runs/run-tags.ts';
import { storableArray, storableJson, storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import { newestPredecessor, runKey } from '../../validations/predecessors-store.ts';
import { isLeftOut } from './project-items.ts';
import type {
  NewProject,
  ProjectOrigin,
  ProjectRecord,
  ProjectResult,
  StoredError,
} from './project-record.ts';

/** Project validations of an organisation that may run at once. */
const PROJECTS_RUNNING_MAX = 2;

/** Makes others who submit, or complete, a project of the organisation wait. */
export async function lockProjects(sql: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('projects of ' || ${sql.orgId}, 0))`;
}

/** Counts the submitted projects of the organisation that wait until others have ended. */
export async function countQueuedProjects(sql: TenantTransaction): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from projects where org_id = ${sql.orgId} and status = 'queued' and pull_id is null`;
  return row?.count ?? 0;
}

/** Counts the pulled projects of the organisation that have not ended. */
export async function countPulledProjects(sql: TenantTransaction): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from projects
    where org_id = ${sql.orgId} and status in ('queued', 'running') and pull_id is not null`;
  return row?.count ?? 0;
}

/** Inserts a submitted project. */
export async function insertProject(sql: Transaction, made: NewProject): Promise<void> {
  await sql`
    insert into projects (
      org_id, id, status, run_key, filename, ${sql(RUN_TAGS)}, repository, branch, pipeline, enforcement_mode, ruleset, fail_on, policy_pack_id,
      policy_pack_slug, environment, include_vendor, include_logic_apps, block_unanalysed, blob_id, content_bytes, content_sha256, file_count, owner_id, owner_name,
      source_id, pull_id
    ) values (
      ${made.orgId}, ${made.id}, 'queued', ${runKey(sql, archiveOf(made), made.branch)}, ${storableText(made.filename)},
      ${RUN_TAGS.map((tag) => sql`${storableText(made[tag])},`)} ${storableText(made.pipeline.repository)}, ${storableText(made.branch)},
      ${storableJson(made.pipeline)}::text::jsonb, ${made.enforcementMode}, ${made.ruleset}, ${made.failOn}, ${made.policyPackId},
      ${storableText(made.policyPackSlug)}, ${storableText(made.environment)}, ${made.includeVendor}, ${made.includeLogicApps},
      ${made.blockUnanalysed}, ${made.blobId}, ${made.contentBytes},
      decode(${made.contentSha256}, 'hex'), ${made.fileCount}, ${storableText(made.ownerId)}, ${storableText(made.ownerName)},
      ${made.pulled?.sourceId ?? null}, ${made.pulled?.pullId ?? null}
    )`;
}

/**
 * Begins the projects that have waited longest, as far as there is room, and returns them. Pulled ones stand behind those that
 * a pipeline waits for, and one at most runs. `lockProjects` first.
 */
export async function beginProjects(sql: TenantTransaction): Promise<readonly ProjectOrigin[]> {
  return sql<ProjectOrigin[]>`
    update projects set status = 'running', started_at = clock_timestamp()
    where org_id = ${sql.orgId} and id in (
      select id from (
        select id, pull_id, row_number() over (partition by pull_id is not null order by id) as turn
        from projects where org_id = ${sql.orgId} and status = 'queued'
      ) as waiting
      where pull_id is null or turn = 1 and not exists (
        select from projects where org_id = ${sql.orgId} and status = 'running' and pull_id is not null
      )
      order by pull_id is not null, id
      limit greatest(0, ${PROJECTS_RUNNING_MAX} - (
        select count(*) from projects where org_id = ${sql.orgId} and status = 'running'
      ))
    )
    returning org_id, id as project_id, request_id, traceparent`;
}

/** The project with this id, or undefined. `forUpdate` makes others wait who change it. */
export async function findProject(
  sql: TenantTransaction,
  id: string,
  forUpdate = false,
): Promise<ProjectRecord | undefined> {
  const [row] = await sql<[ProjectRow?]>`
    select ${columns(sql)} from projects where org_id = ${sql.orgId} and id = ${id} ${forUpdate ? sql`for update` : sql``}`;
  return row ? toRecord(row) : undefined;
}

/** The statuses of these projects of the organisation, as far as there are any. */
export async function listProjectStatuses(
  sql: TenantTransaction,
  ids: readonly string[],
): Promise<readonly Pick<ProjectRecord, 'id' | 'status'>[]> {
  return sql<Pick<ProjectRecord, 'id' | 'status'>[]>`
    select id, status from projects where org_id = ${sql.orgId} and id = any(${storableArray(ids)}::text[]::uuid[])`;
}

function archiveOf({ filename, pipeline }: Pick<NewProject, 'filename' | 'pipeline'>) {
  return { kind: 'project', scope: originOf(pipeline), name: filename } as const;
}

/** Project that is compared with earlier runs of its archive. */
type Repeated = Pick<ProjectRecord, 'filename' | 'pipeline' | 'branch'>;

/** The newest completed run of the same archive on the same branch, else on one of the default branches. */
export async function findPreviousProject(
  sql: TenantTransaction,
  project: Repeated,
  defaultBranches: readonly string[],
): Promise<string | undefined> {
  return findRun(sql, project, defaultBranches, sql``);
}

/**
 * The newest such run that passed in the same environment: elsewhere a gate may hold that lets more pass.
 */
export async function findPassedProject(
  sql: TenantTransaction,
  project: Repeated & Pick<ProjectRecord, 'environment'>,
  defaultBranches: readonly string[],
): Promise<string | undefined> {
  const condition = sql`and passed and environment is not distinct from ${storableText(project.environment)}::text`;
  return findRun(sql, project, defaultBranches, condition);
}

async function findRun(
  sql: TenantTransaction,
  project: Repeated,
  defaultBranches: readonly string[],
  condition: Fragment,
): Promise<string | undefined> {
  const newest = (branches: readonly (string | null)[]) =>
    newestPredecessor(
      sql,
      archiveOf(project),
      branches,
      (key) => sql`
        select id, completed_at as at from projects
        where org_id = ${sql.orgId} and run_key = ${key} and status = 'completed' ${condition}
        order by completed_at desc, id desc
        limit 1`,
    );
  const [row] = await sql<{ id: string | null }[]>`
    select coalesce(${newest([project.branch])}, ${newest(defaultBranches)}) as id`;
  return row?.id ?? undefined;
}

/** Notes which run a project is compared with. */
export async function setPreviousProject(
  sql: TenantTransaction,
  id: string,
  previousId: string | undefined,
): Promise<void> {
  await sql`update projects set previous_id = ${previousId ?? null} where org_id = ${sql.orgId} and id = ${id}`;
}

/** Completes a running project. */
export async function completeProject(
  sql: TenantTransaction,
  id: string,
  result: ProjectResult,
  basis: string,
): Promise<void> {
  const { summary } = result;
  await sql`
    update projects set
      status = 'completed', blob_id = null, completed_at = clock_timestamp(), passed = ${result.passed},
      would_block_count = ${result.wouldBlockCount}, score = ${result.score}, score_version = ${result.scoreVersion}, critical_count = ${summary.critical},
      high_count = ${summary.high}, medium_count = ${summary.medium}, low_count = ${summary.low},
      total_count = ${summary.total}, findings = ${storableJson(result.findings)}::text::jsonb,
      rule_errors = ${storableJson(result.ruleErrors)}::text::jsonb,
      evaluated_rule_ids = ${storableJson(result.evaluatedRuleIds)}::text::jsonb,
      diff = ${storableJson(result.diff)}::text::jsonb, is_regression = ${result.diff.isRegression}, basis = decode(${basis}, 'hex'),
      (failed_count, skipped_count) = (
        select count(*) filter (where status = 'failed'), count(*) filter (where ${isLeftOut(sql)})
        from project_items as item where item.org_id = ${sql.orgId} and item.project_id = ${id}
      )
    where org_id = ${sql.orgId} and id = ${id} and status = 'running'`;
}

/** Ends a project without a result. */
export async function failProject(sql: TenantTransaction, id: string, error: StoredError): Promise<void> {
  await sql`
    update projects set
      status = 'failed', blob_id = null, completed_at = clock_timestamp(), error = ${storableJson(error)}::text::jsonb
    where org_id = ${sql.orgId} and id = ${id} and status in ('queued', 'running')`;
}

type ProjectRow = Omit<ProjectRecord, 'result'> & {
  readonly result:
    | (Omit<ProjectResult, 'diff'> & {
        readonly diff: Omit<Diff, 'previousValidatedAt'> & { readonly previousValidatedAt: string | null };
      })
    | null;
};

/** Times inside JSON are text. */
function toRecord(row: ProjectRow): ProjectRecord {
  if (row.result === null) return { ...row, result: null };
  const { diff } = row.result;
  const time = diff.previousValidatedAt === null ? null : new Date(diff.previousValidatedAt);
  return { ...row, result: { ...row.result, diff: { ...diff, previousValidatedAt: time } } };
}

/** The columns of a `ProjectRecord`, named as its fields after the change to camelCase. */
function columns(sql: Transaction) {
  return sql`
    id, org_id, status, filename, ${sql(RUN_TAGS)}, branch, pipeline, enforcement_mode, ruleset, coalesce(fail_on, 'high') as fail_on, policy_pack_id,
    policy_pack_slug, environment, include_vendor, include_logic_apps, block_unanalysed, blob_id, content_bytes::float8 as content_bytes, encode(content_sha256, 'hex') as content_sha256,
    file_count, owner_id, owner_name, source_id, pull_id, previous_id, encode(basis, 'hex') as basis, error, created_at, started_at, completed_at,
    case when status = 'completed' then jsonb_build_object(
      'passed', passed, 'wouldBlockCount', would_block_count, 'score', score, 'scoreVersion', score_version,
      'summary', jsonb_build_object('critical', critical_count, 'high', high_count, 'medium', medium_count,
                                    'low', low_count, 'total', total_count),
      'findings', findings, 'ruleErrors', rule_errors, 'evaluatedRuleIds', evaluated_rule_ids, 'diff', diff
    ) end as result`;
}
