/** A trigger that runs at fixed hours of no time zone. */
import { propertyOf } from '../../model/navigate.ts';
import { triggerOf } from '../../patterns/power-automate/flow-trigger.ts';
import { defineRule } from '../define-rule.ts';

const HOURS = /^recurrence\.schedule\.hours(?:\.|$)/i;

export const rule = defineRule('PAF-REL-018', {
  level: 'workflow',
  roles: ['trigger'],
  *check(workflow) {
    const trigger = triggerOf(workflow);
    if (trigger?.type !== 'Recurrence') return;
    const at = trigger.properties.find(({ name }) => HOURS.test(name));
    if (at === undefined || propertyOf(trigger, 'recurrence.timeZone') !== undefined) return;
    const message = `"${trigger.name}" runs at fixed hours without a time zone, so in UTC.`;
    yield { at: trigger, subject: 'time-zone', message };
  },
});
