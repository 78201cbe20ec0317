/** Screen of `/drift`: where tenants and repositories differ, and by which files. */
import { useMemo } from 'preact/hooks';
import { type Drift, listDrift } from '../../api/calls/sources.ts';
import { useList } from '../../api/use-list.ts';
import { Breakable } from '../../parts/data/breakable.tsx';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { ChoiceFacet } from '../../parts/form/choice-facet.tsx';
import { FilterBar, SearchField } from '../../parts/form/filters.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { filterQuery, isFiltered, noFilters } from '../../routing/filters.ts';
import { href } from '../../routing/paths.ts';
import { choiceParam, textParam, useUrlState } from '../../routing/url-state.ts';
import { DriftBadge, STATES } from './drift-badge.tsx';
import { DriftPanel } from './drift-panel.tsx';
import { LinkList } from './link-list.tsx';

const PARAMS = {
  state: choiceParam<string>(['', ...Object.keys(STATES)], ''),
  repository: textParam(),
  environment: textParam(),
};
const OPEN = { open: textParam() };
const OPTIONS = Object.entries(STATES).map(([value, [, label]]) => ({ value, label }));

/** Lists artefacts with their states; the panel of one shows both sides of each file. */
export default function DriftScreen() {
  const [filters, change] = useUrlState(PARAMS);
  const [{ open }, setOpen] = useUrlState(OPEN);
  const query = filterQuery(filters);
  const list = useList(listDrift, { query }, ({ nextCursor }) => nextCursor);
  const rows = list.pages?.flatMap(({ items }) => items);
  const columns = useMemo(() => columnsOf((id) => href('/drift', null, { ...query, open: id })), [filters]);
  const opened = rows?.find(({ artefactId }) => artefactId === open);
  const clear = isFiltered(filters) ? () => change(noFilters(filters)) : undefined;
  return (
    <>
      <PageHeader title="Drift" subtitle="Whether what runs in your tenants is what was approved." />
      <LinkList title="Proposed links" query={{ state: 'proposed' }} decisions={['confirmed', 'refused']} />
      <FilterBar result="" onClear={clear}>
        <SearchField
          label="Repository"
          value={filters.repository}
          onInput={(repository) => change({ repository }, 'typing')}
        />
        <SearchField
          label="Environment"
          value={filters.environment}
          onInput={(environment) => change({ environment }, 'typing')}
        />
        <ChoiceFacet
          label="State"
          options={OPTIONS}
          value={filters.state}
          onChange={(state) => change({ state })}
        />
      </FilterBar>
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {rows === undefined && !list.error && <Skeleton lines={6} />}
      {rows?.length === 0 && !list.hasMore && (
        <EmptyState
          icon="sort"
          title={clear ? 'Nothing matches' : 'Nothing to compare yet'}
          actions={clear && <Button onClick={clear}>Clear filters</Button>}
        >
          {clear
            ? null
            : 'Once a source has been pulled, its files are compared with those of your repositories.'}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <DataTable
          label="Drift"
          columns={columns}
          rows={rows}
          keyOf={({ artefactId }) => artefactId}
          isBusy={list.isBusy && !list.isLoadingMore}
        />
      )}
      <MoreButton
        shown={rows?.length ?? 0}
        noun="packages"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
      {opened && <DriftPanel key={open} entry={opened} onClose={() => setOpen({ open: '' })} />}
    </>
  );
}

const columnsOf = (addressOf: (id: string) => string): readonly Column<Drift>[] => [
  {
    key: 'name',
    label: 'In the tenant',
    cell: ({ artefactId, name, source, version, environment }) => (
      <>
        <a class="row-link" href={addressOf(artefactId)}>
          <Breakable text={name} />
        </a>
        <span class="cell-note">
          <TextParts parts={[source, version, environment]} />
        </span>
      </>
    ),
  },
  { key: 'state', label: 'State', cell: (entry) => <DriftBadge {...entry} /> },
  {
    key: 'link',
    label: 'In the repository',
    cell: ({ link }) =>
      link === null ? (
        <span class="soft">Not linked</span>
      ) : (
        <Breakable text={`${link.repository} ${link.folder}`} />
      ),
  },
  {
    key: 'files',
    label: 'Files',
    isExtra: true,
    cell: ({ counts }) =>
      Object.entries(counts)
        .map(([state, count]) => `${count.toLocaleString('en')} ${STATES[state]?.[1].toLowerCase() ?? state}`)
        .join(', '),
  },
];
