/** Schedules of Power Automate flows. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';

/** Minutes of the units of a schedule that are shorter than a day. */
const MINUTES: ReadonlyMap<string, number> = new Map([
  ['second', 1 / 60],
  ['minute', 1],
  ['hour', 60],
]);

/** Returns the minutes between two starts; undefined for days and longer, and for a computed interval. */
export function minutesBetween(trigger: Activity): number | undefined {
  const unit = MINUTES.get(literalOf(propertyOf(trigger, 'recurrence.frequency'))?.toLowerCase() ?? '');
  const interval = Number(literalOf(propertyOf(trigger, 'recurrence.interval')) ?? Number.NaN);
  if (unit === undefined || !(interval > 0)) return undefined;
  return unit * interval;
}
