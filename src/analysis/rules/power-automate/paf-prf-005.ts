/** A schedule that starts a flow every few minutes. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { minutesBetween } from '../../patterns/power-automate/flow-schedule.ts';
import { triggerOf } from '../../patterns/power-automate/flow-trigger.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-PRF-005', {
  level: 'workflow',
  notIn: ['azure-logic-app'],
  roles: ['trigger'],
  *check(workflow, { options }) {
    const trigger = triggerOf(workflow);
    const minutes = trigger?.type === 'Recurrence' ? minutesBetween(trigger) : undefined;
    if (minutes === undefined || minutes >= options.minMinutes) return;
    const unit = literalOf(propertyOf(trigger!, 'recurrence.frequency'))!.toLowerCase();
    const interval = literalOf(propertyOf(trigger!, 'recurrence.interval'));
    yield {
      at: trigger!,
      subject: 'interval',
      message: `"${trigger!.name}" starts the flow every ${interval === '1' ? unit : `${interval} ${unit}s`}.`,
      measure: { option: 'minMinutes', value: minutes },
    };
  },
});
