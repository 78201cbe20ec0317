/** The feed of validations: newest first, page by page, without their findings. */
import { LIMITS } from '../limits.ts';
import { branchSpellings } from '../model/pipeline.ts';
import type { Platform } from '../model/platform.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { storableArray, storableText } from './text.ts';
import type { Transaction } from './transaction.ts';
import { isUuid } from './uuid-v7.ts';
import type { ValidationRecord } from './validation-record.ts';

/** A validation as the feed shows it. */
export type ValidationSummary = Omit<ValidationRecord, 'hasPath' | 'findings' | 'ruleErrors' | 'diff'> & {
  /** Change of the score against the previous run; null when there was none. */
  readonly scoreDelta: number | null;
};

/** What the feed is narrowed to; an absent member does not narrow. */
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
  readonly repository?: string;
  readonly filename?: string;
  /** Inclusive. */
  readonly minScore?: number;
  /** Inclusive. */
  readonly maxScore?: number;
}

export interface FeedPage {
  readonly items: readonly ValidationSummary[];
  /** Where the next page begins; null on the last one. */
  readonly nextCursor: string | null;
}

/** One page of the feed. `cursor` is the `nextCursor` of the page before; the size is kept within its limits. */
export async function listValidations(
  sql: Transaction,
  orgId: string,
  filters: FeedFilters = {},
  cursor: string | null = null,
  pageSize: number = LIMITS.pageSizeDefault,
): Promise<FeedPage> {
  const size = Math.min(Math.max(pageSize, 1), LIMITS.pageSizeMax);
  const after = cursor === null ? null : readCursor(cursor, isUuid);
  const { source, platform, passed, branch, label, validatedAfter, validatedBefore } = filters;
  const { projectId, repository, filename, minScore, maxScore } = filters;
  // The condition of the indexes for these filters; completed validations fulfil it.
  const isIndexed = [repository, filename, branch, label].some((value) => value !== undefined);
  const rows = await sql<ValidationSummary[]>`
    select id, org_id, platform, kind, filename, label, source, branch, environment, ruleset, ruleset_digest,
      policy_pack_id, policy_pack_slug, enforcement_mode, passed, would_block_count, score, score_version,
      jsonb_build_object('critical', critical_count, 'high', high_count, 'medium', medium_count, 'low', low_count,
                         'total', total_count) as summary,
      (diff ->> 'scoreDelta')::integer as score_delta, nullif(pipeline, 'null') as pipeline,
      artifact_key, encode(content_sha256, 'hex') as content_sha256, content_bytes, engine_version,
      validated_at, validation_ms, owner_id, owner_name
    from validations
    where org_id = ${orgId} and status = 'completed'
      ${isIndexed ? sql`and validated_at is not null` : sql``}
      ${source === undefined ? sql`` : sql`and source = ${storableText(source)}`}
      ${platform === undefined ? sql`` : sql`and platform = ${platform}`}
      ${passed === undefined ? sql`` : sql`and passed = ${passed}`}
      ${branch === undefined ? sql`` : sql`and branch = any(${storableArray(branchSpellings(branch))}::text[])`}
      ${label === undefined ? sql`` : sql`and label = ${storableText(label)}`}
      ${validatedAfter === undefined ? sql`` : sql`and validated_at >= ${validatedAfter}`}
      ${validatedBefore === undefined ? sql`` : sql`and validated_at < ${validatedBefore}`}
      ${projectId === undefined ? sql`` : ofProject(sql, orgId, projectId)}
      ${repository === undefined ? sql`` : sql`and repository = ${storableText(repository)}`}
      ${filename === undefined ? sql`` : sql`and filename = ${storableText(filename)}`}
      ${minScore === undefined ? sql`` : sql`and score >= ${minScore}`}
      ${maxScore === undefined ? sql`` : sql`and score <= ${maxScore}`}
      ${after === null ? sql`` : sql`and (validated_at, id) < (${after.time}, ${after.id}::uuid)`}
    order by validated_at desc, id desc
    limit ${size + 1}`;
  const items = rows.slice(0, size);
  const last = items.at(-1);
  const isMore = rows.length > size && last !== undefined;
  return { items, nextCursor: isMore ? writeCursor({ time: last.validatedAt, id: last.id }) : null };
}

/** The files of a project, found by their keys. They are younger than their project, so older partitions are left out. */
function ofProject(sql: Transaction, orgId: string, projectId: string) {
  return sql`
    and id >= ${projectId}::uuid and id = any(array(
      select validation_id from project_items
      where org_id = ${orgId} and project_id = ${projectId} and validation_id is not null
    ))`;
}
