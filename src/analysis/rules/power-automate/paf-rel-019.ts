/** A wait for people or callbacks that only the limit of the platform ends. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { operationName } from '../../patterns/power-automate/flow-operation.ts';
import { defineRule } from '../define-rule.ts';

/** Operations that wait for an answer. */
const WAITS = /andwait|waitfor|withoptions|approvalmail|approvalemail/;
const DAY = 24 * 60;
const MINUTES: ReadonlyMap<string, number> = new Map([
  ['minute', 1],
  ['hour', 60],
  ['day', DAY],
  ['week', 7 * DAY],
  ['month', 30 * DAY],
]);

function waitsForAnswer(activity: Activity): boolean {
  if (activity.role === 'trigger') return false;
  if (activity.type === 'HttpWebhook') return true;
  return activity.type.endsWith('ConnectionWebhook') && WAITS.test(operationName(activity));
}

/** Returns the days of a Delay, each begun one in full; 0: computed. */
function delayDays(activity: Activity): number {
  const unit = literalOf(propertyOf(activity, 'inputs.interval.unit'))?.toLowerCase() ?? '';
  const count = Number(literalOf(propertyOf(activity, 'inputs.interval.count')) ?? 0);
  return Math.ceil((count * (MINUTES.get(unit) ?? 0)) / DAY);
}

export const rule = defineRule('PAF-REL-019', {
  level: 'activity',
  types: ['OpenApiConnectionWebhook', 'ApiConnectionWebhook', 'HttpWebhook', 'Wait'],
  *check(activity, { options }) {
    if (waitsForAnswer(activity) && propertyOf(activity, 'limit.timeout') === undefined)
      yield {
        at: activity,
        subject: 'timeout',
        message: `"${activity.name}" waits for an answer until the platform ends the run.`,
      };
    const days = delayDays(activity);
    if (days > options.maxDays)
      yield {
        at: activity,
        subject: 'delay',
        message: `"${activity.name}" waits for ${days} days; a run ends after 30.`,
        measure: { option: 'maxDays', value: days },
      };
  },
});
