/** Columns of an entry of the feed, out of the rows of validations and projects. */
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { LISTED_DIFF, WHOLE_PIPELINE } from '../bodies/small-row.ts';
import type { FeedKind } from './feed-entry.ts';

/** Writes the columns of an entry from the row `run` of a kind, named as the members of `FeedEntry`. */
export function entryColumns(sql: TenantTransaction, kind: FeedKind): Fragment {
  const own = kind === 'file' ? fileColumns(sql) : projectColumns(sql);
  return sql`
    ${kind}::text as kind, run.id, run.status, run.filename, run.source, run.label, run.branch, run.environment,
    run.enforcement_mode, run.ruleset, run.would_block_count, run.score, run.owner_name, run.error,
    ${sql.unsafe(WHOLE_PIPELINE)} as pipeline, ${sql.unsafe(LISTED_DIFF.scoreDelta)} as score_delta,
    ${sql.unsafe(LISTED_DIFF.isRegression)} as is_regression, ${sql.unsafe(LISTED_DIFF.newFindings)} as new_findings_count,
    case when run.status = 'completed' then jsonb_build_object(
      'critical', run.critical_count, 'high', run.high_count, 'medium', run.medium_count, 'low', run.low_count,
      'total', run.total_count
    ) end as summary,
    ${own}`;
}

function fileColumns(sql: TenantTransaction): Fragment {
  return sql`
    run.platform, run.passed, null::timestamptz as started_at, run.validated_at as ended_at,
    run.validation_ms as duration_ms, null::integer as file_count, null::integer as processed_count,
    null::integer as failed_count`;
}

/** The files of a running project are counted; there are few of these. */
function projectColumns(sql: TenantTransaction): Fragment {
  return sql`
    null::text as platform, case when run.status = 'failed' then false else run.passed end as passed,
    run.started_at, run.completed_at as ended_at,
    (extract(epoch from run.completed_at - run.started_at) * 1000)::integer as duration_ms, run.file_count,
    case
      when run.status = 'queued' then 0
      when run.status = 'running' then progress.processed
      else run.file_count
    end as processed_count,
    case when run.status = 'running' then progress.failed else run.failed_count end as failed_count`;
}

/** Writes the join that counts the files of a running project. */
export function progressOf(sql: TenantTransaction, kind: FeedKind): Fragment {
  if (kind === 'file') return sql``;
  return sql`
    left join lateral (
      select count(*) filter (where item.status <> 'queued')::integer as processed,
        count(*) filter (where item.status = 'failed')::integer as failed
      from project_items as item
      where run.status = 'running' and item.org_id = run.org_id and item.project_id = run.id
    ) as progress on true`;
}
