/** Names of settings: which name gets the value, and how. */

import { factOfNames } from '../../model/interning/name-facts.ts';
import { ownText } from '../../model/interning/own-text.ts';
import type { AssignmentKind } from '../../model/subjects/assignment.ts';

/** A setting by its name. */
export interface NamedSetting {
  readonly name: string;
  readonly via: AssignmentKind;
  /** Text before `name` or `value`, in lower case; present where one of two settings may name the other's value. */
  readonly pair: string | undefined;
  readonly isName: boolean;
  /** True if its text is headers, one in each line. */
  readonly hasHeaders: boolean;
  /** True if its name says nothing: the name of the activity does, or the field on the screen that takes it. */
  readonly isBare: boolean;
  /** True if it finds a field on the screen. */
  readonly isField: boolean;
}

/** Settings around others whose names are the author's own. */
const GROUPS: readonly (readonly [RegExp, AssignmentKind])[] = [
  [/(?:^|[./])headers(?:\.\d+)?\.[^.]+$/i, 'header'],
  [/^arguments\.[^.]+$|(?:^|\.)taskbotinput\.[^.]+$/i, 'argument'],
  [/(?:^|[./])(?:queries|parameters|cookies|form|formdata)(?:\.\d+)?\.[^.]+$/i, 'field'],
  [/(?:^|[./])body[./]/i, 'json'],
];
/** Parameters of connectors have paths for names: `item/Password`. */
const PATHS = /^inputs\.parameters\./;
const NAME = /^(?:name|key|dictionarykey)$/;
/** Texts that are typed, and the input of a Compose. */
const BARE = /^(?:Text|Keys|inputs)$/;
const FIELD = /^(?:Target\.(?=\w*Selector|ElementType$)\w+|TextField|Control)$/;

/** Returns the facts of a setting's name. */
export const namedSetting = factOfNames((path): NamedSetting => {
  const slash = PATHS.test(path) ? path.lastIndexOf('/') : -1;
  const last = ownText(path.slice(Math.max(path.lastIndexOf('.'), slash) + 1));
  const key = last.toLowerCase();
  const isName = NAME.test(key);
  const isPaired = isName || key === 'value';
  return {
    name: last,
    via: GROUPS.find(([group]) => group.test(path))?.[1] ?? 'setting',
    pair: isPaired ? ownText(path.slice(0, path.length - last.length).toLowerCase()) : undefined,
    isName,
    hasHeaders: /headers?$/i.test(last),
    isBare: BARE.test(path),
    isField: FIELD.test(path),
  };
});
