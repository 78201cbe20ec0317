/** Queries of the workflows of an organisation, and of the runs of one. */
import type { Platform } from '../../../analysis/model/platform.ts';
import type { Summary } from '../../../analysis/model/report.ts';
import type { Criticality, DataClass, WorkflowOrder } from '../../../contract/lists/estate.ts';
import { storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';
import { LISTED_DIFF } from '../bodies/small-row.ts';
import { type OwnerFilters, ownerConditions } from './owner-conditions.ts';
import { type ListPage, type Paging, readListPosition, toListPage, UUID_FORM } from './paging.ts';
import { sourceCondition } from './source-condition.ts';

/** Filters of the list; null does not filter. */
export interface WorkflowFilters extends OwnerFilters {
  readonly platform: Platform | null;
  readonly repository: string | null;
  /** Part of the path, in any case. */
  readonly text: string | null;
  /** Inclusive. */
  readonly scoreMin: number | null;
  /** Inclusive. */
  readonly scoreMax: number | null;
  readonly wouldBlock: boolean | null;
  /** Source that it was pulled from: a UUID. */
  readonly sourceId: string | null;
}

/** A workflow file as the run that it shows saw it. */
export interface EstateWorkflow {
  readonly id: string;
  readonly filename: string;
  readonly platform: Platform;
  readonly kind: string | null;
  readonly repository: string | null;
  readonly branch: string | null;
  readonly environment: string | null;
  readonly source: string | null;
  readonly validationId: string;
  readonly validatedAt: Date;
  readonly passed: boolean;
  readonly wouldBlockCount: number;
  readonly score: number;
  /** Those of the last runs, the oldest first. */
  readonly scores: readonly number[];
  readonly summary: Summary;
  readonly firstSeenAt: Date;
  /** Null: no team owns it. */
  readonly ownerTeamId: string | null;
  readonly ownerTeam: string | null;
  /** True: the owner was set by hand. */
  readonly hasSetOwner: boolean;
  readonly criticality: Criticality | null;
  readonly dataClass: DataClass | null;
}

/** A run of a workflow. */
export interface WorkflowRun {
  readonly id: string;
  readonly score: number;
  readonly scoreDelta: number | null;
  readonly passed: boolean;
  readonly wouldBlockCount: number;
  readonly summary: Summary;
  readonly newFindings: number;
  readonly resolvedFindings: number;
  readonly validatedAt: Date;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly label: string | null;
  readonly ownerName: string | null;
}

/** Lists one page of the workflows. */
export async function listWorkflows(
  sql: TenantTransaction,
  filters: WorkflowFilters,
  order: WorkflowOrder,
  paging: Paging,
): Promise<ListPage<EstateWorkflow>> {
  const { after, by } = order === 'score' ? byScore(sql, paging) : byTime(sql, paging);
  const rows = await sql<EstateWorkflow[]>`
    select ${columns(sql)} from workflows
    where org_id = ${sql.orgId} ${conditions(sql, filters)} ${after}
    order by ${by}
    limit ${paging.pageSize + 1}`;
  return toListPage(rows, paging.pageSize, ({ id, score, validationId }) =>
    order === 'score' ? [score, id] : [validationId],
  );
}

/** Counts the workflows of a list, up to one more than `countedMax`. */
export async function countWorkflows(
  sql: TenantTransaction,
  filters: WorkflowFilters,
  countedMax: number,
): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from (
      select from workflows where org_id = ${sql.orgId} ${conditions(sql, filters)} limit ${countedMax + 1}
    ) as counted`;
  return row.count;
}

/** Finds a workflow; undefined when the organisation has none with this id. `forUpdate` makes runs of it wait. */
export async function findWorkflow(
  sql: TenantTransaction,
  id: string,
  forUpdate = false,
): Promise<EstateWorkflow | undefined> {
  const [row] = await sql<[EstateWorkflow?]>`
    select ${columns(sql)} from workflows
    where org_id = ${sql.orgId} and id = ${id} ${forUpdate ? sql`for update` : sql``}`;
  return row;
}

/** Deletes a workflow with its findings. It must be locked. */
export async function deleteWorkflow(sql: TenantTransaction, id: string): Promise<void> {
  await sql`
    with findings as (delete from open_findings where org_id = ${sql.orgId} and workflow_id = ${id})
    delete from workflows where org_id = ${sql.orgId} and id = ${id}`;
}

/** Lists one page of the runs of a workflow on the branch that it shows, the newest first. */
export async function listRuns(
  sql: TenantTransaction,
  { validationId }: Pick<EstateWorkflow, 'validationId'>,
  { cursor, pageSize }: Paging,
): Promise<ListPage<WorkflowRun>> {
  const after = readListPosition(cursor, TIMED);
  const rows = await sql<WorkflowRun[]>`
    select id, score, ${sql.unsafe(LISTED_DIFF.scoreDelta)} as score_delta, passed, would_block_count, ${summary(sql)},
      ${sql.unsafe(LISTED_DIFF.newFindings)} as new_findings, ${sql.unsafe(LISTED_DIFF.resolvedFindings)} as resolved_findings,
      validated_at, branch, pipeline ->> 'commit' as commit, label, owner_name
    from validations
    where org_id = ${sql.orgId} and has_path and validated_at is not null
      and run_key = (
        select run_key from validations where org_id = ${sql.orgId} and id = ${validationId} and status = 'completed'
      )
      ${
        after === undefined
          ? sql``
          : sql`and (validated_at, id) < (${new Date(Number(after.time))}, ${after.id!}::uuid)`
      }
    order by validated_at desc, id desc
    limit ${pageSize + 1}`;
  return toListPage(rows, pageSize, ({ id, validatedAt }) => [validatedAt.getTime(), id]);
}

const TIMED = new RegExp(`^(?<time>\\d{1,13})/(?<id>${UUID_FORM})$`);
const SCORED = new RegExp(`^(?<score>\\d{1,3})/(?<id>${UUID_FORM})$`);
const OF_RUN = new RegExp(`^(?<run>${UUID_FORM})$`);

function byScore(sql: Transaction, { cursor }: Paging) {
  const after = readListPosition(cursor, SCORED);
  return {
    after:
      after === undefined ? sql`` : sql`and (score, id) > (${after.score!}::integer, ${after.id!}::uuid)`,
    by: sql`score, id`,
  };
}

function byTime(sql: Transaction, { cursor }: Paging) {
  const after = readListPosition(cursor, OF_RUN);
  return {
    after: after === undefined ? sql`` : sql`and validation_id < ${after.run!}::uuid`,
    by: sql`validation_id desc`,
  };
}

function conditions(sql: TenantTransaction, filters: WorkflowFilters): Fragment {
  const { platform, repository, text, scoreMin, scoreMax, wouldBlock, sourceId } = filters;
  return sql`
    ${platform === null ? sql`` : sql`and platform = ${platform}`}
    ${repository === null ? sql`` : sql`and repository = ${storableText(repository)}`}
    ${text === null ? sql`` : sql`and position(lower(${storableText(text)}::text) in lower(filename)) > 0`}
    ${scoreMin === null ? sql`` : sql`and score >= ${scoreMin}`}
    ${scoreMax === null ? sql`` : sql`and score <= ${scoreMax}`}
    ${wouldBlock === null ? sql`` : sql`and (would_block_count > 0) = ${wouldBlock}`}
    ${sourceCondition(sql, sourceId)}
    ${ownerConditions(sql, filters)}`;
}

function columns(sql: Transaction): Fragment {
  return sql`
    id, filename, platform, kind, repository, branch, environment, source, validation_id, validated_at, passed,
    would_block_count, score, to_json(scores) as scores, ${summary(sql)}, first_seen_at, owner_team_id,
    (select name from teams where teams.org_id = workflows.org_id and teams.id = owner_team_id) as owner_team, has_set_owner,
    criticality, data_class`;
}

function summary(sql: Transaction): Fragment {
  return sql`
    json_build_object('critical', critical_count, 'high', high_count, 'medium', medium_count, 'low', low_count,
                      'total', total_count) as summary`;
}
