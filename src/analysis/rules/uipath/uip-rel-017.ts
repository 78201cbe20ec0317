/** Values in selectors that change from run to run, and misspelt letters. */
import { literalOf } from '../../model/navigate.ts';
import { elementSelectors, selectorTags } from '../../patterns/uipath/selector.ts';
import { defineRule } from '../define-rule.ts';

/** Attributes that name an element, its parent or its window. Programs of .NET use fixed ids for `automationid`. */
const NAMES = /^(?:id|parentid|aaname|name|title|aria-label|innertext|visibleinnertext)$/;
/** Parts of such names by what gives them away. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i, 'an id that is made anew'],
  [/\b(?:19|20)\d\d-[01]\d-[0-3]\d\b|\b[0-3]?\d[./][01]?\d[./](?:19|20)\d\d\b/, 'a date'],
  [/(?<![\w:])[0-2]?\d:[0-5]\d(?::[0-5]\d)?(?![\w:])/, 'a time'],
  // `aaname='Feeling luckyyyyy'`; letters such as x stand for anything, and w for a host.
  [/(?<letter>[a-vyz])\k<letter>{4}/i, 'a letter five times'],
];

export const rule = defineRule('UIP-REL-017', {
  level: 'activity',
  words: ['selector'],
  *check(activity) {
    for (const property of elementSelectors(activity))
      for (const { attributes } of selectorTags(literalOf(property) ?? ''))
        for (const [name, value] of attributes) {
          const [part, what] = (NAMES.test(name) && VOLATILE.find(([form]) => form.test(value))) || [];
          if (part === undefined) continue;
          const message = `The selector of "${activity.name}" finds its element by ${what}: ${name}='${part.exec(value)![0]}'.`;
          yield { at: property, subject: `${property.name} ${name}`, message };
          return;
        }
  },
});
