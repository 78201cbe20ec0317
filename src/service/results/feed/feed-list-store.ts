/** Pages of the feed: runs of files and of projects, merged, newest first. */
import { branchSpellings } from '../../../contract/ci-context.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import { entryColumns, progressOf } from './feed-columns.ts';
import { allOf, conditionOf, FILTER_NAMES, type FilterName, inFeed, tableOf } from './feed-conditions.ts';
import {
  type EntryFilters,
  type EntryPage,
  FEED_KINDS,
  type FeedEntry,
  type FeedKind,
} from './feed-entry.ts';
import { type FeedPosition, isNewer, microsOf, readPosition, writePosition } from './feed-position.ts';
import { FEED_LIMITS } from './limits.ts';
import { countMovedRuns, isMoved, readMovedBefore } from './moved-runs-store.ts';

/** Filters with an index in the order of the feed, the most selective first. */
const INDEXED = ['filename', 'repository', 'label', 'branch', 'regression', 'passed', 'status'] as const;

/** Those of them whose indexes moved runs leave. */
const MOVING: readonly FilterName[] = ['filename', 'repository', 'label', 'branch'];

/** Entry with its key. */
type Keyed = FeedEntry & FeedPosition;

/** Runs of one kind, newest first. */
interface Found {
  readonly entries: readonly Keyed[];
  /** The last run that was looked at, when the search ended there; null: it did not. */
  readonly endedAt: FeedPosition | null;
}

/**
 * Reads one page. The most selective filter with an index chooses the runs; the others are held against at most
 * `feedRunsScannedMax` of them. So a page may be shorter than its size, and the next one goes on behind it.
 * @throws AppError `invalid_cursor`
 */
export async function listFeed(
  sql: TenantTransaction,
  filters: EntryFilters,
  cursor: string | null,
  pageSize: number,
): Promise<EntryPage> {
  const after = cursor === null ? null : readPosition(cursor);
  const kinds = FEED_KINDS.filter((kind) => filters.kind === undefined || filters.kind === kind);
  const page = { after, rows: pageSize + 1 };
  // Written one after the other, answered together.
  const indexed = await Promise.all(
    kinds.map((kind) => findRuns(sql, searchOf(sql, kind, filters), filters, page)),
  );
  const ofFiles = indexed[kinds.indexOf('file')];
  const moved = ofFiles === undefined ? undefined : await findMovedRuns(sql, filters, page, ofFiles);
  const found = moved === undefined ? indexed : [...indexed, moved];
  // A run that moves meanwhile is found twice.
  const entries = new Map(found.flatMap((runs) => runs.entries.map((entry) => [entry.id, entry] as const)));
  const merged = [...entries.values()].sort(newestFirst);
  // Of runs behind the place where the search of one kind ended only some are known.
  const [end = null] = found.flatMap(({ endedAt }) => endedAt ?? []).sort(newestFirst);
  const known = end === null ? merged : merged.filter((entry) => !isNewer(end, entry));
  const listed = known.slice(0, pageSize);
  const last = known.length > pageSize ? listed.at(-1)! : end;
  return { entries: listed, nextCursor: last === null ? null : writePosition(last) };
}

function newestFirst(a: FeedPosition, b: FeedPosition): number {
  return isNewer(a, b) ? -1 : 1;
}

/** Part of a page: runs behind a position. */
interface Part {
  readonly after: FeedPosition | null;
  readonly rows: number;
}

/** Search for runs of one kind in the order of the feed. */
interface Search {
  readonly kind: FeedKind;
  /** Rows to look through. */
  readonly table: Fragment;
  /** Filter whose index chooses the rows. */
  readonly leading: FilterName | undefined;
  /** Filters that all of the rows pass besides. */
  readonly known: FilterName | undefined;
  /** Further conditions, each behind an `and`: of rows to look through, and of those among them. */
  readonly bound: Fragment;
  readonly conditions: readonly Fragment[];
}

function leadingOf(filters: EntryFilters): FilterName | undefined {
  return INDEXED.find((name) => filters[name] !== undefined && hasIndex(name, filters));
}

function searchOf(sql: TenantTransaction, kind: FeedKind, filters: EntryFilters): Search {
  const leading = leadingOf(filters);
  return { kind, table: tableOf(sql, kind), leading, known: leading, bound: sql``, conditions: [] };
}

