/** Activities that type into password fields. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';

/** Activities that type or set a text. */
export const TYPING_TYPES: readonly string[] = [
  'TypeInto',
  'NTypeInto',
  'SetText',
  'NSetText',
  'NSetValue',
  'CVTypeInto',
  'CVTypeIntoWithDescriptor',
  'CvTypeIntoWithDescriptor',
  'TerminalSendKeys',
  'TerminalSetField',
];
const TYPES = new Set(TYPING_TYPES);

/** Selector of the target, not of its anchors, which are other elements. */
const SELECTOR = /^Target\.(?=\w*Selector)\w+$/;
const PASSWORD_TYPE = /\btype=.password./i;
/** Attributes by which a selector finds an element; the last tag is the element. */
const ATTRIBUTE = /\b(?:id|name|automationid|aaname)=(?:'([^']{2,200})'|"([^"]{2,200})")/gi;
/** Words behind the name of the typed value: `Kennwort eingeben`, `Type Into 'Password' field`. */
const BEHIND_NAME = /(?<!['"\s])['"\s]+(?:eingeben|eintragen|field|feld|box)\W*$/i;

function isPasswordSelector(selector: string): boolean {
  if (PASSWORD_TYPE.test(selector)) return true;
  const element = selector.slice(selector.lastIndexOf('<'));
  for (const [, single, double] of element.matchAll(ATTRIBUTE)) {
    const value = (single ?? double)!;
    if (/pass|pwd|kennwort/i.test(value) && reaches(secretness(value), 'likely')) return true;
  }
  return false;
}

/** Returns the text that an activity types, unless it is a secure one. */
export function typedText(activity: Activity): Property | undefined {
  if (!TYPES.has(activity.type) || propertyOf(activity, 'SecureText') !== undefined) return undefined;
  if (literalOf(propertyOf(activity, 'IsPassword'))?.toLowerCase() === 'true') return undefined;
  return propertyOf(activity, 'Text') ?? propertyOf(activity, 'Keys');
}

/** Recognises a password field by its element, and for a fixed text by the activity's name. */
export function isPasswordField(activity: Activity, literal: string | undefined): boolean {
  // Selectors of desktop applications do not describe a field's purpose, but the names of activities do.
  const isNamed =
    literal !== undefined &&
    secretness(null, literal) === 'certain' &&
    secretness(activity.name.replace(BEHIND_NAME, ''), undefined, { counts: 'both' }) === 'certain';
  return (
    isNamed ||
    activity.properties.some(
      ({ name, text }) =>
        (name === 'Target.ElementType' && text === 'InputBoxPassword') ||
        (SELECTOR.test(name) && isPasswordSelector(text.slice(0, 10_000))),
    )
  );
}
