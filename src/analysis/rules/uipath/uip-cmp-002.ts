/** A task for a person that goes to one fixed person. Source: UiPath Action Center, "Assign Tasks", "Forward Task". */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

const MAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

export const rule = defineRule('UIP-CMP-002', {
  level: 'activity',
  types: ['AssignTasks', 'ForwardTask'],
  *check(activity) {
    for (const property of activity.properties) {
      const person = literalOf(property)?.trim();
      if (person === undefined || !MAIL.test(person)) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" assigns each task to one fixed person.`,
      };
    }
  },
});