/**
 * Finds moved runs, unless the page is full of newer ones. A few are sorted; of many, which are often in the feed, a page looks
 * through all runs of that time. Undefined: there are none.
 */
async function findMovedRuns(
  sql: TenantTransaction,
  filters: EntryFilters,
  part: Part,
  { entries }: Found,
): Promise<Found | undefined> {
  const leading = leadingOf(filters);
  if (leading === undefined || !MOVING.some((name) => name === leading)) return undefined;
  const before = await readMovedBefore(sql);
  if (before === undefined) return undefined;
  const last = entries.length === part.rows ? entries.at(-1) : undefined;
  if (last !== undefined && last.micros >= before.getTime() * 1000) return undefined;
  const condition = conditionOf(sql, leading, filters, 'file')!;
  const count = await countMovedRuns(sql, condition);
  if (count === 0) return undefined;
  const common = { kind: 'file', leading: undefined } as const;
  const few = sql`(
    select * from validations as run where run.org_id = ${sql.orgId} and ${isMoved(sql)} and ${condition} offset 0
  )`;
  const search: Search =
    count < FEED_LIMITS.movedRunsSortedMax
      ? { ...common, table: few, known: leading, bound: sql``, conditions: [] }
      : {
          ...common,
          table: tableOf(sql, 'file'),
          known: undefined,
          bound: sql`and run.created_at < ${before}`,
          conditions: [isMoved(sql)],
        };
  return findRuns(sql, search, filters, part);
}

async function findRuns(
  sql: TenantTransaction,
  { kind, table, leading, known, bound, conditions: more }: Search,
  filters: EntryFilters,
  { after, rows }: Part,
): Promise<Found> {
  const conditions = [
    ...more,
    ...FILTER_NAMES.filter((name) => name !== known).flatMap(
      (name) => conditionOf(sql, name, filters, kind) ?? [],
    ),
  ];
  const scannedMax = conditions.length === 0 ? rows : FEED_LIMITS.feedRunsScannedMax;
  const order = sql`order by run.created_at desc, run.id desc`;
  const scan = (columns: Fragment, part: Fragment) => sql`
    select ${columns} from ${lookedUp(sql, leading, filters)} cross join lateral (
      select * from ${table} as run
      where run.org_id = ${sql.orgId} ${bound}
        ${inFeed(sql, filters, kind, { after, isFiltered: leading !== undefined })}
        ${leading === undefined ? sql`` : sql`and ${leadingCondition(sql, leading, filters, kind)}`}
      ${order} ${part}
    ) as run`;
  const entries = await sql<Keyed[]>`
    select ${entryColumns(sql, kind)}, ${microsOf(sql)} as micros
    from (
      select run.created_at as found_at, run.id as found_id
      from (${scan(sql`run.*`, sql`limit ${scannedMax}`)}) as run
      where true ${allOf(sql, conditions)}
      ${order} limit ${rows}
    ) as page
    cross join lateral (
      select * from ${tableOf(sql, kind)} as run where run.org_id = ${sql.orgId} and run.id = found_id
    ) as run
    ${progressOf(sql, kind)}
    order by found_at desc, found_id desc`;
  if (conditions.length === 0 || entries.length === rows) return { entries, endedAt: null };
  const [last] = await sql<FeedPosition[]>`
    select run.id, ${microsOf(sql)} as micros
    from (${scan(sql`run.*`, sql`offset ${scannedMax - 1} limit 1`)}) as run ${order} limit 1`;
  return { entries, endedAt: last ?? null };
}

/** The partial indexes hold the runs that may need attention; most runs are others. */
function hasIndex(name: (typeof INDEXED)[number], { regression, passed, status }: EntryFilters): boolean {
  if (name === 'regression') return regression === true;
  if (name === 'passed') return passed === false;
  return name !== 'status' || status !== 'completed';
}

/** Each spelling of a branch is looked up by itself: the index has the order of the feed within one. */
function lookedUp(sql: TenantTransaction, leading: FilterName | undefined, { branch }: EntryFilters) {
  if (leading !== 'branch' || branch === undefined) return sql`(values (true)) as once`;
  return sql`unnest(${storableArray(branchSpellings(branch))}::text[]) as spelling`;
}

function leadingCondition(
  sql: TenantTransaction,
  leading: FilterName,
  filters: EntryFilters,
  kind: FeedKind,
): Fragment {
  return leading === 'branch' ? sql`run.branch = spelling` : conditionOf(sql, leading, filters, kind)!;
}
