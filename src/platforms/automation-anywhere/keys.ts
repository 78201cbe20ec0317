/** Numbers for the keys that task bots use, found by bytes so that reading a member makes no string. */
import { type JsonDocument, keyOf } from '../json-document.ts';

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

/** Known keys by length, then by first byte: at most a few candidates to compare. */
const CANDIDATES: ReadonlyMap<number, readonly string[]> = Map.groupBy(
  [...NUMBERS.keys()].filter((key) => key !== 'other'),
  slotOf,
);

function slotOf(key: string): number {
  return key.length * 256 + key.charCodeAt(0);
}

/** Whether a key has escapes, which only its decoded form can be compared by. */
function isEscaped(doc: JsonDocument, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (doc.bytes[at] === 0x5c) return true;
  return false;
}

/** The number of a member's key; `Key.other` for unknown keys and for entries of arrays. */
export function keyNumber(doc: JsonDocument, value: number): number {
  const start = doc.keyStarts[value]!;
  if (start === -1) return Key.other;
  const end = doc.keyEnds[value]!;
  for (const key of CANDIDATES.get((end - start) * 256 + doc.bytes[start]!) ?? []) {
    let i = 1;
    while (start + i < end && doc.bytes[start + i] === key.charCodeAt(i)) i++;
    if (start + i === end) return NUMBERS.get(key)!;
  }
  return isEscaped(doc, start, end) ? (NUMBERS.get(keyOf(doc, value)) ?? Key.other) : Key.other;
}
