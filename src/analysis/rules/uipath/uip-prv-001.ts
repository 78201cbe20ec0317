/** The address of a person in a selector. */

import { mask } from '../../patterns/secrets/mask.ts';
import { mailsOfPersonsIn } from '../../patterns/texts/personal-data.ts';
import { defineRule } from '../define-rule.ts';

/** Returns whether a setting, such as `Target.FullSelectorArgument`, finds an element. */
const isSelector = (name: string): boolean => name.includes('Selector', name.lastIndexOf('.') + 1);

// Numbers of cards, accounts and persons are XPL-PRV-004's, wherever they stand.
export const rule = defineRule('UIP-PRV-001', {
  level: 'activity',
  words: ['@'],
  *check(activity) {
    for (const property of activity.properties) {
      const [mail] = isSelector(property.name) ? mailsOfPersonsIn(property.text) : [];
      if (mail === undefined) continue;
      const message = `"${activity.name}" finds its element by the address of a person: ${mask(mail)}.`;
      yield { at: property, subject: property.name, message };
    }
  },
});
