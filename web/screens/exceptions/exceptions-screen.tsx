/** Screen of `/exceptions`: what waits for a decision, and every exception that there was. */
import { useEffect, useState } from 'preact/hooks';
import { type Exception, listExceptions } from '../../api/calls/exceptions.ts';
import { useFeedNews } from '../../api/use-feed-news.ts';
import { useList } from '../../api/use-list.ts';
import { DataTable, type Selection } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { useRuleTitles } from '../../parts/data/use-rule-titles.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { SavedViews } from '../../parts/form/saved-views.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { Tabs } from '../../parts/layout/tabs.tsx';
import { href } from '../../routing/paths.ts';
import { useUrlState } from '../../routing/url-state.ts';
import { useKey } from '../../shell/keys.ts';
import { BulkDecision } from './bulk-decision.tsx';
import { type Decision, refreshExceptions } from './decide-many.ts';
import { exceptionColumns } from './exception-columns.tsx';
import { EXCEPTION_PARAMS, exceptionQuery, LIST_LABELS, LISTS, rowsOf } from './exception-filters.ts';
import { NoException } from './no-exception.tsx';
import { OtherFilters, SelectionBar } from './selection-bar.tsx';

/** Approved exceptions that are read to find those which end soon. */
const ENDING_READ_MAX = 1_000;
/** Interval at which the list is read again while no stream is open: others request and decide meanwhile. */
const POLL_MS = 30_000;

/** Lists exceptions, and decides on the selected ones. */
export default function ExceptionsScreen() {
  const [filters, change] = useUrlState(EXCEPTION_PARAMS);
  const titleOf = useRuleTitles();
  const isLive = useFeedNews(() => void refreshExceptions());
  const list = useList(listExceptions, { query: exceptionQuery(filters) }, ({ nextCursor }) => nextCursor, {
    pollMs: isLive ? false : POLL_MS,
  });
  const listed = list.pages?.flatMap(({ exceptions }) => exceptions);
  const rows = listed && rowsOf(filters.status, listed);
  const isReadingOn =
    filters.status === 'ending' && list.hasMore && !list.error && (listed?.length ?? 0) < ENDING_READ_MAX;
  useEffect(() => {
    if (isReadingOn && !list.isBusy) list.more();
  });
  const { selection, chosen, decidable, decide, dialog } = useDecisions(rows ?? [], titleOf);
  return (
    <>
      <PageHeader
        title="Exceptions"
        subtitle="A waiver of findings, with a reason and an end. Someone other than the requester decides."
      />
      <div class="section-notice">
        <Tabs
          label="State"
          tabs={LISTS.map((status) => ({
            label: LIST_LABELS[status],
            href: href('/exceptions', null, {
              status: status === 'pending' ? null : status,
              ruleId: filters.ruleId || null,
              fileName: filters.fileName || null,
              mine: filters.mine || null,
            }),
            isCurrent: status === filters.status,
          }))}
        />
      </div>
      <SavedViews screen="exceptions" />
      <OtherFilters filters={filters} onChange={change} />
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {(rows === undefined || (rows.length === 0 && isReadingOn)) && !list.error && <Skeleton lines={8} />}
      {rows?.length === 0 && !isReadingOn && <NoException filters={filters} onChange={change} />}
      {rows && rows.length > 0 && (
        <>
          {decidable.length > 0 && (
            <SelectionBar
              chosen={chosen.length}
              decidable={decidable.length}
              onSelectAll={() => selection.onChange(new Set(decidable.map(({ id }) => id)))}
              onClear={() => selection.onChange(new Set())}
              onDecide={decide}
            />
          )}
          <DataTable
            label="Exceptions"
            columns={exceptionColumns(titleOf)}
            rows={rows}
            keyOf={({ id }) => id}
            nameOf={({ ruleId, fileName }) => `${titleOf(ruleId)}, ${fileName}`}
            isBusy={list.isOutdated}
            {...(decidable.length > 0 && { selection })}
          />
        </>
      )}
      <MoreButton
        shown={rows?.length ?? 0}
        noun="exceptions"
        hasMore={list.hasMore && !isReadingOn}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
      {dialog}
    </>
  );
}

/** Selects rows, and opens the dialog of a decision by button or key. Without a selection a key means the focused row. */
function useDecisions(rows: readonly Exception[], titleOf: (ruleId: string) => string) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<{
    readonly decision: Decision;
    readonly exceptions: readonly Exception[];
  } | null>(null);
  const decidable = rows.filter(({ decidableByCaller }) => decidableByCaller);
  // Rows that others decided meanwhile are no longer chosen.
  const chosen = decidable.filter(({ id }) => keys.has(id));
  const decide = (decision: Decision) => {
    if (chosen.length > 0) return setOpen({ decision, exceptions: chosen });
    const focusedId = document.activeElement?.closest('tr')?.dataset.key;
    const focused = rows.find(({ id }) => id === focusedId);
    if (focused === undefined) showToast('Select exceptions first, or go to a row with j and k.');
    else if (focused.decidableByCaller) setOpen({ decision, exceptions: [focused] });
    else showToast(focused.whyNot?.message ?? 'You cannot decide on this exception.');
  };
  useKey('a', () => decide('approve'), 'Approve the selection or the row');
  useKey('r', () => decide('reject'), 'Reject the selection or the row');
  const selection: Selection = {
    keys: new Set(chosen.map(({ id }) => id)),
    onChange: setKeys,
    canSelect: (id) => decidable.some((row) => row.id === id),
  };
  const dialog = open && (
    <BulkDecision
      {...open}
      titleOf={titleOf}
      onDecided={() => setKeys(new Set())}
      onClose={() => setOpen(null)}
    />
  );
  return { selection, chosen, decidable, decide, dialog };
}
