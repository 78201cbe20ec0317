/** Conditions of the feed's filters, on rows of validations and of projects alike. */
import { branchSpellings } from '../../../contract/ci-context.ts';
import { storableArray, storableText } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import type { EntryFilters, FeedKind } from './feed-entry.ts';
import { type FeedPosition, momentOf } from './feed-position.ts';

/** Filter that has a condition of its own; the times are ranges of the feed's key. */
export type FilterName = Exclude<keyof EntryFilters, 'kind' | 'queuedAfter' | 'queuedBefore'>;

/** Writes the condition of a filter on the rows `run` of a kind. */
type Condition<Name extends FilterName> = (
  sql: TenantTransaction,
  value: NonNullable<EntryFilters[Name]>,
  kind: FeedKind,
) => Fragment;

const CONDITIONS: { readonly [Name in FilterName]: Condition<Name> } = {
  filename: (sql, value) => sql`run.filename = ${storableText(value)}`,
  repository: (sql, value) => sql`run.repository = ${storableText(value)}`,
  label: (sql, value) => sql`run.label = ${storableText(value)}`,
  branch: (sql, value) => sql`run.branch = any(${storableArray(branchSpellings(value))}::text[])`,
  regression: (sql, value) => (value ? sql`run.is_regression` : sql`not run.is_regression`),
  passed: (sql, value, kind) => {
    if (value) return sql`run.passed`;
    return kind === 'file' ? sql`not run.passed` : sql`(not run.passed or run.status = 'failed')`;
  },
  status: (sql, value) => sql`run.status = ${value}`,
  wouldBlock: (sql, value) => (value ? sql`run.would_block_count > 0` : sql`run.would_block_count = 0`),
  source: (sql, value) => sql`run.source = ${storableText(value)}`,
  environment: (sql, value) => sql`run.environment = ${storableText(value)}`,
  platform: (sql, value, kind) => (kind === 'file' ? sql`run.platform = ${value}` : sql`false`),
  minScore: (sql, value) => sql`run.score >= ${value}`,
  maxScore: (sql, value) => sql`run.score <= ${value}`,
  q: (sql, value) => sql`run.filename ilike ${`%${storableText(value).replace(/[\\%_]/g, '\\$&')}%`}`,
  latest: (sql, value, kind) => (value ? isLatest(sql, kind) : sql`true`),
};

/** Names of the filters with a condition. */
export const FILTER_NAMES = Object.keys(CONDITIONS) as readonly FilterName[];

/** Writes the condition of one filter; undefined when it is not set. */
export function conditionOf<Name extends FilterName>(
  sql: TenantTransaction,
  name: Name,
  filters: EntryFilters,
  kind: FeedKind,
): Fragment | undefined {
  const value = filters[name];
  return value === undefined
    ? undefined
    : CONDITIONS[name](sql, value as NonNullable<EntryFilters[Name]>, kind);
}

/** Writes the conditions as one, each behind an `and`. */
export function allOf(sql: TenantTransaction, conditions: readonly Fragment[]): Fragment {
  return conditions.reduce<Fragment>((before, condition) => sql`${before} and ${condition}`, sql``);
}

/**
 * Writes the conditions of entries of the feed at all, behind an `and`: within the times, and behind a position.
 * @param isFiltered whether a filter with an index chooses the rows: the index of the whole feed must not be taken then
 */
export function inFeed(
  sql: TenantTransaction,
  { queuedAfter, queuedBefore }: EntryFilters,
  kind: FeedKind,
  { after, isFiltered }: { readonly after: FeedPosition | null; readonly isFiltered: boolean },
): Fragment {
  const alone = isFiltered ? sql`run.is_alone` : sql`run.project_id is null`;
  return allOf(sql, [
    ...(kind === 'file' ? [alone] : []),
    ...(queuedAfter === undefined ? [] : [sql`run.created_at >= ${queuedAfter}`]),
    ...(queuedBefore === undefined ? [] : [sql`run.created_at < ${queuedBefore}`]),
    ...(after === null ? [] : [sql`(run.created_at, run.id) < (${momentOf(sql, after)}, ${after.id}::uuid)`]),
  ]);
}

/** Writes the table of a kind. */
export function tableOf(sql: TenantTransaction, kind: FeedKind): Fragment {
  return kind === 'file' ? sql`validations` : sql`projects`;
}

/** Looks into the index of predecessors, once for each run. */
function isLatest(sql: TenantTransaction, kind: FeedKind): Fragment {
  if (kind === 'file') {
    return sql`not exists (
      select from validations later
      where later.org_id = run.org_id and later.run_key = run.run_key and later.has_path = run.has_path
        and later.validated_at is not null
        and (later.validated_at, later.id) > (coalesce(run.validated_at, run.created_at), run.id)
    )`;
  }
  return sql`not exists (
    select from projects later
    where later.org_id = run.org_id and later.run_key = run.run_key and later.status = 'completed'
      and (later.completed_at, later.id) > (coalesce(run.completed_at, run.created_at), run.id)
  )`;
}
