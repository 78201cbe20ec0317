/** Screen of `/feed`: every run, newest first. */

import { useMemo } from 'preact/hooks';
import { countFeed } from '../../api/calls/feed.ts';
import { useCall } from '../../api/use-call.ts';
import { DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button, LinkButton } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { basePath, href } from '../../routing/paths.ts';
import { useUrlState } from '../../routing/url-state.ts';
import { useKey } from '../../shell/keys.ts';
import { CheckLink } from '../check/check-link.tsx';
import { AttentionLine } from './attention-line.tsx';
import { feedColumns } from './feed-columns.tsx';
import { FeedFilterBar } from './feed-filter-bar.tsx';
import { FEED_PARAMS, feedQuery, isFiltered, NO_FEED_FILTERS } from './feed-filters.ts';
import { useLiveRuns } from './use-live-runs.ts';

/** Interval at which the counts are read again, as runs can also leave the time that is counted. */
const COUNT_MS = 60_000;

/** Shows the runs, what needs a person, and filters. */
export default function FeedScreen() {
  const [filters, change] = useUrlState(FEED_PARAMS);
  const titleOf = usePlatformTitles();
  const columns = useMemo(() => feedColumns(titleOf), [titleOf]);
  const query = feedQuery(filters);
  const { runs, error, retry, isBusy, hasMore, isLoadingMore, more, waiting, showWaiting } =
    useLiveRuns(query);
  const counts = useCall(countFeed, { query }, { pollMs: COUNT_MS });
  useKey('.', showWaiting, 'Show new runs', () => waiting > 0);
  const isFirstRun = runs?.length === 0 && !isFiltered(filters);
  return (
    <>
      <PageHeader
        title="Feed"
        subtitle="Every run of your organisation, newest first."
        actions={
          !isFirstRun && (
            <>
              <CheckLink />
              <LinkButton href={href('/connect', null)}>Connect a pipeline</LinkButton>
            </>
          )
        }
      />
      {!isFirstRun && <AttentionLine />}
      {!isFirstRun && <FeedFilterBar filters={filters} counts={counts.data} onChange={change} />}
      {error && <ErrorState error={error} onRetry={retry} />}
      {runs === undefined && !error && <Skeleton lines={10} />}
      <div class="new-rows" role="status">
        {waiting > 0 && (
          <Button small onClick={showWaiting}>
            {waiting === 1 ? 'Show 1 new run' : `Show ${waiting} new runs`}
          </Button>
        )}
      </div>
      {isFirstRun && <FirstRun />}
      {runs?.length === 0 && !isFirstRun && !hasMore && (
        <EmptyState
          icon="search"
          title="No run matches"
          actions={<Button onClick={() => change(NO_FEED_FILTERS)}>Clear filters</Button>}
        >
          The filters leave nothing of the runs that are stored.
        </EmptyState>
      )}
      {runs && runs.length > 0 && (
        <DataTable label="Runs" columns={columns} rows={runs} keyOf={({ id }) => id} isBusy={isBusy} />
      )}
      <MoreButton
        shown={runs?.length ?? 0}
        noun="runs"
        hasMore={hasMore}
        isBusy={isLoadingMore}
        onMore={more}
      />
    </>
  );
}

/** Says how the first run comes here. */
function FirstRun() {
  return (
    <EmptyState
      icon="feed"
      title="No run yet"
      actions={
        <>
          <LinkButton kind="primary" href={href('/connect', null)}>
            Connect a pipeline
          </LinkButton>
          <CheckLink />
          <LinkButton href={`${basePath()}/docs/tutorial`}>Read the tutorial</LinkButton>
        </>
      }
    >
      Drop a workflow here in the app, or send one by the command, by curl or from a pipeline: its result
      appears here.
    </EmptyState>
  );
}
