/** Packages of a source, with their results or the reason why there is none. */
import { type Artefact, listArtefacts } from '../../api/calls/sources.ts';
import { useList } from '../../api/use-list.ts';
import { Breakable } from '../../parts/data/breakable.tsx';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { TextParts } from '../../parts/data/text-parts.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { ChoiceSelect } from '../../parts/form/choice-select.tsx';
import { href } from '../../routing/paths.ts';
import { choiceParam, useUrlState } from '../../routing/url-state.ts';
import { REASONS } from './source-words.ts';

const PARAMS = { reason: choiceParam<string>(['', ...Object.keys(REASONS)], '') };
const OPTIONS: readonly (readonly [string, string])[] = [['', 'All'], ...Object.entries(REASONS)];

/** Lists the packages, filtered by reason in the address. */
export function ArtefactList({ id }: { readonly id: string }) {
  const [{ reason }, change] = useUrlState(PARAMS);
  const list = useList(
    listArtefacts,
    { params: { id }, query: reason === '' ? {} : { reason } },
    ({ nextCursor }) => nextCursor,
  );
  const rows = list.pages?.flatMap(({ artefacts }) => artefacts) ?? [];
  return (
    <section class="section stack">
      <div class="section-head">
        <h2>Packages</h2>
        <ChoiceSelect
          label="Without a result"
          value={reason}
          options={OPTIONS}
          onChange={(next) => change({ reason: next })}
        />
      </div>
      {list.error && <ErrorState error={list.error} onRetry={list.retry} />}
      {list.pages && rows.length === 0 && (
        <p class="soft">{reason === '' ? 'Nothing has been pulled yet.' : 'No package has this reason.'}</p>
      )}
      {rows.length > 0 && (
        <DataTable label="Packages" columns={COLUMNS} rows={rows} keyOf={(artefact) => artefact.id} />
      )}
      <MoreButton
        shown={rows.length}
        noun="packages"
        hasMore={list.hasMore}
        isBusy={list.isLoadingMore}
        onMore={list.more}
      />
    </section>
  );
}

const COLUMNS: readonly Column<Artefact>[] = [
  {
    key: 'name',
    label: 'Package',
    cell: ({ name, version, environment, running, projectValidationId: id }) => (
      <>
        {id === null ? (
          <Breakable text={name} />
        ) : (
          <a class="row-link" href={href('/projects/:id', { id })}>
            <Breakable text={name} />
          </a>
        )}
        <span class="cell-note">
          <TextParts parts={[version, environment, running.map(({ part }) => part).join(', ')]} />
        </span>
      </>
    ),
  },
  {
    key: 'result',
    label: 'Result',
    cell: ({ reason, problem }) =>
      reason === null ? (
        'Judged'
      ) : (
        <>
          No result: {REASONS[reason] ?? reason}
          {problem !== null && <span class="cell-note">{problem}</span>}
        </>
      ),
  },
  {
    key: 'seen',
    label: 'Last seen',
    isExtra: true,
    cell: ({ presence, lastSeenAt }) => (
      <>
        <RelativeTime time={lastSeenAt} />
        {presence !== 'present' && <span class="cell-note">{presence.replace('_', ' ')}</span>}
      </>
    ),
  },
];
