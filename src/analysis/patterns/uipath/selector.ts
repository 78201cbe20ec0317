/** Selectors of UiPath: the tags that lead from a window to an element, with their attributes. */
import { literalOf } from '../../model/navigate.ts';
import type { Activity, Property } from '../../model/workflow.ts';

/** A tag such as `<webctrl id='send' tag='BUTTON' />`. */
export interface SelectorTag {
  readonly name: string;
  /** Attributes by name in lower case. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Longer texts are no selectors that a person has written. */
const LENGTH_MAX = 10_000;
const TAG = /<(\w{1,20})\s([^<>]{0,4000})\/>/g;
const ATTRIBUTE = /([\w:-]{1,60})=(?:'([^']{0,2000})'|"([^"]{0,2000})")/g;

/** Returns the tags of a selector from the outside in; none for a text that is no selector. */
export function selectorTags(text: string): readonly SelectorTag[] {
  if (text.length > LENGTH_MAX || !text.trimStart().startsWith('<')) return [];
  return Array.from(text.matchAll(TAG), ([, name, attributes]) => ({
    name: name!.toLowerCase(),
    attributes: new Map(
      Array.from(attributes!.matchAll(ATTRIBUTE), ([, key, single, double]) => [
        key!.toLowerCase(),
        single ?? double!,
      ]),
    ),
  }));
}

/** Settings that hold the selector of the element that a step works on; anchors and windows have others. */
const OWN = /^(?:(?:\w{1,30}\.)?Target\.)?(?:Selector|FullSelectorArgument|FuzzySelectorArgument)$/;

/** Returns the settings of an activity with a fixed selector of its element. */
export function elementSelectors(activity: Activity): readonly Property[] {
  return activity.properties.filter(
    (property) => OWN.test(property.name) && literalOf(property)?.trimStart().startsWith('<') === true,
  );
}

/** Returns whether a step finds its element beside another one. */
export const hasAnchor = ({ properties }: Activity): boolean =>
  properties.some(({ name }) => name.startsWith('Target.Anchors.'));

/** Attributes of a kind or a place, which many elements share. */
const SHARED = new Set(
  `tag type idx role cls class parentclass tablerow tablecol rowname colname isleaf css-selector visible`.split(
    ' ',
  ),
);

/** Returns whether a tag has an attribute that distinguishes its element. */
export const isIdentified = ({ attributes }: SelectorTag): boolean => {
  for (const [name, value] of attributes)
    if (
      !SHARED.has(name) &&
      !name.startsWith('matching:') &&
      !name.startsWith('fuzzylevel:') &&
      /[^*]/.test(value)
    )
      return true;
  return false;
};
