/** A wait for people or callbacks that only the limit of the platform ends. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { operationName } from '../../patterns/power-automate/flow-operation.ts';

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

const approval = (more = ''): string =>
  `"Approve":{"type":"OpenApiConnectionWebhook"${more},"inputs":{"host":{"connectionName":"a","operationId":"StartAndWaitForAnApproval",
    "apiId":"/providers/Microsoft.PowerApps/apis/shared_approvals"},"parameters":{"approvalType":"Basic"}}}`;
const delay = (unit: string, count: number): string =>
  `"Wait":{"type":"Wait","inputs":{"interval":{"count":${count},"unit":"${unit}"}}}`;

export const rule = defineRule({
  id: 'PAF-REL-019',
  version: 2,
  title: 'Wait without an end',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'A run ends after 30 days whatever it waits for: the steps behind the wait never happen, nobody is told, and a later answer reaches no run.',
  fix: 'Enter a duration such as P7D under Settings > Action timeout of the action, and add a branch that runs when it "has timed out": remind, escalate or reject. Let a scheduled flow do what is due in more than a few weeks.',
  compliance: ['AVAIL'],
  options: {
    maxDays: {
      default: 25,
      unit: 'days',
      about: 'Maximum length of a Delay.',
      stricter: 'lower',
      isMeasured: true,
    },
  },
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
  examples: {
    'power-automate': {
      bad: [
        approval(),
        '"Call":{"type":"HttpWebhook","inputs":{"subscribe":{"method":"POST","uri":"https://a.example"}}}',
        delay('Day', 28),
        delay('Month', 2),
        delay('Hour', 700),
      ],
      good: [
        approval(',"limit":{"timeout":"P7D"}'),
        delay('Day', 25),
        // Near misses: units that are shorter, and an action that starts an approval without waiting for it.
        delay('Minute', 45),
        delay('Hour', 600),
        `"Approve":{"type":"OpenApiConnection","inputs":{"host":{"connectionName":"a","operationId":"CreateAnApproval",
          "apiId":"/providers/Microsoft.PowerApps/apis/shared_approvals"},"parameters":{"approvalType":"Basic"}}}`,
        `{"triggers":{"File":{"type":"OpenApiConnectionWebhook","inputs":{"host":{"connectionName":"s","operationId":"OnNewFile",
          "apiId":"/providers/Microsoft.PowerApps/apis/shared_sharepointonline"},"parameters":{}}}}}`,
      ],
    },
  },
});
