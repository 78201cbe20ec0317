/**
 * Runs of the feed whose results have moved. The indexes of the feed's filters do not have them: smaller ones, without an order,
 * say which pass a filter.
 */
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { BODY_LIMITS } from '../bodies/limits.ts';
import { FEED_LIMITS } from './limits.ts';

/** Writes the condition of moved runs on rows `run`. */
export function isMoved(sql: TenantTransaction): Fragment {
  return sql`run.project_id is null and not run.is_alone`;
}

/** Returns a time after all moved runs; undefined if none has moved. */
export async function readMovedBefore(sql: TenantTransaction): Promise<Date | undefined> {
  const [row] = await sql<[{ before: Date }?]>`
    select to_timestamp((uuid_v7_day(reached_id) + 1) * 86400.0) + ${BODY_LIMITS.rowMsMax} * interval '1 millisecond' as before
    from packed_results where org_id = ${sql.orgId}`;
  return row?.before;
}

/** Counts moved runs that pass a condition, up to as many as a page sorts. */
export async function countMovedRuns(sql: TenantTransaction, condition: Fragment): Promise<number> {
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from (
      select from validations as run where run.org_id = ${sql.orgId} and ${isMoved(sql)} and ${condition}
      limit ${FEED_LIMITS.movedRunsSortedMax}
    ) as moved`;
  return row.count;
}
