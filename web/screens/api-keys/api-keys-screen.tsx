/** Screen of `/team/api-keys`: the keys of programs. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { type ApiKey, type ApiKeyWithSecret, createApiKey, listApiKeys } from '../../api/calls/api-keys.ts';
import { useList } from '../../api/use-list.ts';
import { useTeams } from '../../api/use-teams.ts';
import { DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { FilterBar, SelectFilter } from '../../parts/form/filters.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { filterQuery, isFiltered, noFilters } from '../../routing/filters.ts';
import { href } from '../../routing/paths.ts';
import { textParam, useUrlState } from '../../routing/url-state.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { keyColumns } from './key-columns.tsx';
import { KeyPanel } from './key-panel.tsx';
import { STATUS_OPTIONS } from './key-words.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

const FILTERS = { status: textParam() };
const PANEL = { key: textParam() };

/** Lists the keys, and makes new ones. */
export default function ApiKeysScreen() {
  const [filters, change] = useUrlState(FILTERS);
  const [{ key: openId }, open] = useUrlState(PANEL);
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null);
  const query = filterQuery(filters);
  const list = useList(listApiKeys, { query }, ({ nextCursor }) => nextCursor);
  const keys = list.pages?.flatMap((page) => page.apiKeys);
  const current = keys?.find(({ id }) => id === openId);
  const teams = useTeams();
  const holderOf = ({ teamId }: ApiKey) => {
    if (teamId === null) return 'Whole organisation';
    return teams ? (teams.find(({ id }) => id === teamId)?.name ?? 'Deleted team') : 'One team';
  };
  const reload = () => loadAgain(listApiKeys);
  const show = async (key: ApiKeyWithSecret) => {
    setMade(key);
    await reload();
  };
  const create = (
    <Button kind="primary" onClick={() => setCreating(true)}>
      Create API key
    </Button>
  );
  return (
    <>
      <PageHeader
        title="API keys"
        subtitle="For programs, such as pipelines. People sign in by themselves."
        actions={create}
      />
      <FilterBar
        result={keys === undefined ? '' : countText(keys.length, list.hasMore)}
        onClear={isFiltered(filters) ? () => change(noFilters(filters)) : undefined}
      >
        <SelectFilter
          label="State"
          all="All states"
          value={filters.status}
          options={STATUS_OPTIONS}
          onChange={(status) => change({ status })}
        />
      </FilterBar>
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {keys === undefined && !list.error && <Skeleton lines={6} />}
      {keys?.length === 0 && (
        <EmptyState icon="key" title={isFiltered(filters) ? 'No API key matches' : 'No API key yet'}>
          {isFiltered(filters)
            ? 'No key is in this state.'
            : 'A pipeline that sends files needs one, unless its CI system is trusted without a key.'}
        </EmptyState>
      )}
      {keys && keys.length > 0 && (
        <DataTable
          label="API keys"
          columns={keyColumns(({ id }) => href('/team/api-keys', null, { ...query, key: id }), holderOf)}
          rows={keys}
          keyOf={({ id }) => id}
          isBusy={list.isBusy}
        />
      )}
      <MoreButton
        shown={keys?.length ?? 0}
        noun="API keys"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
      {current && (
        <KeyPanel
          key={current.id}
          apiKey={current}
          holder={holderOf(current)}
          onRotated={show}
          onRevoked={reload}
          onClose={() => open({ key: '' })}
        />
      )}
      {isCreating && (
        <CreateKeyDialog
          send={async (body) => {
            const key = await createApiKey.send({ body });
            setCreating(false);
            await show(key);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {made && <NewKeyDialog made={made} onClose={() => setMade(null)} />}
    </>
  );
}

function countText(count: number, hasMore: boolean): string {
  const text = count.toLocaleString('en');
  return hasMore ? `${text} shown` : count === 1 ? '1 API key' : `${text} API keys`;
}
