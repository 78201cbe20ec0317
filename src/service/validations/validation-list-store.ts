/** The feed of validations: newest first, page by page, without their findings. */

import { PLATFORM_NAMES, type Platform } from '../../analysis/model/platform.ts';
import { branchSpellings } from '../../contract/ci-context.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { FIELD_LIMITS } from '../../gen/contract/field-limits.ts';
import { readCursor, writeCursor } from '../../infra/database/cursor.ts';
import { storableArray, storableText } from '../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import { LISTED_DIFF } from '../results/bodies/small-row.ts';
import { RECORD_FIELDS, readFields } from './validation-columns.ts';
import type { ValidationRecord } from './validation-record.ts';

/** Fields that the feed does not show. */
const DETAIL_FIELDS = ['hasPath', 'findings', 'ruleErrors', 'diff'] as const;
type DetailField = (typeof DETAIL_FIELDS)[number];

const SUMMARY_FIELDS = RECORD_FIELDS.filter((field) => !DETAIL_FIELDS.some((detail) => detail === field));

/** A validation as the feed shows it. */
export type ValidationSummary = Omit<ValidationRecord, DetailField> & {
  /** Change of the score against the previous run; null when there was none. */
  readonly scoreDelta: number | null;
  readonly isRegression: boolean;
  readonly newFindingsCount: number;
};

/** Filters of the feed; an absent member does not filter. */
export interface FeedFilters {
  readonly source?: string;
  readonly platform?: Platform;
  readonly passed?: boolean;
  readonly branch?: string;
  readonly label?: string;
  /** Inclusive. */
  readonly validatedAfter?: Date;
  /** Exclusive. */
  readonly validatedBefore?: Date;
  /** A UUID. */
  readonly projectId?: string;
  /** Source that the file was pulled from: a UUID. */
  readonly sourceId?: string;
  readonly repository?: string;
  readonly filename?: string;
  /** Inclusive. */
  readonly minScore?: number;
  /** Inclusive. */
  readonly maxScore?: number;
}

