/** A selector that finds its element by its place among others. */
import { indexedTag } from '../../patterns/uipath/weak-selector.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('UIP-REL-016', {
  level: 'activity',
  words: ['idx='],
  *check(activity, { options }) {
    const found = indexedTag(activity, options.maxIdx);
    if (found === undefined) return;
    const { property, index } = found;
    yield {
      at: property,
      subject: property.name,
      message: `"${activity.name}" finds its element as number ${index} of its kind, by nothing else.`,
      measure: { option: 'maxIdx', value: index },
    };
  },
});
