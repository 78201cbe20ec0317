/** Live runs of the feed: rows change in place, and new ones wait until the person shows them. */
import { useState } from 'preact/hooks';
import { countFeed, type FeedPage, type FeedRun, listFeed, summariseFeed } from '../../api/calls/feed.ts';
import { queryClient } from '../../api/query-client.ts';
import { callKey, useCall } from '../../api/use-call.ts';
import { useFeedNews } from '../../api/use-feed-news.ts';
import { type ListState, useList } from '../../api/use-list.ts';
import type { QueryValues } from '../../routing/paths.ts';

/** Interval at which the newest runs are read again while no stream is open. */
const POLL_MS = 10_000;

const NEWEST = [listFeed, countFeed, summariseFeed];

/** State of the live list. */
export interface LiveRuns extends ListState<FeedPage> {
  /** Rows to show; undefined before the first answer. */
  readonly runs: readonly FeedRun[] | undefined;
  /** Number of runs that came since, and are not shown yet. */
  readonly waiting: number;
  /** Shows them. */
  readonly showWaiting: () => void;
}

/** Loads what the feed shows again: the newest runs, their counts, and what needs a person. */
function refresh(): void {
  for (const call of NEWEST)
    void queryClient.invalidateQueries({ queryKey: callKey(call), predicate: isNewest });
}

/** Returns whether a cached answer is no list that grows page by page: its rows must not move. */
function isNewest({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryKey.at(-1) !== 'pages';
}

/** Lists runs page by page, and reads the newest ones again when something happens. */
export function useLiveRuns(query: QueryValues): LiveRuns {
  const list = useList(listFeed, { query }, ({ nextCursor }) => nextCursor);
  const isLive = useFeedNews(refresh);
  const newest = useCall(listFeed, { query }, { pollMs: isLive ? false : POLL_MS });
  const [revealed, setRevealed] = useState<{
    readonly query: QueryValues;
    readonly runs: readonly FeedRun[];
  }>();
  const listed = list.pages?.flatMap(({ runs }) => runs);
  const isCurrent = JSON.stringify(revealed?.query) === JSON.stringify(query);
  const shown = listed && merged(isCurrent ? revealed!.runs : [], listed);
  const fresh = newest.data?.runs ?? [];
  const known = new Set(shown?.map(({ id }) => id));
  // While another filter loads, the newest runs still belong to the previous filter.
  const waiting =
    shown === undefined || list.isBusy || newest.isBusy ? [] : fresh.filter(({ id }) => !known.has(id));
  const updates = new Map(fresh.map((run) => [run.id, run]));
  return {
    ...list,
    runs: shown?.map((run) => updates.get(run.id) ?? run),
    waiting: waiting.length,
    showWaiting() {
      setRevealed({ query, runs: merged(waiting, isCurrent ? revealed!.runs : []) });
      refresh();
    },
  };
}

/** Returns the runs of both lists without duplicates, the first list first. */
function merged(first: readonly FeedRun[], second: readonly FeedRun[]): readonly FeedRun[] {
  return [...new Map([...first, ...second].map((run) => [run.id, run])).values()];
}
