/** The use cases of the feed: read a page, its counts, and what needs attention. */
import { readList } from '../../../infra/database/bounded-read.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { DAY_MS } from '../../../units.ts';
import type { Decider } from '../../exceptions/decidable.ts';
import { countFeed, type FeedCounts } from './feed-counts-store.ts';
import type { EntryFilters, EntryPage } from './feed-entry.ts';
import { listFeed } from './feed-list-store.ts';
import { type FeedSummary, summariseFeed } from './feed-summary-store.ts';

/** Age of the runs that the summary of the feed counts, in days. */
const FEED_SUMMARY_DAYS = 7;

/** Dependencies of the use cases. */
export interface FeedDeps {
  readonly sql: Sql;
  readonly now: () => Date;
}

/** Position and size of a page. `cursor` is the `nextCursor` of the page before. */
export interface FeedPaging {
  readonly cursor: string | null;
  readonly pageSize: number;
}

/** Reads one page of the feed. @throws AppError `invalid_cursor`, `query_timeout` */
export function readEntries(
  { sql }: FeedDeps,
  orgId: string,
  filters: EntryFilters,
  { cursor, pageSize }: FeedPaging,
): Promise<EntryPage> {
  return readList(sql, orgId, (transaction) => listFeed(transaction, filters, cursor, pageSize));
}

/** Counts the newest entries of the feed by the values of their filters. @throws AppError `query_timeout` */
export function readFeedCounts({ sql }: FeedDeps, orgId: string, filters: EntryFilters): Promise<FeedCounts> {
  return readList(sql, orgId, (transaction) => countFeed(transaction, filters));
}

/** Counts what needs attention. @param decider null for a caller who may not read exceptions */
export function readFeedSummary(
  { sql, now }: FeedDeps,
  orgId: string,
  decider: Decider | null,
): Promise<FeedSummary> {
  const at = now();
  const since = new Date(at.getTime() - FEED_SUMMARY_DAYS * DAY_MS);
  return readList(sql, orgId, (transaction) => summariseFeed(transaction, { since, now: at }, decider));
}
