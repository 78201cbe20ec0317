/** Trends of the backlog: open findings by severity and age, and how long fixed ones had been open. */
import { type Backlog, getBacklog } from '../../api/calls/estate.ts';
import { useCall } from '../../api/use-call.ts';
import { teamOptions, useTeams } from '../../api/use-teams.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { ChoiceSelect } from '../../parts/form/choice-select.tsx';
import { choiceParam, textParam, useUrlState } from '../../routing/url-state.ts';
import { BacklogCharts } from './backlog-charts.tsx';
import { BacklogGroups, type GroupName } from './backlog-groups.tsx';
import { BacklogTotals } from './backlog-totals.tsx';
import { DAYS_PARAM, DaysSelect } from './trend-filters.tsx';
import { rangeOf } from './trend-series.ts';

/** Parameters of the address; the API names the filters the same. */
const PARAMS = {
  ...DAYS_PARAM,
  by: choiceParam<GroupName>(['repository', 'owner'], 'repository'),
  repository: textParam(),
  ownerTeamId: textParam(),
};

/** Shows the backlog of all workflows, a repository or an owner. */
export function BacklogTrends() {
  const [{ days, by, repository, ownerTeamId }, change] = useUrlState(PARAMS);
  const teams = new Map([...teamOptions(useTeams()), ['none', 'no team']]);
  const query = {
    ...rangeOf(Number(days), Date.now()),
    group: by,
    repository: repository || null,
    ownerTeamId: ownerTeamId || null,
  };
  const { data, error, isBusy, retry } = useCall(getBacklog, { query });
  return (
    <>
      <search class="filters">
        <DaysSelect days={days} onChange={(value) => change({ days: value })} />
        <ChoiceSelect
          label="List by"
          value={by}
          options={[
            ['repository', 'Repository'],
            ['owner', 'Owner'],
          ]}
          onChange={(value) => change({ by: value })}
        />
        {(repository || ownerTeamId) && (
          <>
            <span>
              Only <bdi>{repository || (teams.get(ownerTeamId) ?? ownerTeamId)}</bdi>
            </span>
            <Button small onClick={() => change({ repository: '', ownerTeamId: '' })}>
              Show all
            </Button>
          </>
        )}
      </search>
      {error && <ErrorState error={error} onRetry={retry} />}
      {!data && !error && <Skeleton lines={10} />}
      {data && (
        <div class="stack stack--loose" aria-busy={isBusy}>
          <Shown backlog={data} by={by} />
        </div>
      )}
    </>
  );
}

function Shown({ backlog, by }: { readonly backlog: Backlog; readonly by: GroupName }) {
  const { days, groups } = backlog;
  if (days.length === 0)
    return (
      <EmptyState icon="trends" title="Nothing is counted yet">
        Open findings are counted every hour, once a workflow has a result.
      </EmptyState>
    );
  return (
    <>
      <BacklogTotals backlog={backlog} />
      {days.length === 1 ? (
        <p class="soft">From a second day on, charts show how it goes.</p>
      ) : (
        <BacklogCharts days={days} />
      )}
      <BacklogGroups groups={groups} by={by} />
    </>
  );
}
