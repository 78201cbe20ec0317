/** Screen of `/audit`: who managed what, and when. */
import { useEffect } from 'preact/hooks';
import { type AuditEntry, type AuditPage, listAuditLog } from '../../api/calls/audit.ts';
import { type ListState, useList } from '../../api/use-list.ts';
import { DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { ExportButtons } from '../../parts/form/export-buttons.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { useUrlState } from '../../routing/url-state.ts';
import { auditColumns } from './audit-columns.tsx';
import { AuditEntryPanel } from './audit-entry-panel.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import {
  AUDIT_PARAMS,
  type AuditFilters,
  auditQuery,
  isFiltered,
  NO_AUDIT_FILTERS,
} from './audit-filters.ts';
import { ChainState } from './chain-state.tsx';

/** Shows the log, newest first, and the panel of one entry. */
export default function AuditScreen() {
  const [filters, change] = useUrlState(AUDIT_PARAMS);
  const query = auditQuery(filters);
  const list = useList(listAuditLog, { query }, ({ nextCursor }) => nextCursor);
  const entries = list.pages?.flatMap((page) => page.entries);
  const open = useOpenEntry(filters.entry, entries, list);
  return (
    <>
      <PageHeader
        title="Audit log"
        subtitle="Who managed what in your organisation, and when."
        actions={
          entries &&
          entries.length > 0 && <ExportButtons call={listAuditLog} query={query} formats={['csv', 'json']} />
        }
      />
      <ChainState />
      <AuditFilterBar filters={filters} entries={entries} hasMore={list.hasMore} onChange={change} />
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {entries === undefined && !list.error && <Skeleton lines={10} />}
      {entries?.length === 0 && <NoEntry filters={filters} onClear={() => change(NO_AUDIT_FILTERS)} />}
      {entries && entries.length > 0 && (
        <DataTable
          label="Audit log"
          columns={auditColumns(({ sequence }) => addressOf(filters, { entry: String(sequence) }))}
          rows={entries}
          keyOf={({ sequence }) => String(sequence)}
          isBusy={list.isBusy}
        />
      )}
      <MoreButton
        shown={entries?.length ?? 0}
        noun="entries"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
      {open && (
        <AuditEntryPanel
          key={open.sequence}
          entry={open}
          addressOfActor={addressOf(NO_AUDIT_FILTERS, { actorId: open.actorId })}
          addressOfTarget={addressOf(NO_AUDIT_FILTERS, {
            targetKind: open.targetKind,
            targetId: open.targetId,
          })}
          onClose={() => change({ entry: '' })}
        />
      )}
    </>
  );
}

function addressOf(filters: Partial<AuditFilters>, changes: Partial<AuditFilters>): string {
  const chosen = Object.entries({ ...filters, ...changes }).filter(([, value]) => value !== '');
  return href('/audit', null, Object.fromEntries(chosen));
}

/** Returns the entry of the address. Where a link leads further back, pages are loaded until it is there. */
function useOpenEntry(
  sequence: string,
  entries: readonly AuditEntry[] | undefined,
  list: Pick<ListState<AuditPage>, 'hasMore' | 'isBusy' | 'error' | 'more'>,
): AuditEntry | undefined {
  const found = entries?.find((entry) => String(entry.sequence) === sequence);
  const last = entries?.at(-1)?.sequence ?? 0;
  const isFurtherBack = found === undefined && Number(sequence) > 0 && Number(sequence) < last;
  useEffect(() => {
    if (isFurtherBack && list.hasMore && !list.isBusy && !list.error) list.more();
  });
  return found;
}

function NoEntry({ filters, onClear }: { readonly filters: AuditFilters; readonly onClear: () => void }) {
  if (!isFiltered(filters))
    return (
      <EmptyState icon="audit" title="Nothing recorded yet">
        Changes of keys, members, settings, exceptions and webhooks appear here.
      </EmptyState>
    );
  return (
    <EmptyState
      icon="search"
      title="No entry matches"
      actions={<Button onClick={onClear}>Clear filters</Button>}
    >
      The filters leave nothing of the log.
    </EmptyState>
  );
}
