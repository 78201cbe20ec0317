/** Trends of runs: their gates, scores and findings by day. */
import { getStatistics, type Statistics } from '../../api/calls/estate.ts';
import { useCall } from '../../api/use-call.ts';
import { sourceLabel } from '../../parts/data/source-label.ts';
import { usePlatformTitles } from '../../parts/data/use-platform-titles.ts';
import { EmptyState } from '../../parts/feedback/empty-state.tsx';
import { ErrorState } from '../../parts/feedback/error-state.tsx';
import { Skeleton } from '../../parts/feedback/skeleton.tsx';
import { LinkButton } from '../../parts/form/button.tsx';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { href } from '../../routing/paths.ts';
import { choiceParam, useUrlState } from '../../routing/url-state.ts';
import { TrendCharts } from './trend-charts.tsx';
import { DAYS_PARAM, TrendFilters } from './trend-filters.tsx';
import { blockedShareOf, daysOf, GROUPS_MAX, meanScoreOf, rangeOf, sumOf } from './trend-series.ts';

/** Parameters of the address. */
const PARAMS = {
  ...DAYS_PARAM,
  group: choiceParam(['', 'platform', 'source', 'environment'], ''),
};

/** Shows the runs of the last days as charts. */
export function RunTrends() {
  const [{ days, group }, change] = useUrlState(PARAMS);
  const range = rangeOf(Number(days), Date.now());
  const query = { ...range, ...(group === '' ? {} : { group }) };
  const { data, error, isBusy, retry } = useCall(getStatistics, { query });
  const isCurrent = data !== undefined && (data.group ?? '') === group;
  return (
    <>
      <TrendFilters days={days} group={group} onChange={change} />
      {error && <ErrorState error={error} onRetry={retry} />}
      {!isCurrent && !error && <Skeleton lines={10} />}
      {isCurrent && (
        <div class="stack stack--loose" aria-busy={isBusy}>
          <Trends statistics={data} days={days} />
        </div>
      )}
    </>
  );
}

function Trends({ statistics, days }: { readonly statistics: Statistics; readonly days: string }) {
  const { series, group } = statistics;
  const titleOf = usePlatformTitles();
  const count = new Set(series.flatMap(({ points }) => points.map(({ day }) => day))).size;
  if (count === 0) return <Nothing days={days} />;
  return (
    <>
      <Totals statistics={statistics} />
      {count === 1 ? (
        <p class="soft">
          All runs of these {days} days were on {daysOf(series)[0]}. From a second day on, charts show how it
          goes.
        </p>
      ) : (
        <TrendCharts
          series={series}
          isGrouped={group !== null}
          nameOf={(key) => groupName(group, key, titleOf)}
        />
      )}
      {series.length > GROUPS_MAX && (
        <p class="soft">The charts show the {GROUPS_MAX} groups with most runs.</p>
      )}
    </>
  );
}

function Totals({ statistics: { series } }: { readonly statistics: Statistics }) {
  const points = series.flatMap((one) => one.points);
  const number = (value: number | null) => value?.toLocaleString('en') ?? '–';
  return (
    <KeyValues
      inRow
      entries={[
        ['Runs', number(sumOf(points, 'runs'))],
        ['Blocked', `${number(blockedShareOf(points))} %`],
        ['Mean score', number(meanScoreOf(points))],
        ['New findings', number(sumOf(points, 'newFindings'))],
        ['Resolved findings', number(sumOf(points, 'resolvedFindings'))],
      ]}
    />
  );
}

function Nothing({ days }: { readonly days: string }) {
  return (
    <EmptyState
      icon="trends"
      title={`No run in the last ${days} days`}
      actions={<LinkButton href={href('/connect', null)}>Connect a pipeline</LinkButton>}
    >
      Runs appear here from the day on which they end.
    </EmptyState>
  );
}

function groupName(group: string | null, key: string | null, titleOf: (platform: string) => string): string {
  if (key === null || key === '') return `Without ${group}`;
  if (group === 'platform') return titleOf(key);
  return group === 'source' ? sourceLabel(key) : key;
}
