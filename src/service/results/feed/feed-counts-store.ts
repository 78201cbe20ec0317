/** Counts of the newest entries of the feed by the values of their filters. */
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { conditionOf, FILTER_NAMES, inFeed, tableOf } from './feed-conditions.ts';
import { type EntryFilters, FEED_KINDS, type FeedKind } from './feed-entry.ts';
import { FEED_LIMITS } from './limits.ts';

/** Values that a facet lists; further ones are counted together. */
export const FACET_VALUES_MAX = 20;

/** Names of facets. Each is also the name of the filter that it offers values for. */
export const FEED_FACETS = [
  'kind',
  'status',
  'passed',
  'wouldBlock',
  'regression',
  'platform',
  'source',
  'repository',
  'branch',
  'environment',
  'label',
] as const;
export type FeedFacetName = (typeof FEED_FACETS)[number];

/** Values of a filter with the entries that each would show. */
export interface FeedFacet {
  readonly name: FeedFacetName;
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** Entries with values that are not listed. */
  readonly othersCount: number;
}

export interface FeedCounts {
  /** Entries that pass all filters. */
  readonly total: number;
  /** Entries that were looked at. */
  readonly counted: number;
  readonly facets: readonly FeedFacet[];
}

/**
 * Counts among the newest `feedRunsScannedMax` entries within the times. A facet ignores its own filter, so that its
 * counts say what another value would show.
 */
export async function countFeed(sql: TenantTransaction, filters: EntryFilters): Promise<FeedCounts> {
  const [files, projects] = FEED_KINDS.map((kind) => newest(sql, kind, filters));
  const rows = await sql<CountRow[]>`
    with run as materialized (
      select * from (${files!} union all ${projects!}) as run order by created_at desc limit ${FEED_LIMITS.feedRunsScannedMax}
    ),
    facet as (
      select facet.name, facet.value, count(*)::integer as count
      from run cross join lateral (values
        ('kind', run.kind), ('status', run.status), ('passed', run.passed::text),
        ('wouldBlock', (run.would_block_count > 0)::text), ('regression', run.is_regression::text),
        ('platform', run.platform), ('source', run.source), ('repository', run.repository),
        ('branch', regexp_replace(run.branch, '^refs/heads/', '')), ('environment', run.environment),
        ('label', run.label)
      ) as facet (name, value)
      where facet.value is not null and (run.missed = '{}' or run.missed = array[facet.name])
      group by facet.name, facet.value
    ),
    ranked as (
      select *, row_number() over (partition by name order by count desc, value) as rank,
        sum(count) over (partition by name)::integer as all_count
      from facet
    )
    select name, value, count, all_count from ranked where rank <= ${FACET_VALUES_MAX}
    union all
    select null, null, (count(*) filter (where missed = '{}'))::integer, count(*)::integer from run
    order by count desc, value`;
  const sums = rows.find(({ name }) => name === null);
  return {
    total: sums?.count ?? 0,
    counted: sums?.allCount ?? 0,
    facets: FEED_FACETS.map((name) =>
      facetOf(
        name,
        rows.filter((row) => row.name === name),
      ),
    ),
  };
}

/** A value of a facet, and the entries of the facet in all. */
interface CountRow {
  readonly name: string | null;
  readonly value: string;
  readonly count: number;
  readonly allCount: number;
}

function facetOf(name: FeedFacetName, rows: readonly CountRow[]): FeedFacet {
  const values = rows.map(({ value, count }) => ({ value, count }));
  const listed = values.reduce((sum, { count }) => sum + count, 0);
  return { name, values, othersCount: (rows[0]?.allCount ?? 0) - listed };
}

/** Writes the newest runs of a kind with the names of the filters that each does not pass. */
function newest(sql: TenantTransaction, kind: FeedKind, filters: EntryFilters): Fragment {
  const missed = FILTER_NAMES.flatMap((name) => {
    const condition = conditionOf(sql, name, filters, kind);
    return condition === undefined ? [] : [sql`, case when ${condition} then null else ${name}::text end`];
  }).reduce<Fragment>((before, one) => sql`${before}${one}`, sql``);
  const isKind = filters.kind === undefined || filters.kind === kind;
  return sql`(
    select ${kind}::text as kind, run.created_at, run.status, run.would_block_count, run.is_regression, run.source, run.repository,
      run.branch, run.environment, run.label,
      ${kind === 'file' ? sql`run.platform, run.passed` : sql`null::text as platform, case when run.status = 'failed' then false else run.passed end as passed`},
      array_remove(array[${isKind ? null : 'kind'}::text${missed}], null) as missed
    from (
      select * from ${tableOf(sql, kind)} as run
      where run.org_id = ${sql.orgId} ${inFeed(sql, filters, kind, { after: null, isFiltered: false })}
      order by run.created_at desc, run.id desc limit ${FEED_LIMITS.feedRunsScannedMax}
    ) as run
  )`;
}
