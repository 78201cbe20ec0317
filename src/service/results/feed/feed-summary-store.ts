/** Figures about what needs attention. */
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import type { Decider } from '../../exceptions/decidable.ts';
import { countToDecide, type DecisionCounts } from '../../exceptions/decision-counts-store.ts';
import { allOf, conditionOf, inFeed, tableOf } from './feed-conditions.ts';
import { type EntryFilters, FEED_KINDS } from './feed-entry.ts';

/** Runs at which the summary stops counting. */
const FEED_SUMMARY_COUNTED_MAX = 1_000;

/** A number of runs, or so many at least. */
export interface BoundedCount {
  readonly count: number;
  readonly isExact: boolean;
}

export interface FeedSummary {
  /** Time from which runs are counted, by their submission. */
  readonly since: Date;
  /** Files and archives whose newest run is blocked. */
  readonly blocked: BoundedCount;
  /** Files and archives whose newest run is worse than the one before. */
  readonly regressions: BoundedCount;
  readonly queued: number;
  readonly running: number;
  /** Null for a caller who may not read exceptions. */
  readonly exceptions: DecisionCounts | null;
}

/** Counts what needs attention. `decider` is null for a caller who may not read exceptions. */
export async function summariseFeed(
  sql: TenantTransaction,
  { since, now }: { readonly since: Date; readonly now: Date },
  decider: Decider | null,
): Promise<FeedSummary> {
  // Written one after the other, answered together.
  const [blocked, regressions, unended, exceptions] = await Promise.all([
    countUpTo(sql, { passed: false, latest: true, queuedAfter: since }),
    countUpTo(sql, { regression: true, latest: true, queuedAfter: since }),
    countUnended(sql),
    decider === null ? null : countToDecide(sql, decider, now),
  ]);
  return { since, blocked, regressions, ...unended, exceptions };
}

async function countUpTo(sql: TenantTransaction, filters: EntryFilters): Promise<BoundedCount> {
  const most = FEED_SUMMARY_COUNTED_MAX;
  const [files, projects] = FEED_KINDS.map((kind) => {
    const conditions = (['passed', 'regression', 'latest'] as const).flatMap(
      (name) => conditionOf(sql, name, filters, kind) ?? [],
    );
    return sql`(
      select count(*)::integer as count from (
        select from ${tableOf(sql, kind)} as run
        where run.org_id = ${sql.orgId} ${inFeed(sql, filters, kind, { after: null, isFiltered: true })} ${allOf(sql, conditions)}
        limit ${most + 1}
      ) as found
    )`;
  });
  const [row] = await sql<[{ count: number }]>`select ${files!} + ${projects!} as count`;
  return { count: Math.min(row.count, most), isExact: row.count <= most };
}

async function countUnended(
  sql: TenantTransaction,
): Promise<{ readonly queued: number; readonly running: number }> {
  const [row] = await sql<[{ queued: number; running: number }]>`
    select count(*) filter (where status = 'queued')::integer as queued,
      count(*) filter (where status = 'running')::integer as running
    from (
      select status from validations where org_id = ${sql.orgId} and status in ('queued', 'running')
      union all
      select status from projects where org_id = ${sql.orgId} and status in ('queued', 'running')
    ) as unended`;
  return row;
}
