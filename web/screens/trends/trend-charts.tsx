/** Charts of the trends. */
import type { Statistics } from '../../api/calls/estate.ts';
import { Chart } from '../../parts/charts/chart.tsx';
import type { ChartProps } from '../../parts/charts/chart-types.ts';
import { blockedShareOf, DAY, daysOf, largestGroups, meanScoreOf, seriesOf } from './trend-series.ts';

const PERCENT_MAX = 100;

interface TrendChartsProps {
  readonly series: Statistics['series'];
  readonly isGrouped: boolean;
  readonly nameOf: (key: string | null) => string;
}

/** Shows a chart for each question. Without groups, new and resolved findings share one. */
export function TrendCharts({ series, isGrouped, nameOf }: TrendChartsProps) {
  const days = daysOf(series);
  const labels = days.map((day) => DAY.format(new Date(day)));
  const groups = largestGroups(series);
  const grouped = (name: string, read: Parameters<typeof seriesOf>[2]['read'], absent: 0 | null) =>
    seriesOf(groups, days, { nameOf: (key) => (isGrouped ? nameOf(key) : name), read, absent });
  const chart = (props: Pick<ChartProps, 'title' | 'kind' | 'series'> & Partial<ChartProps>) => (
    <Chart key={props.title} labelName="Day" labels={labels} {...props} />
  );
  const added = grouped('New', ({ newFindings }) => newFindings, 0);
  const resolved = grouped('Resolved', ({ resolvedFindings }) => resolvedFindings, 0);
  return (
    <div class="charts">
      {chart({ title: 'Runs', kind: 'bars', series: grouped('Runs', ({ runs }) => runs, 0) })}
      {chart({
        title: 'Blocked runs, percent',
        kind: 'lines',
        max: PERCENT_MAX,
        series: grouped('Blocked', (point) => blockedShareOf([point]), null),
      })}
      {chart({
        title: 'Mean score',
        kind: 'lines',
        max: PERCENT_MAX,
        series: grouped('Mean score', (point) => meanScoreOf([point]), null),
      })}
      {isGrouped
        ? [
            chart({ title: 'New findings', kind: 'bars', series: added }),
            chart({ title: 'Resolved findings', kind: 'bars', series: resolved }),
          ]
        : chart({
            title: 'New and resolved findings',
            kind: 'lines',
            series: [
              ...added.map((one) => ({ ...one, colour: 'critical' as const })),
              ...resolved.map((one) => ({ ...one, colour: 'good' as const })),
            ],
          })}
    </div>
  );
}
