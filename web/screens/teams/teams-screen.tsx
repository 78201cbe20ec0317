/** Screen of `/team/teams`: teams of members, and what they own. */
import { useState } from 'preact/hooks';
import { loadAgain } from '../../api/answers.ts';
import { createTeam, listTeams, type Team } from '../../api/calls/teams.ts';
import { useList } from '../../api/use-list.ts';
import { type Column, DataTable } from '../../parts/data/data-table.tsx';
import { MoreButton } from '../../parts/data/more-button.tsx';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { showToast } from '../../parts/feedback/live-region.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { textParam, useUrlState } from '../../routing/url-state.ts';
import { CodeOwnersSection } from './code-owners-section.tsx';
import { GroupsSection } from './groups-section.tsx';
import { patternLine } from './pattern-lines.ts';
import { TeamDialog } from './team-dialog.tsx';
import { TeamPanel } from './team-panel.tsx';

const PANEL = { team: textParam() };

/** Lists the teams, and adds new ones. */
export default function TeamsScreen() {
  const [{ team: openId }, open] = useUrlState(PANEL);
  const [isCreating, setCreating] = useState(false);
  const { pages, error, retry, isBusy, hasMore, isLoadingMore, more } = useList(
    listTeams,
    {},
    ({ nextCursor }) => nextCursor,
  );
  const teams = pages?.flatMap((page) => page.teams);
  const current = teams?.find(({ id }) => id === openId);
  const reload = () => loadAgain(listTeams);
  const create = (
    <Button kind="primary" onClick={() => setCreating(true)}>
      Add team
    </Button>
  );
  return (
    <>
      <PageHeader title="Teams" subtitle="Who owns which workflows." actions={create} />
      {error && <ErrorState error={error} onRetry={retry} />}
      {teams === undefined && !error && <Skeleton lines={6} />}
      {teams?.length === 0 && (
        <EmptyState icon="team" title="No team yet">
          Add a team with the repositories that it owns. Workflows and findings can then be filtered by owner.
        </EmptyState>
      )}
      {teams && teams.length > 0 && (
        <>
          <DataTable label="Teams" columns={COLUMNS} rows={teams} keyOf={({ id }) => id} isBusy={isBusy} />
          <MoreButton
            shown={teams.length}
            noun="teams"
            hasMore={hasMore}
            isBusy={isLoadingMore}
            onMore={more}
          />
        </>
      )}
      <CodeOwnersSection />
      {teams && <GroupsSection teams={teams} />}
      {current && (
        <TeamPanel key={current.id} team={current} onChanged={reload} onClose={() => open({ team: '' })} />
      )}
      {isCreating && (
        <TeamDialog
          team={null}
          send={async (body) => {
            await createTeam.send({ body });
            setCreating(false);
            showToast('The team is added.');
            await reload();
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
}

/** Patterns of a team that a row shows. */
const PATTERNS_SHOWN = 3;

const COLUMNS: readonly Column<Team>[] = [
  {
    key: 'name',
    label: 'Team',
    cell: ({ id, name, description }) => (
      <>
        <a class="row-link" href={href('/team/teams', null, { team: id })}>
          <bdi>{name}</bdi>
        </a>
        {description && (
          <span class="cell-note">
            <bdi>{description}</bdi>
          </span>
        )}
      </>
    ),
  },
  { key: 'members', label: 'Members', cell: ({ members }) => members.length.toLocaleString('en') },
  {
    key: 'patterns',
    label: 'Owns',
    isExtra: true,
    cell: ({ patterns }) => (
      <>
        {patterns.slice(0, PATTERNS_SHOWN).map((pattern) => (
          <span key={patternLine(pattern)} class="cell-note">
            <bdi>{patternLine(pattern)}</bdi>
          </span>
        ))}
        {patterns.length > PATTERNS_SHOWN && (
          <span class="cell-note">and {patterns.length - PATTERNS_SHOWN} more</span>
        )}
      </>
    ),
  },
];
