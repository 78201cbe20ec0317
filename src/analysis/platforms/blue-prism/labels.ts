/** Labels of settings, by which rules memoise facts: the same few hundred names stand in most files. */
import { isRemembered, takeNameId } from '../../model/interning/name-facts.ts';
import type { SettingLabel } from '../range-property.ts';
import { internal } from '../shared-names.ts';

/** Maximum number of cached labels; a hostile file must not make a long-lived table grow. */
const LABELS_MAX = 4096;
/** Longer names are data. */
const NAME_LENGTH_MAX = 200;

const labels = new Map<string, Map<string, SettingLabel>>();
let count = 0;
/** First number of the labels that are cached. */
let firstId = 0;

function forget(): void {
  labels.clear();
  count = 0;
}

/** Returns the label of a key in a group; the group '' is no part of the name. */
export function labelOf(group: string, key: string): SettingLabel {
  if (count > 0 && !isRemembered(firstId)) forget();
  const known = labels.get(group)?.get(key);
  if (known !== undefined) return known;
  const text = group === '' ? key : `${group}.${key}`;
  if (text.length > NAME_LENGTH_MAX) return { text, id: undefined };
  if (count >= LABELS_MAX) forget();
  const label = { text: internal(text), id: takeNameId() };
  if (count === 0) firstId = label.id;
  count += 1;
  let inGroup = labels.get(group);
  if (inGroup === undefined) {
    inGroup = new Map();
    labels.set(internal(group), inGroup);
  }
  inGroup.set(internal(key), label);
  return label;
}
