/** Actions of cloud flows in the document. */
import {
  type JsonDocument,
  JsonKind,
  jsonChildren,
  keyOf,
  member,
  stringOf,
} from '../../platforms/json/document.ts';
import type { Edit } from '../edits/edit.ts';
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

/** Hides the inputs or outputs of an action in the run history. */
export function secure(doc: JsonDocument, action: number, sides: readonly string[]): Edit {
  const path = ['runtimeConfiguration', 'secureData', 'properties'] as const;
  const list = path.reduce((at, key) => (at === -1 ? -1 : member(doc, at, key)), action);
  const known = list === -1 ? [] : jsonChildren(doc, list).flatMap((entry) => stringOf(doc, entry) ?? []);
  return setMemberAt(doc, action, path, [...known, ...sides.filter((side) => !known.includes(side))]);
}

/** Sentence for a finding outside of actions. */
export const NO_ACTION = 'It is not in an action.';
