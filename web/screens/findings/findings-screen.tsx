/** Screen of `/findings`: what is open in all files, in groups. */
import { useState } from 'preact/hooks';
import { countFindings, type FindingCounts, listFindings, listWorkflows } from '../../api/calls/estate.ts';
import { useCall } from '../../api/use-call.ts';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { counted } from '../../parts/data/words.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button, LinkButton } from '../../parts/form/button.tsx';
import { ExportButtons } from '../../parts/form/export-buttons.tsx';
import { SavedViews } from '../../parts/form/saved-views.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { filterQuery, isFiltered, noFilters } from '../../routing/filters.ts';
import { href } from '../../routing/paths.ts';
import { useUrlState } from '../../routing/url-state.ts';
import { hasScope } from '../../session/session.ts';
import { FindingActions } from './finding-actions.tsx';
import type { SelectedFindings } from './finding-columns.tsx';
import { FindingFilterBar } from './finding-filter-bar.tsx';
import { FINDING_PARAMS, FINDING_VIEW } from './finding-filters.ts';
import { FindingGroups } from './finding-groups.tsx';

/** Shows the findings, by rule unless another grouping is chosen. */
export default function FindingsScreen() {
  const [filters, change] = useUrlState(FINDING_PARAMS);
  const [{ by, open }, changeView] = useUrlState(FINDING_VIEW);
  const [selected, select] = useState<SelectedFindings>(new Map());
  const titleOf = usePlatformTitles();
  const query = filterQuery(filters);
  const { data, error, isBusy, retry } = useCall(countFindings, { query: { ...query, by } });
  // With another grouping, the groups are still the last ones until the new ones are there.
  const counts = data?.by === by ? data : undefined;
  const isClean = counts?.total === 0 && !isFiltered(filters);
  return (
    <>
      <PageHeader
        title="Findings"
        subtitle="What the newest run of each workflow found and no exception waives."
        actions={
          counts !== undefined &&
          counts.total > 0 && (
            <ExportButtons call={listFindings} query={query} formats={['csv', 'json', 'sarif']} />
          )
        }
      />
      <SavedViews screen="findings" />
      <FindingFilterBar
        filters={filters}
        counts={data}
        by={by}
        titleOf={titleOf}
        onChange={change}
        onGroup={(name) => changeView({ by: name, open: [] })}
      />
      {error && <ErrorState error={error} onRetry={retry} />}
      {counts === undefined && !error && <Skeleton lines={10} />}
      {isClean && <Clean />}
      {counts?.total === 0 && !isClean && (
        <EmptyState
          icon="search"
          title="No finding matches"
          actions={<Button onClick={() => change(noFilters(filters))}>Clear filters</Button>}
        >
          Search looks in paths, ids and titles of rules.
        </EmptyState>
      )}
      <FindingActions findings={[...selected.values()]} onClear={() => select(new Map())} />
      {counts && counts.total > 0 && (
        <FindingGroups
          by={by}
          groups={counts.groups}
          query={query}
          open={open}
          titleOf={titleOf}
          onOpen={(keys) => changeView({ open: keys })}
          isBusy={isBusy}
          selection={hasScope(['exceptions:request']) ? { selected, onChange: select } : null}
        />
      )}
      {by === 'repository' && counts && <WithoutRepository counts={counts} />}
      {counts?.isComplete === false && (
        <p class="more soft">These are the {counts.groups.length} worst groups. Filter to see others.</p>
      )}
    </>
  );
}

/** Counts the findings that are in no group. */
function WithoutRepository({ counts: { total, groups, isComplete } }: { readonly counts: FindingCounts }) {
  const missing = total - groups.reduce((sum, { count }) => sum + count, 0);
  if (!isComplete || missing === 0) return null;
  return <p class="more soft">{counted(missing, 'finding')} in files without a repository.</p>;
}

/** Says how much was checked: that nothing is open means little where nothing was validated. */
function Clean() {
  const { data, error, retry } = useCall(listWorkflows, { query: { pageSize: 1 } });
  if (error) return <ErrorState error={error} onRetry={retry} />;
  if (data === undefined) return null;
  if (data.total === 0)
    return (
      <EmptyState
        icon="findings"
        title="No workflow yet"
        actions={
          <LinkButton kind="primary" href={href('/connect', null)}>
            Connect a pipeline
          </LinkButton>
        }
      >
        Findings of all files that are validated appear here.
      </EmptyState>
    );
  return (
    <EmptyState
      icon="check"
      title={`Nothing open in ${counted(data.total, 'file')}`}
      actions={<LinkButton href={href('/workflows', null)}>Show the workflows</LinkButton>}
    >
      Their newest runs found nothing, or exceptions waive what they found.
    </EmptyState>
  );
}
