/** Schedules of sources: when a source is pulled next. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../units.ts';

/** Schedule: an interval or a time of day, one of them. Both null: the source is pulled by hand alone. */
export interface PullSchedule {
  readonly everyMinutes: number | null;
  /** Time of day in UTC, as `02:30`. */
  readonly dailyAt: string | null;
}

/** Shortest interval. */
export const EVERY_MINUTES_MIN = 60;
/** Longest interval: 7 days. */
export const EVERY_MINUTES_MAX = 10_080;

/** Daily pulls begin within this time after theirs, so that those of all sources do not begin at once. */
const SPREAD_MS = 15 * MINUTE_MS;
/** Digits of an id that are random in each of them. */
const RANDOM_DIGITS = 8;

/**
 * Returns the first time after `after` at which a source is due; undefined: it has no schedule. Times of an interval are those of a
 * clock of the source, so that a late pull delays none of the next.
 * @param sourceId its last digits say by how much the source differs from others with its schedule
 */
export function nextPullAt(
  { everyMinutes, dailyAt }: PullSchedule,
  sourceId: string,
  after: Date,
): Date | undefined {
  const offset = Number.parseInt(sourceId.slice(-RANDOM_DIGITS), 16);
  if (everyMinutes !== null) {
    const periodMs = everyMinutes * MINUTE_MS;
    return following(after, periodMs, scaled(offset, periodMs));
  }
  if (dailyAt === null) return undefined;
  const [hours, minutes] = dailyAt.split(':').map(Number) as [number, number];
  return following(after, DAY_MS, hours * HOUR_MS + minutes * MINUTE_MS + scaled(offset, SPREAD_MS));
}

/** Returns a share of a time: that of the offset in all offsets. */
function scaled(offset: number, ms: number): number {
  return Math.floor((offset / 16 ** RANDOM_DIGITS) * ms);
}

function following(after: Date, periodMs: number, phaseMs: number): Date {
  const periods = Math.floor((after.getTime() - phaseMs) / periodMs) + 1;
  return new Date(periods * periodMs + phaseMs);
}
