/** The list of projects: newest first, page by page, without their files and findings. */

import type { Summary } from '../../../analysis/model/report.ts';
import { branchSpellings } from '../../../contract/ci-context.ts';
import type { ProjectStatus } from '../../../contract/lists/project-status.ts';
import { RUN_TAGS, type RunTags } from '../../../contract/runs/run-tags.ts';
import { readCursor, writeCursor } from '../../../infra/database/cursor.ts';
import { storableArray, storableText } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { isUuid } from '../../../infra/database/uuid-v7.ts';
import type { ProjectRecord } from './project-record.ts';

/** A project as the list shows it. Null until it is completed: `wouldBlockCount`, `score`, `summary`. */
export interface ProjectSummary
  extends RunTags,
    Pick<
      ProjectRecord,
      | 'id'
      | 'status'
      | 'filename'
      | 'pipeline'
      | 'enforcementMode'
      | 'ruleset'
      | 'environment'
      | 'fileCount'
      | 'error'
      | 'ownerName'
      | 'createdAt'
      | 'startedAt'
      | 'completedAt'
    > {
  /** False also when it failed; null until it has ended. */
  readonly passed: boolean | null;
  readonly wouldBlockCount: number | null;
  readonly score: number | null;
  readonly summary: Summary | null;
  readonly scoreDelta: number | null;
  readonly isRegression: boolean | null;
  readonly newFindingsCount: number | null;
  /** Files that have ended. */
  readonly processedCount: number;
  /** Null where they were not counted: the project failed, or was completed by an earlier version. */
  readonly failedCount: number | null;
  readonly skippedCount: number | null;
}

/** Filters of the list; an absent member does not filter. */
export interface ProjectFilters {
  readonly repository?: string;
  readonly branch?: string;
  readonly label?: string;
  readonly source?: string;
  readonly filename?: string;
  /** Source that it was pulled from: a UUID. */
  readonly sourceId?: string;
  readonly status?: ProjectStatus;
  /** False means blocked, with a file that failed, or failed as a whole. */
  readonly passed?: boolean;
  /** Inclusive. */
  readonly queuedAfter?: Date;
  /** Exclusive. */
  readonly queuedBefore?: Date;
}

/** A page of the list. */
export interface ProjectPage {
  readonly items: readonly ProjectSummary[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/** Reads one page. `cursor` is the `nextCursor` of the page before. @throws AppError `invalid_cursor` */
export async function listProjects(
  sql: TenantTransaction,
  filters: ProjectFilters,
  cursor: string | null,
  pageSize: number,
): Promise<ProjectPage> {
  const after = cursor === null ? null : readCursor(cursor, isUuid);
  const { branch, passed, status, queuedAfter, queuedBefore, sourceId } = filters;
  const text = (name: 'repository' | 'label' | 'source' | 'filename') => {
    const value = filters[name];
    return value === undefined ? sql`` : sql`and ${sql(name)} = ${storableText(value)}`;
  };
  const rows = await sql<ProjectSummary[]>`
    select id, status, filename, ${sql(RUN_TAGS)}, pipeline, enforcement_mode, ruleset, environment, file_count, error,
      owner_name, created_at, started_at, completed_at, would_block_count, score,
      (diff ->> 'scoreDelta')::integer as score_delta, (diff ->> 'isRegression')::boolean as is_regression,
      (diff -> 'counts' ->> 'new')::integer as new_findings_count,
      case status when 'queued' then 0 when 'running' then progress.processed else file_count end as processed_count,
      case status when 'running' then progress.failed else failed_count end as failed_count,
      case status when 'running' then progress.skipped else skipped_count end as skipped_count,
      case when status = 'failed' then false else passed end as passed,
      case when status = 'completed' then jsonb_build_object(
        'critical', critical_count, 'high', high_count, 'medium', medium_count, 'low', low_count, 'total', total_count
      ) end as summary
    from projects
    left join lateral (${countItemsOfRunning(sql)}) as progress on true
    where org_id = ${sql.orgId}
      ${text('repository')} ${text('label')} ${text('source')} ${text('filename')}
      ${branch === undefined ? sql`` : sql`and branch = any(${storableArray(branchSpellings(branch))}::text[])`}
      ${sourceId === undefined ? sql`` : sql`and source_id = ${sourceId}::uuid`}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
      ${passed === undefined ? sql`` : passed ? sql`and passed` : sql`and (not passed or status = 'failed')`}
      ${queuedAfter === undefined ? sql`` : sql`and created_at >= ${queuedAfter}`}
      ${queuedBefore === undefined ? sql`` : sql`and created_at < ${queuedBefore}`}
      ${after === null ? sql`` : sql`and id < ${after.id}::uuid`}
    order by id desc
    limit ${pageSize + 1}`;
  const items = rows.slice(0, pageSize);
  const last = items.at(-1);
  const isMore = rows.length > pageSize && last !== undefined;
  return { items, nextCursor: isMore ? writeCursor({ time: last.createdAt, id: last.id }) : null };
}

/** There are few running projects. */
function countItemsOfRunning(sql: TenantTransaction) {
  return sql`
    select count(*) filter (where item.status <> 'queued')::integer as processed,
      count(*) filter (where item.status = 'failed')::integer as failed,
      count(*) filter (where item.status = 'skipped' and item.platform is null)::integer as skipped
    from project_items as item
    where projects.status = 'running' and item.org_id = projects.org_id and item.project_id = projects.id`;
}
