/** Runs of a change. */
import { useMemo } from 'preact/hooks';
import { type Change, listChangeRuns } from '../../api/calls/changes.ts';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { feedColumns } from '../feed/feed-columns.tsx';

interface ChangeRunsProps {
  readonly change: Change;
  /** True: the runs that later ones of the same file replace, and canceled ones. */
  readonly isReplaced: boolean;
}

/** Shows the runs that count, blocked ones first, or those that do not. */
export function ChangeRuns({ change: { id }, isReplaced }: ChangeRunsProps) {
  const titleOf = usePlatformTitles();
  const columns = useMemo(() => feedColumns(titleOf), [titleOf]);
  const input = { params: { changeId: id }, query: { replaced: isReplaced ? true : null } };
  const list = useList(listChangeRuns, input, ({ nextCursor }) => nextCursor);
  if (list.error) return <ErrorState error={list.error} onRetry={list.retry} />;
  const runs = list.pages?.flatMap((page) => page.runs);
  if (runs === undefined) return <Skeleton lines={6} />;
  if (runs.length === 0)
    return <p class="soft">{isReplaced ? 'No run was replaced or canceled.' : 'No run counts.'}</p>;
  return (
    <>
      <DataTable
        label={isReplaced ? 'Earlier runs' : 'Files'}
        columns={columns}
        rows={runs}
        keyOf={(run) => run.id}
        isBusy={list.isBusy}
      />
      <MoreButton
        shown={runs.length}
        noun="files"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
    </>
  );
}
