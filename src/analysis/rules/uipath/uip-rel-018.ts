/** A selector that fits the first element of its kind. */
import { looseSelector } from '../../patterns/uipath/weak-selector.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-018', {
  level: 'activity',
  words: ['selector'],
  *check(activity) {
    const found = looseSelector(activity);
    if (found === undefined) return;
    const message = `The selector of "${activity.name}" names only a kind of element: the first one on the screen is taken.`;
    yield { at: found, subject: found.name, message };
  },
});
