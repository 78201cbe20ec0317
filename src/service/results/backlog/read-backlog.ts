/** The use case of the backlog: open findings by day, and how long fixed ones had been open. */
import type { BacklogGroup } from '../../../contract/lists/estate.ts';
import { readList } from '../../../infra/database/bounded-read.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { requireStatisticsTime } from '../estate/statistics-time.ts';
import {
  type BacklogDay,
  type BacklogGroupCounts,
  type BacklogQuery,
  countFixed,
  listBacklogDays,
  listBacklogGroups,
} from './backlog-store.ts';

/** The backlog of a time. */
export interface Backlog {
  readonly days: readonly BacklogDay[];
  readonly groups: readonly BacklogGroupCounts[];
  readonly medianDaysToFix: number | null;
}

/** Reads the backlog; without a group there are no groups. @throws AppError `invalid_time_range`, `query_timeout` */
export async function readBacklog(
  sql: Sql,
  orgId: string,
  query: BacklogQuery,
  group: BacklogGroup | null,
): Promise<Backlog> {
  requireStatisticsTime(query);
  return readList(sql, orgId, async (transaction) => {
    const [days, groups, { medianDaysToFix }] = await Promise.all([
      listBacklogDays(transaction, query),
      group === null ? [] : listBacklogGroups(transaction, query, group),
      countFixed(transaction, query),
    ]);
    return { days, groups, medianDaysToFix };
  });
}