export interface FeedPage {
  readonly items: readonly ValidationSummary[];
  /** Cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
}

/**
 * Reads one page of the feed. `cursor` is the `nextCursor` of the page before; the size is clamped to its limits.
 *
 * The indexes of the filters have the order of the feed within one value. A filter that passes several values is
 * therefore looked up value by value, and the newest of all are merged: the time does not depend on how many match.
 */
export async function listValidations(
  sql: TenantTransaction,
  filters: FeedFilters = {},
  cursor: string | null = null,
  pageSize: number = CONTRACT_LIMITS.pageSizeDefault,
): Promise<FeedPage> {
  const size = Math.min(Math.max(pageSize, 1), FIELD_LIMITS['ListValidationsRequest.pageSize'].max);
  const after = cursor === null ? null : readCursor(cursor, isUuid);
  const { source, platform, passed, label, validatedAfter, validatedBefore } = filters;
  const { projectId, sourceId, repository, filename, minScore, maxScore } = filters;
  const values = lookedUpValues(sql, filters);
  const rows = await sql<ValidationSummary[]>`
    select ${readFields(sql, SUMMARY_FIELDS)}, ${sql.unsafe(LISTED_DIFF.scoreDelta)} as score_delta,
      ${sql.unsafe(LISTED_DIFF.isRegression)} as is_regression, ${sql.unsafe(LISTED_DIFF.newFindings)} as new_findings_count
    from (
      select found.id as found_id, found.validated_at as found_at
      from ${values.rows} cross join lateral (
        select id, validated_at from validations
        where org_id = ${sql.orgId} and ${hasIndexedFilter(filters) ? sql`validated_at is not null` : sql`status = 'completed'`}
          ${values.condition}
          ${source === undefined ? sql`` : sql`and source = ${storableText(source)}`}
          ${platform === undefined ? sql`` : sql`and platform = ${platform}`}
          ${passed === undefined ? sql`` : sql`and passed = ${passed}`}
          ${label === undefined ? sql`` : sql`and label = ${storableText(label)}`}
          ${validatedAfter === undefined ? sql`` : sql`and validated_at >= ${validatedAfter}`}
          ${validatedBefore === undefined ? sql`` : sql`and validated_at < ${validatedBefore}`}
          ${projectId === undefined ? sql`` : ofProject(sql, projectId)}
          ${sourceId === undefined ? sql`` : ofSource(sql, sourceId)}
          ${repository === undefined ? sql`` : sql`and repository = ${storableText(repository)}`}
          ${filename === undefined ? sql`` : sql`and filename = ${storableText(filename)}`}
          ${minScore === undefined ? sql`` : sql`and score >= ${minScore}`}
          ${maxScore === undefined ? sql`` : sql`and score <= ${maxScore}`}
          ${after === null ? sql`` : sql`and (validated_at, id) < (${after.time}, ${after.id}::uuid)`}
        order by validated_at desc, id desc
        limit ${size + 1}
      ) as found
      order by found_at desc, found_id desc
      limit ${size + 1}
    ) as page
    cross join lateral (select * from validations where org_id = ${sql.orgId} and id = found_id) as validation
    order by found_at desc, found_id desc`;
  const items = rows.slice(0, size);
  const last = items.at(-1);
  const isMore = rows.length > size && last !== undefined;
  return { items, nextCursor: isMore ? writeCursor({ time: last.validatedAt, id: last.id }) : null };
}

/** Returns whether a filter has an index of its own. Those hold validations with a time: the completed ones. */
function hasIndexedFilter({ projectId, validatedAfter, validatedBefore, ...others }: FeedFilters): boolean {
  return projectId === undefined && Object.values(others).some((value) => value !== undefined);
}

/** Writes the values to look up as rows, and the condition of a validation for one of them. */
function lookedUpValues(sql: Transaction, filters: FeedFilters) {
  const {
    branch,
    label,
    source,
    repository,
    filename,
    projectId,
    sourceId,
    platform,
    passed,
    minScore,
    maxScore,
  } = filters;
  if (branch !== undefined) {
    return {
      rows: sql`unnest(${storableArray(branchSpellings(branch))}::text[]) as spelling`,
      condition: sql`and branch = spelling`,
    };
  }
  const isFound = [label, source, repository, filename, projectId, sourceId].some(
    (value) => value !== undefined,
  );
  if (!isFound && (platform !== undefined || passed !== undefined)) {
    const platforms = platform === undefined ? PLATFORM_NAMES : [platform];
    const results = passed === undefined ? '{t,f}' : `{${passed}}`;
    return {
      rows: sql`unnest(${storableArray(platforms)}::text[]) as one_platform
                cross join unnest(${results}::boolean[]) as one_result`,
      condition: sql`and platform = one_platform and passed = one_result`,
    };
  }
  if (!isFound && (minScore !== undefined || maxScore !== undefined)) {
    return {
      rows: sql`generate_series(${minScore ?? 1}::integer, ${maxScore ?? 100}::integer) as one_score`,
      condition: sql`and score = one_score`,
    };
  }
  return { rows: sql`(values (true)) as once`, condition: sql`` };
}

/** The files of a project, found by their keys. They are younger than their project, so older partitions are left out. */
function ofProject(sql: TenantTransaction, projectId: string) {
  return sql`
    and id >= ${projectId}::uuid and id = any(array(
      select validation_id from project_items
      where org_id = ${sql.orgId} and project_id = ${projectId} and validation_id is not null
    ))`;
}

/** The files of a source: only pulls set where they were pulled from. The text `source` of all of them leads to an index. */
function ofSource(sql: TenantTransaction, sourceId: string) {
  return sql`and source = 'tenant' and starts_with(pipeline ->> 'pulledFrom', ${`tenant:${sourceId}/`})`;
}
