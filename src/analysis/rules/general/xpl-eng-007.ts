/** Reports other pages in an object that is named like one of the vendor's. */
import { truncate } from '../../../text/truncate.ts';
import { defineRule } from '../define-rule.ts';

/** Names in the message, and their longest. */
const NAMES_MAX = 5;
const NAME_MAX = 60;

export const rule = defineRule('XPL-ENG-007', {
  level: 'workflow',
  *check({ name, activities, vendorCopy }) {
    if (vendorCopy === undefined || vendorCopy.isWhole || !vendorCopy.isNamesake) return;
    const { pages } = vendorCopy;
    const others = activities.filter(({ role, index }) => role === 'page' && !pages.has(index));
    const first = others[0];
    if (first === undefined) return;
    const titles = others.slice(0, NAMES_MAX).map((page) => `"${truncate(page.name, NAME_MAX)}"`);
    const more = others.length > NAMES_MAX ? ` and ${others.length - NAMES_MAX} more` : '';
    const [are, they] = others.length === 1 ? ['is a page', 'it is'] : ['are pages', 'they are'];
    const message =
      pages.size === 0
        ? `"${name}" has the name of an object that comes with the product, but none of its pages is known here, as in a version that the list does not have: it is judged like your own.`
        : `In "${name}", ${titles.join(', ')}${more} ${are} that the vendor is not known to ship in this form: ${they} judged like your own.`;
    // The first page of all stands at the beginning of the object, which in a release is not the beginning of the file.
    yield { at: { at: activities[0]?.at ?? 0, owner: -1, name: '' }, message };
  },
});
