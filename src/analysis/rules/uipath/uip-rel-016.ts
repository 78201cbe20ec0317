/** A selector that finds its element by its place among others. */
import { literalOf } from '../../model/navigate.ts';
import { elementSelectors, isIdentified, selectorTags } from '../../patterns/uipath/selector.ts';
import { defineRule } from '../define-rule.ts';

// Of 81 tags with a larger index in real selectors 70 had nothing else. A name beside it keeps the element findable.
export const rule = defineRule('UIP-REL-016', {
  level: 'activity',
  words: ['idx='],
  *check(activity, { options }) {
    for (const property of elementSelectors(activity)) {
      const tags = selectorTags(literalOf(property) ?? '');
      const tag = tags.find(
        (one) => Number(one.attributes.get('idx')) > options.maxIdx && !isIdentified(one),
      );
      if (tag === undefined) continue;
      const index = Number(tag.attributes.get('idx'));
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" finds its element as number ${index} of its kind, by nothing else.`,
        measure: { option: 'maxIdx', value: index },
      };
      return;
    }
  },
});
