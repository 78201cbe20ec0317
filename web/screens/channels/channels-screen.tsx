/** Screen of `/channels`: which workflows feed each other, and by what. */
import { useMemo } from 'preact/hooks';
import { listChannels } from '../../api/calls/estate.ts';
import { useList } from '../../api/use-list.ts';
import { DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button, LinkButton } from '../../parts/form/button.tsx';
import { ChoiceFacet } from '../../parts/form/choice-facet.tsx';
import { CheckField } from '../../parts/form/fields.tsx';
import { FilterBar, SearchField } from '../../parts/form/filters.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { type Filters, filterQuery, isFiltered, noFilters } from '../../routing/filters.ts';
import { href } from '../../routing/paths.ts';
import { type ChangeKind, useUrlState } from '../../routing/url-state.ts';
import { hasScope } from '../../session/session.ts';
import { channelColumns } from './channel-columns.tsx';
import { CHANNEL_PARAMS, type ChannelParam, KIND_LABELS } from './channel-filters.ts';

/** Shows the channels, by kind and name. */
export default function ChannelsScreen() {
  const [filters, change] = useUrlState(CHANNEL_PARAMS);
  const titleOf = usePlatformTitles();
  const columns = useMemo(() => channelColumns(titleOf), [titleOf]);
  const query = filterQuery(filters);
  const list = useList(listChannels, { query }, ({ nextCursor }) => nextCursor);
  const channels = list.pages?.flatMap(({ items }) => items);
  const isOff = list.pages?.[0]?.isEnabled === false;
  return (
    <>
      <PageHeader
        title="Channels"
        subtitle="Which workflows feed each other, across projects and platforms: by queues, assets, shared files and started automations."
      />
      {!isOff && <ChannelFilterBar filters={filters} onChange={change} />}
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {channels === undefined && !list.error && <Skeleton lines={6} />}
      {isOff && <SwitchedOff />}
      {channels?.length === 0 && !isOff && (
        <EmptyState
          icon="channels"
          title={isFiltered(filters) ? 'No channel matches' : 'No two workflows are joined yet'}
          actions={
            isFiltered(filters) && <Button onClick={() => change(noFilters(filters))}>Clear filters</Button>
          }
        >
          Each run on a default branch adds the channels of its file. A name that is chosen at run time is not
          among them.
        </EmptyState>
      )}
      {channels && channels.length > 0 && (
        <DataTable
          label="Channels"
          columns={columns}
          rows={channels}
          keyOf={({ kind, platform, name }) => `${kind} ${platform} ${name}`}
          isBusy={list.isBusy && !list.isLoadingMore}
        />
      )}
      <MoreButton
        shown={channels?.length ?? 0}
        noun="channels"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
    </>
  );
}

interface ChannelFilterBarProps {
  readonly filters: Filters<ChannelParam>;
  readonly onChange: (changes: Partial<Filters<ChannelParam>>, kind?: ChangeKind) => void;
}

const KINDS = Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }));

function ChannelFilterBar({ filters, onChange }: ChannelFilterBarProps) {
  return (
    <FilterBar result="" onClear={isFiltered(filters) ? () => onChange(noFilters(filters)) : undefined}>
      <SearchField label="Search names" value={filters.q} onInput={(q) => onChange({ q }, 'typing')} />
      <ChoiceFacet
        label="Kind"
        options={KINDS}
        value={filters.kind}
        onChange={(kind) => onChange({ kind })}
      />
      <CheckField
        label="Include channels with only one side"
        checked={filters.show === 'all'}
        onChange={(isAll) => onChange({ show: isAll ? 'all' : '' })}
      />
    </FilterBar>
  );
}

/** Explains the setting to who can change it, and to who cannot. */
function SwitchedOff() {
  const isAdmin = hasScope(['org:admin']);
  return (
    <EmptyState
      icon="channels"
      title="Channels are switched off"
      actions={
        isAdmin && (
          <LinkButton kind="primary" href={href('/settings', null)}>
            Open the settings
          </LinkButton>
        )
      }
    >
      With "Show which workflows feed each other", each new run stores the names of the queues, assets, shared
      files and automations that its file uses: no value, and nothing of another organisation.{' '}
      {isAdmin ? 'You can switch it off again at any time.' : 'An admin can switch it on in the settings.'}
    </EmptyState>
  );
}
