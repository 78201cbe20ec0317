/** Weaknesses of selectors, by which a step finds another element one day: a large index, a passing value, a kind alone. */
import { literalOf } from '../../model/navigate.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { elementSelectors, hasAnchor, isIdentified, type SelectorTag, selectorTags } from './selector.ts';

/**
 * Returns the first tag of a step's selectors that has nothing but an index above a limit.
 * Of 81 tags with a larger index in real selectors 70 had nothing else. A name beside it keeps the element findable.
 */
export function indexedTag(
  activity: Activity,
  maxIdx: number,
): { readonly property: Property; readonly index: number } | undefined {
  for (const property of elementSelectors(activity))
    for (const tag of selectorTags(literalOf(property) ?? '')) {
      const index = Number(tag.attributes.get('idx'));
      if (index > maxIdx && !isIdentified(tag)) return { property, index };
    }
  return undefined;
}

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

/** A value in a selector that changes from run to run. */
export interface VolatileName {
  readonly property: Property;
  readonly attribute: string;
  readonly value: string;
  /** With its article. */
  readonly what: string;
}

/** Returns the first value in a step's selectors that changes from run to run, or is misspelt. */
export function volatileName(activity: Activity): VolatileName | undefined {
  for (const property of elementSelectors(activity))
    for (const { attributes } of selectorTags(literalOf(property) ?? ''))
      for (const [attribute, value] of attributes) {
        const [part, what] = (NAMES.test(attribute) && VOLATILE.find(([form]) => form.test(value))) || [];
        if (part !== undefined) return { property, attribute, value: part.exec(value)![0], what: what! };
      }
  return undefined;
}

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

/** Returns the first selector of a step on one element, when all of them name only a kind of element. */
export function looseSelector(activity: Activity): Property | undefined {
  if (!ON_ONE.test(activity.type) || hasAnchor(activity)) return undefined;
  const selectors = elementSelectors(activity);
  // A window with one field of a class, as the dialog of a file, and a parent with a name are loose, and work.
  const areLoose = selectors.every((property) => {
    const tags = selectorTags(literalOf(property) ?? '').filter(({ name }) => ELEMENT.test(name));
    return tags.length > 0 && tags.every(isLoose);
  });
  return areLoose ? selectors[0] : undefined;
}
