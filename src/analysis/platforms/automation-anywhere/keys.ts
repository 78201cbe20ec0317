/** Numbers for the keys that task bots use, and the names that are made of them. */
import { type JsonDocument, keyOf, TextMark } from '../json/document.ts';
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
  // Members that may hold the payload of a value, from `string` to `list`.
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

/** Slots of the tables below, a power of two in which no two of the keys collide. */
const SLOTS = 128;
/** Maximum length of a key; a power of two. */
const KEY_BYTES_MAX = 32;

const slotOf = (length: number, first: number, last: number): number =>
  (length * 5 + first * 3 + last * 5) & (SLOTS - 1);

/** Perfect hash of the keys by their length, first and last byte: numbers, lengths and bytes. */
const NUMBER_AT = new Uint8Array(SLOTS);
const LENGTH_AT = new Uint8Array(SLOTS);
const BYTES_AT = new Uint8Array(SLOTS * KEY_BYTES_MAX);
for (const [key, number] of NUMBERS) {
  const slot = slotOf(key.length, key.charCodeAt(0), key.charCodeAt(key.length - 1));
  NUMBER_AT[slot] = number;
  LENGTH_AT[slot] = key.length;
  BYTES_AT.set(Buffer.from(key, 'latin1'), slot * KEY_BYTES_MAX);
}

/** Returns the number of each value's key. Nearly every member has a known key, and needs no name of its own. */
export function keysOf(doc: JsonDocument): Uint8Array {
  const { bytes, keyStarts, keyEnds, marks, size } = doc;
  const keys = new Uint8Array(size);
  for (let value = 0; value < size; value += 1) {
    const start = keyStarts[value]!;
    const end = keyEnds[value]!;
    if (start === end) continue;
    const slot = slotOf(end - start, bytes[start]!, bytes[end - 1]!);
    if (LENGTH_AT[slot] === end - start) {
      let known = slot * KEY_BYTES_MAX;
      let at = start;
      while (at < end && bytes[at] === BYTES_AT[known]) {
        at += 1;
        known += 1;
      }
      if (at === end) keys[value] = NUMBER_AT[slot]!;
    }
    if ((marks[value]! & TextMark.keyEscape) !== 0) keys[value] = NUMBERS.get(keyOf(doc, value)) ?? Key.other;
  }
  return keys;
}

/** Maximum length of a name. Names are for people and rules; deeper nesting adds nothing to them. */
const NAME_LENGTH_MAX = 500;

/** The names of all settings of bots; their marks are entries of `Key`. */
export const botSettingNames = new SettingNames(
  (_, key) => NUMBERS.get(key) ?? Key.other,
  Key.other,
  NAME_LENGTH_MAX,
);
