/** Live list of the feed: rows change in place, and new ones wait until the person shows them. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { listChanges } from '../../api/calls/changes.ts';
import { countFeed, listFeed, summariseFeed } from '../../api/calls/feed.ts';
import type { Call } from '../../api/define-call.ts';
import { useCall } from '../../api/use-call.ts';
import { useFeedNews } from '../../api/use-feed-news.ts';
import { isPaged, type ListState, useList } from '../../api/use-list.ts';
import type { QueryValues } from '../../routing/paths.ts';

/** Interval at which the newest rows are read again while no stream is open. */
const POLL_MS = 10_000;

const NEWEST = [listFeed, listChanges, countFeed, summariseFeed];

/** Page of a list of the feed. */
interface LivePage {
  readonly nextCursor: string | null;
}

/** Row of such a list. */
interface LiveRow {
  readonly id: string;
}

/** State of a live list. */
export interface LiveList<Page, Row> extends ListState<Page> {
  /** Rows to show; undefined before the first answer. */
  readonly rows: readonly Row[] | undefined;
  /** Number of rows that came since, and are not shown yet. */
  readonly waiting: number;
  /** Shows them. */
  readonly showWaiting: () => void;
}

/**
 * Loads what the feed shows again: the newest rows, their counts, and what needs a person. Not the lists that grow page by
 * page: their rows must not move.
 */
function refresh(): void {
  for (const call of NEWEST) void loadAgain(call, (entry) => !isPaged(entry));
}

/** Lists rows page by page, and reads the newest ones again when something happens. */
export function useLiveList<Page extends LivePage, Row extends LiveRow>(
  call: Call<Page, { readonly query: QueryValues }>,
  rowsOf: (page: Page) => readonly Row[],
  query: QueryValues,
): LiveList<Page, Row> {
  const list = useList(call, { query }, ({ nextCursor }) => nextCursor);
  const isLive = useFeedNews(refresh);
  const newest = useCall(call, { query }, { pollMs: isLive ? false : POLL_MS });
  const [revealed, setRevealed] = useState<{
    readonly query: QueryValues;
    readonly rows: readonly Row[];
  }>();
  const listed = list.pages?.flatMap(rowsOf);
  const isCurrent = JSON.stringify(revealed?.query) === JSON.stringify(query);
  const shown = listed && merged(isCurrent ? revealed!.rows : [], listed);
  const fresh = newest.data === undefined ? [] : rowsOf(newest.data);
  const known = new Set(shown?.map(({ id }) => id));
  // While another filter loads, the newest rows still belong to the previous filter.
  const waiting =
    shown === undefined || list.isBusy || newest.isBusy ? [] : fresh.filter(({ id }) => !known.has(id));
  const updates = new Map(fresh.map((row) => [row.id, row]));
  return {
    ...list,
    rows: shown?.map((row) => updates.get(row.id) ?? row),
    waiting: waiting.length,
    showWaiting() {
      setRevealed({ query, rows: merged(waiting, isCurrent ? revealed!.rows : []) });
      refresh();
    },
  };
}

/** Returns the rows of both lists without duplicates, the first list first. */
function merged<Row extends LiveRow>(first: readonly Row[], second: readonly Row[]): readonly Row[] {
  return [...new Map([...first, ...second].map((row) => [row.id, row])).values()];
}
