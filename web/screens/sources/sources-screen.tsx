/** Screen of `/sources`: every platform tenant that is pulled, with how much of it has been judged. */
import { useLocation } from 'preact-iso/router';
import { listSources, type Source } from '../../api/calls/sources.ts';
import { useCall } from '../../api/use-call.ts';
import { Badge } from '../../parts/data/badge.tsx';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { choiceParam, useUrlState } from '../../routing/url-state.ts';
import { hasScope } from '../../session/session.ts';
import { CreateDialog } from './create-dialog.tsx';
import { coverageText, missingText } from './source-words.ts';

const PARAMS = { create: choiceParam(['', 'uipath'], '') };

/** Lists sources and adds new ones. */
export default function SourcesScreen() {
  const { route } = useLocation();
  const [{ create }, change] = useUrlState(PARAMS);
  const { data, error, isBusy, retry } = useCall(listSources, {});
  const sources = data?.sources;
  const add = hasScope(['sources:manage']) && (
    <Button kind="primary" onClick={() => change({ create: 'uipath' })}>
      Add source
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Sources"
        subtitle="Tenants whose packages are pulled and judged, also those that have no repository."
        actions={sources && sources.length > 0 && add}
      />
      {error && <ErrorState error={error} onRetry={retry} />}
      {sources === undefined && !error && <Skeleton lines={6} />}
      {sources?.length === 0 && (
        <EmptyState icon="download" title="No source yet" actions={add}>
          A source shows what runs in a tenant of UiPath Orchestrator, and says what could not be seen.
          {add === false && ' An admin can add one.'}
        </EmptyState>
      )}
      {sources && sources.length > 0 && (
        <DataTable label="Sources" columns={COLUMNS} rows={sources} keyOf={({ id }) => id} isBusy={isBusy} />
      )}
      {add !== false && create !== '' && (
        <CreateDialog
          onDone={(id) => route(href('/sources/:id', { id }))}
          onClose={() => change({ create: '' })}
        />
      )}
    </>
  );
}

const COLUMNS: readonly Column<Source>[] = [
  {
    key: 'name',
    label: 'Source',
    cell: ({ id, name, url }) => (
      <>
        <a class="row-link" href={href('/sources/:id', { id })}>
          <bdi>{name}</bdi>
        </a>
        <span class="cell-note mono">
          <bdi>{url}</bdi>
        </span>
      </>
    ),
  },
  { key: 'state', label: 'State', cell: (source) => <SourceBadge source={source} /> },
  {
    key: 'coverage',
    label: 'Judged packages',
    cell: ({ coverage }) => (
      <>
        {coverageText(coverage)}
        <span class="cell-note">{missingText(coverage)}</span>
      </>
    ),
  },
  {
    key: 'complete',
    label: 'Last complete pull',
    isExtra: true,
    cell: ({ lastCompleteAt }) => <RelativeTime time={lastCompleteAt} />,
  },
];

/** Shows what a source does, or lacks. */
export function SourceBadge({ source }: { readonly source: Source }) {
  if (source.runningPullId !== null) return <Badge tone="accent">Pulling</Badge>;
  if (source.state === 'paused') return <Badge>Paused</Badge>;
  if (source.state === 'failing') return <Badge tone="bad">Failing</Badge>;
  if (source.kind !== 'pushed' && source.credentials.length === 0)
    return <Badge tone="warning">No credential</Badge>;
  return <Badge tone="good">Active</Badge>;
}
