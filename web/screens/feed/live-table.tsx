/** Table of a live list with all its states. */
import type { ComponentChildren } from 'preact';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { useKey } from '../../shell/keys.ts';
import type { LiveList } from './use-live-list.ts';

interface LiveTableProps<Page, Row> {
  readonly list: LiveList<Page, Row>;
  readonly columns: readonly Column<Row>[];
  /** Name of one row: `run` or `change`. */
  readonly noun: string;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  /** Shown where the organisation has nothing. */
  readonly firstRun: ComponentChildren;
}

/** Shows the rows; new ones wait behind a button. */
export function LiveTable<Page, Row extends { readonly id: string }>({
  list: { rows, error, retry, isBusy, hasMore, isLoadingMore, more, waiting, showWaiting },
  columns,
  noun,
  isFiltered,
  onClear,
  firstRun,
}: LiveTableProps<Page, Row>) {
  useKey('.', showWaiting, `Show new ${noun}s`, () => waiting > 0);
  const isFirstRun = rows?.length === 0 && !isFiltered;
  return (
    <>
      {error && <ErrorState error={error} onRetry={retry} />}
      {rows === undefined && !error && <Skeleton lines={10} />}
      <div class="new-rows" role="status">
        {waiting > 0 && (
          <Button small onClick={showWaiting}>
            {waiting === 1 ? `Show 1 new ${noun}` : `Show ${waiting} new ${noun}s`}
          </Button>
        )}
      </div>
      {isFirstRun && firstRun}
      {rows?.length === 0 && !isFirstRun && !hasMore && (
        <EmptyState
          icon="search"
          title={`No ${noun} matches`}
          actions={<Button onClick={onClear}>Clear filters</Button>}
        >
          The filters leave nothing of the {noun}s that are stored.
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <DataTable
          label={`${noun[0]!.toUpperCase()}${noun.slice(1)}s`}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          isBusy={isBusy}
        />
      )}
      <MoreButton
        shown={rows?.length ?? 0}
        noun={`${noun}s`}
        hasMore={hasMore}
        isBusy={isLoadingMore}
        onMore={more}
      />
    </>
  );
}
