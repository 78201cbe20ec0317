/** Series of the trends: a value for every day, also for those without runs. */
import type { DayStatistics, Statistics } from '../../api/calls/estate.ts';
import type { Series, SeriesColour } from '../../parts/charts/chart-types.ts';

/** Largest number of groups that a chart shows: the colours of more are too alike. */
export const GROUPS_MAX = 6;
const COLOURS: readonly SeriesColour[] = ['accent', 'good', 'medium', 'low', 'high', 'plain'];
const DAY_MS = 86_400_000;

/** Writes a day in UTC on an axis. */
export const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const PERCENT = 100;

type Group = Statistics['series'][number];

/** Returns the bounds of a query for the last days up to today; days are in UTC. */
export function rangeOf(days: number, nowMs: number): { readonly from: string; readonly to: string } {
  const endMs = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  return { from: new Date(endMs - days * DAY_MS).toISOString(), to: new Date(endMs).toISOString() };
}

/** Returns the days from the first one with runs to the last one, in order. */
export function daysOf(series: readonly Group[]): readonly string[] {
  return daysBetween(series.flatMap(({ points }) => points.map(({ day }) => day)));
}

/** Returns the days from the first to the last of these, in order. */
export function daysBetween(known: readonly string[]): readonly string[] {
  const days = known.toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const count = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.parse(first) + index * DAY_MS).toISOString().slice(0, first.length),
  );
}

/** Returns the groups with most runs, those first. */
export function largestGroups(series: readonly Group[]): readonly Group[] {
  return series.toSorted((a, b) => sumOf(b.points, 'runs') - sumOf(a.points, 'runs')).slice(0, GROUPS_MAX);
}

/** Adds up a number over days. */
export function sumOf(
  points: readonly DayStatistics[],
  member: 'runs' | 'blocked' | 'newFindings' | 'resolvedFindings',
): number {
  return points.reduce((sum, point) => sum + point[member], 0);
}

/** Returns the mean score of all runs of these days; null without runs. */
export function meanScoreOf(points: readonly DayStatistics[]): number | null {
  const runs = sumOf(points, 'runs');
  if (runs === 0) return null;
  return rounded(points.reduce((sum, point) => sum + point.meanScore * point.runs, 0) / runs);
}

/** Returns the share of runs that block, in percent; null without runs. */
export function blockedShareOf(points: readonly DayStatistics[]): number | null {
  const runs = sumOf(points, 'runs');
  return runs === 0 ? null : rounded((PERCENT * sumOf(points, 'blocked')) / runs);
}

/** Makes a series for each group; days without runs have the value `absent`. */
export function seriesOf(
  groups: readonly Group[],
  days: readonly string[],
  { nameOf, read, absent }: SeriesReader,
): readonly Series[] {
  return groups.map(({ key, points }, index) => {
    const byDay = new Map(points.map((point) => [point.day, point]));
    return {
      name: nameOf(key),
      colour: COLOURS[index % COLOURS.length]!,
      values: days.map((day) => {
        const point = byDay.get(day);
        return point === undefined ? absent : read(point);
      }),
    };
  });
}

/** Reading of a series from the days of a group. */
interface SeriesReader {
  readonly nameOf: (key: string | null) => string;
  readonly read: (point: DayStatistics) => number | null;
  readonly absent: 0 | null;
}

/** Rounds to one decimal. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
