/** Numbers for the keys that task bots use, and the names that are made of them. */
import { SettingNames } from '../setting-names.ts';

/** The keys that the reader knows, each with a number of its own. 0 is every other key. */
export const Key = Object.freeze({
  other: 0,
  uid: 1,
  commandName: 2,
  packageName: 3,
  disabled: 4,
  attributes: 5,
  children: 6,
  branches: 7,
  returnTo: 8,
  returns: 9,
  triggerName: 10,
  name: 11,
  value: 12,
  operatorAttribute: 13,
  type: 14,
  expression: 15,
  string: 16,
  number: 17,
  boolean: 18,
  variableName: 19,
  variableMapNames: 20,
  dictionary: 21,
  list: 22,
  sessionName: 23,
  criteria: 24,
  blob: 25,
  capture: 26,
  oauthConnection: 27,
  uiObject: 28,
  window: 29,
  coordinate: 30,
  region: 31,
  table: 32,
  taskbotOutput: 33,
});

const NUMBERS: ReadonlyMap<string, number> = new Map(Object.entries(Key));

/** Names are for people and rules; what a file nests or writes beyond this adds nothing to them. */
const NAME_LENGTH_MAX = 500;

/** The names of all settings of bots; their marks are entries of `Key`. */
export const settingNames = new SettingNames(
  (_, key) => NUMBERS.get(key) ?? Key.other,
  Key.other,
  NAME_LENGTH_MAX,
);
