/** Feed by file: every run, newest first. */
import { useMemo } from 'preact/hooks';
import { countFeed, listFeed } from '../../api/calls/feed.ts';
import { useCall } from '../../api/use-call.ts';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { type ChangeKind, useUrlState } from '../../routing/url-state.ts';
import { FEED_VIEW } from './change-filters.ts';
import { feedColumns } from './feed-columns.tsx';
import { FeedFilterBar } from './feed-filter-bar.tsx';
import { FEED_PARAMS, type FeedFilters, feedQuery, isFiltered, NO_FEED_FILTERS } from './feed-filters.ts';
import { FirstRun } from './first-run.tsx';
import { LiveTable } from './live-table.tsx';
import { useLiveList } from './use-live-list.ts';

/** Interval at which the counts are read again, as runs can also leave the time that is counted. */
const COUNT_MS = 60_000;

const PARAMS = { ...FEED_PARAMS, view: FEED_VIEW.view };

/** Shows the runs and their filters. */
export function FeedFiles() {
  const [{ view: _view, ...filters }, set] = useUrlState(PARAMS);
  // Files stay, also where no filter of theirs is left.
  const change = (changes: Partial<FeedFilters>, kind?: ChangeKind) =>
    set({ ...changes, view: 'files' }, kind);
  const titleOf = usePlatformTitles();
  const columns = useMemo(() => feedColumns(titleOf), [titleOf]);
  const query = feedQuery(filters);
  const list = useLiveList(listFeed, ({ runs }) => runs, query);
  const counts = useCall(countFeed, { query }, { pollMs: COUNT_MS });
  const isFirstRun = list.rows?.length === 0 && !isFiltered(filters);
  return (
    <>
      {!isFirstRun && <FeedFilterBar filters={filters} counts={counts.data} onChange={change} />}
      <LiveTable
        list={list}
        columns={columns}
        noun="run"
        isFiltered={isFiltered(filters)}
        onClear={() => change(NO_FEED_FILTERS)}
        firstRun={<FirstRun />}
      />
    </>
  );
}
