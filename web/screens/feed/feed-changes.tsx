/** Feed by change: a push, a pull request or a run of a pipeline is one row. */
import { useMemo } from 'preact/hooks';
import { listChanges } from '../../api/calls/changes.ts';
import { countFeed } from '../../api/calls/feed.ts';
import { useCall } from '../../api/use-call.ts';
import { useUrlState } from '../../routing/url-state.ts';
import { changeColumns } from './change-columns.tsx';
import { ChangeFilterBar } from './change-filter-bar.tsx';
import { CHANGE_PARAMS, FEED_VIEW, NO_CHANGE_FILTERS } from './change-filters.ts';
import { FirstRun } from './first-run.tsx';
import { LiveTable } from './live-table.tsx';
import { useLiveList } from './use-live-list.ts';

/** Shows the changes and their filters. */
export function FeedChanges() {
  const [filters, change] = useUrlState(CHANGE_PARAMS);
  const [{ open }, changeView] = useUrlState(FEED_VIEW);
  const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const list = useLiveList(listChanges, ({ changes }) => changes, query);
  const counts = useCall(countFeed, { query: {} });
  const columns = useMemo(() => changeColumns(open, (id) => changeView({ open: id })), [open]);
  const isFiltered = Object.keys(query).length > 0;
  const isFirstRun = list.rows?.length === 0 && !isFiltered;
  return (
    <>
      {!isFirstRun && <ChangeFilterBar filters={filters} counts={counts.data} onChange={change} />}
      <LiveTable
        list={list}
        columns={columns}
        noun="change"
        isFiltered={isFiltered}
        onClear={() => change(NO_CHANGE_FILTERS)}
        firstRun={<FirstRun />}
      />
    </>
  );
}
