/** Screen of `/inventory`: which workflows touch a host, a package, a queue or another thing. */
import { useMemo } from 'preact/hooks';
import { type InventoryItem, listInventory } from '../../api/calls/estate.ts';
import { useList } from '../../api/use-list.ts';
import { Breakable } from '../../parts/data/breakable.tsx';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { Score } from '../../parts/data/score.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { SelectField, TextField } from '../../parts/form/fields.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { filterQuery } from '../../routing/filters.ts';
import { href, type QueryValues } from '../../routing/paths.ts';
import { useUrlState } from '../../routing/url-state.ts';
import { INVENTORY_PARAMS, KINDS } from './inventory-filters.ts';

/** Takes a kind and a name, and lists the workflows that touch it. */
export default function InventoryScreen() {
  const [question, change] = useUrlState(INVENTORY_PARAMS);
  const { kind, value, repository } = question;
  return (
    <>
      <PageHeader
        title="Inventory"
        subtitle="Which workflows touch a host, a package, a queue and so on, by the newest run of each file."
      />
      <div class="form-columns">
        <SelectField
          label="Kind"
          value={kind}
          options={KINDS}
          onChange={(chosen) => change({ kind: chosen })}
        />
        <TextField
          label="Name"
          value={value}
          hint={
            kind === 'package'
              ? 'With its version, as in UiPath.System.Activities 23.10.0, or without.'
              : 'The whole name, as in erp.corp.example.'
          }
          onInput={(text) => change({ value: text }, 'typing')}
        />
        <TextField
          label="Repository"
          hint="Optional."
          value={repository}
          onInput={(text) => change({ repository: text }, 'typing')}
        />
      </div>
      {value.trim() === '' ? (
        <EmptyState icon="search" title="Enter a name">
          The inventory lists the names that steps of workflows use, apart from steps that are switched off.
          It stores no values.
        </EmptyState>
      ) : (
        <Answer query={filterQuery({ ...question, value: value.trim() })} />
      )}
    </>
  );
}

function Answer({ query }: { readonly query: QueryValues }) {
  const titleOf = usePlatformTitles();
  const columns = useMemo(() => columnsOf(titleOf), [titleOf]);
  const list = useList(listInventory, { query }, ({ nextCursor }) => nextCursor);
  const items = list.pages?.flatMap((page) => page.items);
  return (
    <>
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {items === undefined && !list.error && <Skeleton lines={6} />}
      {items?.length === 0 && (
        <EmptyState icon="search" title="No workflow touches it">
          Only the whole name matches. A name that is computed when the workflow runs is not in the inventory.
        </EmptyState>
      )}
      {items && items.length > 0 && (
        <DataTable
          label="Workflows"
          columns={columns}
          rows={items}
          keyOf={({ validationId }) => validationId}
          isBusy={list.isBusy && !list.isLoadingMore}
        />
      )}
      <MoreButton
        shown={items?.length ?? 0}
        noun="workflows"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
    </>
  );
}

function columnsOf(titleOf: (platform: string) => string): readonly Column<InventoryItem>[] {
  return [
    {
      key: 'file',
      label: 'File',
      cell: ({ validationId, filename, platform, repository, branch }) => (
        <>
          <a class="row-link" href={href('/validations/:id', { id: validationId })}>
            <Breakable text={filename ?? 'Without a name'} />
          </a>
          <span class="cell-note">
            <TextParts parts={[platform && titleOf(platform), repository, branch]} />
          </span>
        </>
      ),
    },
    { key: 'places', label: 'Places', cell: ({ places }) => places.toLocaleString('en') },
    { key: 'score', label: 'Score', cell: ({ score }) => <Score score={score} /> },
    {
      key: 'when',
      label: 'Run',
      isExtra: true,
      cell: ({ validatedAt }) => <RelativeTime time={validatedAt} />,
    },
  ];
}
