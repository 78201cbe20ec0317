/** A selector that fits the first element of its kind. */
import { literalOf } from '../../model/navigate.ts';
import {
  elementSelectors,
  hasAnchor,
  isIdentified,
  type SelectorTag,
  selectorTags,
} from '../../patterns/uipath/selector.ts';
import { defineRule } from '../define-rule.ts';

/** Steps that work on one element; lists of elements, keys and scrolling may take any. */
const ON_ONE =
  /^N?(?:Click|DoubleClick|Hover|TypeInto|TypeSecureText|SetText|SetValue|SelectItem|Check|Get(?:Text|Value|Attribute|FullText))$/;
/** Attributes that few elements of a page share: a class, a path of styles, the one field of a kind in a form. */
const RARE = /^(?:class|parentclass|css-selector|idx|tablecol|colname|rowname)$/;
const ONE_OF_ITS_KIND = /^(?:submit|password|file|body|html|iframe|frame)$/i;

const isLoose = (tag: SelectorTag): boolean => {
  if (isIdentified(tag)) return false;
  for (const [name, value] of tag.attributes)
    if (RARE.test(name) || ONE_OF_ITS_KIND.test(value)) return false;
  return true;
};

/** Tags of elements; a window needs its program and title alone. */
const ELEMENT = /^(?:webctrl|ctrl|uia|java|sap)$/;

export const rule = defineRule('UIP-REL-018', {
  level: 'activity',
  words: ['selector'],
  *check(activity) {
    if (!ON_ONE.test(activity.type) || hasAnchor(activity)) return;
    const selectors = elementSelectors(activity);
    // A window with one field of a class, as the dialog of a file, and a parent with a name are loose, and work.
    const areLoose = selectors.every((property) => {
      const tags = selectorTags(literalOf(property) ?? '').filter(({ name }) => ELEMENT.test(name));
      return tags.length > 0 && tags.every(isLoose);
    });
    const [first] = selectors;
    if (first === undefined || !areLoose) return;
    const message = `The selector of "${activity.name}" names only a kind of element: the first one on the screen is taken.`;
    yield { at: first, subject: first.name, message };
  },
});
