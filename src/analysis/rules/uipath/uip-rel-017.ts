/** Values in selectors that change from run to run, and misspelt letters. */
import { volatileName } from '../../patterns/uipath/weak-selector.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-017', {
  level: 'activity',
  words: ['selector'],
  *check(activity) {
    const found = volatileName(activity);
    if (found === undefined) return;
    const { property, attribute, value, what } = found;
    const message = `The selector of "${activity.name}" finds its element by ${what}: ${attribute}='${value}'.`;
    yield { at: property, subject: `${property.name} ${attribute}`, message };
  },
});
