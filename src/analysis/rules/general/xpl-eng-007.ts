/** Reports other pages in an object that is named like one of the vendor's. */
import { truncate } from '../../../text/truncate.ts';
import { defineRule } from '../../model/rule.ts';

/** Names in the message, and their longest. */
const NAMES_MAX = 5;
const NAME_MAX = 60;

const named = (name: string, type = 'object'): string =>
  `<process name="${name}" version="1.0" bpversion="7.2.0.0" narrative="" type="${type}"><stage stageid="s" name="Start" type="Start"/></process>`;

export const rule = defineRule({
  id: 'XPL-ENG-007',
  version: 2,
  title: "Pages besides the vendor's",
  platforms: ['blue-prism'],
  category: 'engine',
  severity: 'low',
  confidence: 'high',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'Whoever calls the object expects what the product ships, and an update of the product overwrites pages that you changed or added.',
  fix: 'Move pages of your own into an object with a name of your own. If nobody changed the object, it is of a product version whose pages are not known here: there is nothing to do.',
  compliance: ['INTEG'],
  options: {},
  examples: {
    'blue-prism': {
      bad: [named('MS Excel VBO'), named('ms excel vbo ')],
      good: [named('Orders - Excel'), named('Utility - Orders'), named('MS Excel VBO', 'process')],
    },
  },
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
