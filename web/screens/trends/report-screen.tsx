/** Screen of `/trends/report`: the last seven days on a page to print. */
import { getBacklog, getStatistics, listFindings } from '../../api/calls/estate.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { Button } from '../../parts/form/button.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { PageHeader } from '../../parts/layout/page-header.tsx';
import { href } from '../../routing/paths.ts';
import { BacklogCharts } from './backlog-charts.tsx';
import { BacklogGroups } from './backlog-groups.tsx';
import { BacklogTotals } from './backlog-totals.tsx';
import { blockedShareOf, meanScoreOf, rangeOf, sumOf } from './trend-series.ts';

const DAYS = 7;
/** Critical findings that the report lists. */
const FINDINGS_MAX = 20;

/** Shows what is open, what was fixed, what was run, and the open critical findings. */
export default function ReportScreen() {
  const range = rangeOf(DAYS, Date.now());
  const backlog = useCall(getBacklog, { query: { ...range, group: 'repository' } });
  const owners = useCall(getBacklog, { query: { ...range, group: 'owner' } });
  const runs = useCall(getStatistics, { query: range });
  const critical = useCall(listFindings, { query: { severity: 'critical', pageSize: FINDINGS_MAX } });
  const all = [backlog, owners, runs, critical];
  const failed = all.find(({ error }) => error !== null);
  const points = runs.data?.series.flatMap((one) => one.points) ?? [];
  return (
    <>
      <PageHeader
        title="Weekly report"
        subtitle={`${range.from.slice(0, 'YYYY-MM-DD'.length)} to today, in UTC. Changes are against the first counted day.`}
        back={{ href: href('/trends', null), label: 'Trends' }}
        actions={
          <Button kind="primary" onClick={() => print()}>
            Print
          </Button>
        }
      />
      {failed && <ErrorState error={failed.error!} onRetry={failed.retry} />}
      {!failed && all.some(({ data }) => data === undefined) && <Skeleton lines={10} />}
      {backlog.data && owners.data && runs.data && critical.data && (
        <div class="stack stack--loose">
          <section class="stack">
            <h2>Open findings</h2>
            <BacklogTotals backlog={backlog.data} />
            {backlog.data.days.length > 1 && <BacklogCharts days={backlog.data.days} />}
          </section>
          <section class="stack">
            <h2>Runs</h2>
            <KeyValues
              inRow
              entries={[
                ['Runs', sumOf(points, 'runs').toLocaleString('en')],
                ['Blocked', `${blockedShareOf(points) ?? '–'} %`],
                ['Mean score', meanScoreOf(points) ?? '–'],
                ['New findings', sumOf(points, 'newFindings').toLocaleString('en')],
              ]}
            />
          </section>
          <BacklogGroups groups={backlog.data.groups} by="repository" />
          <BacklogGroups groups={owners.data.groups} by="owner" />
          <section class="stack">
            <h2>Open critical findings</h2>
            {critical.data.items.length === 0 && <p class="soft">None.</p>}
            <ul>
              {critical.data.items.map(
                ({ findingId, workflowId, validationId, rule, filename, repository, assignee }) => (
                  <li key={`${workflowId} ${findingId}`}>
                    <a href={href('/validations/:id', { id: validationId }, { finding: findingId })}>
                      {rule}
                    </a>
                    , <bdi>{filename}</bdi>
                    {repository && (
                      <>
                        {' '}
                        in <bdi>{repository}</bdi>
                      </>
                    )}
                    {assignee && (
                      <>
                        , assigned to <bdi>{assignee}</bdi>
                      </>
                    )}
                  </li>
                ),
              )}
            </ul>
            {critical.data.nextCursor && <p class="soft">The newest {FINDINGS_MAX} are listed.</p>}
          </section>
        </div>
      )}
    </>
  );
}
