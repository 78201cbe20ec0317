/** Screen of `/workflows`: every workflow file, as its last run saw it. */
import { useMemo } from 'preact/hooks';
import { listWorkflows } from '../../api/calls/estate.ts';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button, LinkButton } from '../../parts/form/button.tsx';
import { ExportButtons } from '../../parts/form/export-buttons.tsx';
import { SavedViews } from '../../parts/form/saved-views.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { isFiltered, noFilters } from '../../routing/filters.ts';
import { href } from '../../routing/paths.ts';
import { useUrlState } from '../../routing/url-state.ts';
import { workflowColumns } from './workflow-columns.tsx';
import { WorkflowFilterBar } from './workflow-filter-bar.tsx';
import { WORKFLOW_ORDER, WORKFLOW_PARAMS, workflowQuery } from './workflow-filters.ts';

/** Shows the workflows, the worst first. */
export default function WorkflowsScreen() {
  const [filters, change] = useUrlState(WORKFLOW_PARAMS);
  const [{ sort }, order] = useUrlState(WORKFLOW_ORDER);
  const titleOf = usePlatformTitles();
  const columns = useMemo(() => workflowColumns(titleOf), [titleOf]);
  const query = workflowQuery(filters);
  const list = useList(listWorkflows, { query: { ...query, sort } }, ({ nextCursor }) => nextCursor);
  const workflows = list.pages?.flatMap(({ items }) => items);
  const isFirstRun = workflows?.length === 0 && !isFiltered(filters);
  return (
    <>
      <PageHeader
        title="Workflows"
        subtitle="One row per file, from its latest run on a default branch."
        actions={
          workflows !== undefined &&
          workflows.length > 0 && (
            <ExportButtons call={listWorkflows} query={{ ...query, sort }} formats={['csv', 'json']} />
          )
        }
      />
      <SavedViews screen="workflows" />
      {!isFirstRun && (
        <WorkflowFilterBar
          filters={filters}
          workflows={workflows ?? []}
          total={list.pages?.[0]?.total}
          onChange={change}
        />
      )}
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {workflows === undefined && !list.error && <Skeleton lines={10} />}
      {isFirstRun && (
        <EmptyState
          icon="workflows"
          title="No workflow yet"
          actions={
            <LinkButton kind="primary" href={href('/connect', null)}>
              Connect a pipeline
            </LinkButton>
          }
        >
          Each file that is validated appears here, with its score from run to run.
        </EmptyState>
      )}
      {workflows?.length === 0 && !isFirstRun && (
        <EmptyState
          icon="search"
          title="No workflow matches"
          actions={<Button onClick={() => change(noFilters(filters))}>Clear filters</Button>}
        >
          Search looks in the paths of files.
        </EmptyState>
      )}
      {workflows && workflows.length > 0 && (
        <DataTable
          label="Workflows"
          columns={columns}
          rows={workflows}
          keyOf={({ workflowId }) => workflowId}
          // The worst score comes first, or the newest run: each column has one order.
          sort={sort === 'score' ? 'score' : '-time'}
          onSort={(column) => order({ sort: column.endsWith('time') ? 'time' : 'score' })}
          isBusy={list.isBusy && !list.isLoadingMore}
        />
      )}
      <MoreButton
        shown={workflows?.length ?? 0}
        noun="workflows"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
    </>
  );
}
