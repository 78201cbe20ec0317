/** Actions of cloud flows in the document. */
import {
  isKey,
  type JsonDocument,
  JsonKind,
  jsonChildren,
  keyOf,
  member,
  stringOf,
} from '../../platforms/json/document.ts';
import type { Edits } from '../edits/edit.ts';
import { setMemberAt } from '../edits/json-edits.ts';
import type { JsonPlace } from '../place.ts';

const CONTAINERS = new Set(['actions', 'triggers']);

/** Returns the action or trigger around a value; -1: there is none. */
export function actionAround({ doc, value }: JsonPlace): number {
  for (let at = value; at !== -1; at = doc.parents[at]!) {
    const container = doc.parents[at]!;
    const isNamed = container !== -1 && CONTAINERS.has(keyOf(doc, container));
    if (isNamed && doc.kinds[at] === JsonKind.object && member(doc, at, 'type') !== -1) return at;
  }
  return -1;
}

/** Returns whether an action of the file tracks properties: the service rejects that for secured data. */
function isTracked(doc: JsonDocument): boolean {
  for (let value = 0; value < doc.size; value += 1) if (isKey(doc, value, 'trackedProperties')) return true;
  return false;
}

/** Hides the inputs or outputs of the action around a place in the run history. */
export function secure(place: JsonPlace, sides: readonly string[]): Edits {
  const { doc } = place;
  const action = actionAround(place);
  if (action === -1) return NO_ACTION;
  if (isTracked(doc)) return 'The flow tracks properties, which the service rejects for secured data.';
  const path = ['runtimeConfiguration', 'secureData', 'properties'] as const;
  const list = path.reduce((at, key) => (at === -1 ? -1 : member(doc, at, key)), action);
  const known = list === -1 ? [] : jsonChildren(doc, list).flatMap((entry) => stringOf(doc, entry) ?? []);
  return [setMemberAt(doc, action, path, [...known, ...sides.filter((side) => !known.includes(side))])];
}

/** Sentence for a finding outside of actions. */
export const NO_ACTION = 'It is not in an action.';
