/** Charts of the backlog. */
import type { Backlog } from '../../api/calls/estate.ts';
import { Chart } from '../../parts/charts/chart.tsx';
import type { SeriesColour } from '../../parts/charts/chart-types.ts';
import { DAY, daysBetween } from './trend-series.ts';

type Day = Backlog['days'][number];
type Line = readonly [name: string, colour: SeriesColour, read: (day: Day) => number | null];

const open = (read: (day: Day) => number) => (day: Day) => (day.isCounted ? read(day) : null);

const BY_SEVERITY: readonly Line[] = [
  ['Critical', 'critical', open(({ critical }) => critical)],
  ['High', 'high', open(({ high }) => high)],
  ['Medium', 'medium', open(({ medium }) => medium)],
  ['Low', 'low', open(({ low }) => low)],
];
const BY_AGE: readonly Line[] = [
  ['Up to 7 days', 'good', open(({ withinWeek }) => withinWeek)],
  ['8 to 30 days', 'accent', open(({ withinMonth }) => withinMonth)],
  ['31 to 90 days', 'medium', open(({ withinQuarter }) => withinQuarter)],
  ['Over 90 days', 'critical', open(({ older }) => older)],
];

/** Shows open findings by severity and by age, what was fixed, and how long that had been open. */
export function BacklogCharts({ days }: { readonly days: readonly Day[] }) {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const all = daysBetween(days.map(({ day }) => day));
  const chart = (title: string, kind: 'bars' | 'lines', lines: readonly Line[]) => (
    <Chart
      title={title}
      kind={kind}
      labelName="Day"
      labels={all.map((day) => DAY.format(new Date(day)))}
      series={lines.map(([name, colour, read]) => ({
        name,
        colour,
        values: all.map((day) => {
          const known = byDay.get(day);
          return known === undefined ? null : read(known);
        }),
      }))}
    />
  );
  return (
    <div class="charts">
      {chart('Open findings by severity', 'bars', BY_SEVERITY)}
      {chart('Open findings by age', 'bars', BY_AGE)}
      {chart('Fixed findings', 'bars', [['Fixed', 'good', ({ fixed }) => fixed]])}
      {chart('Median days to fix', 'lines', [['Days', 'accent', ({ medianDaysToFix }) => medianDaysToFix]])}
    </div>
  );
}
