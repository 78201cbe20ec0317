/** Switches of A360 commands. */
import { booleanOf, type JsonDocument, JsonKind, member } from '../../platforms/json/document.ts';
import type { Edits } from '../edits/edit.ts';
import { setValue } from '../edits/json-edits.ts';
import type { JsonPlace } from '../place.ts';

/** Returns the boolean in a value: itself, or the member of `{ "type": "BOOLEAN", "boolean": … }`. */
function booleanIn(doc: JsonDocument, value: number): number {
  if (booleanOf(doc, value) !== undefined) return value;
  if (doc.kinds[value] !== JsonKind.object) return -1;
  const inner = member(doc, value, 'value');
  return inner === -1 ? member(doc, value, 'boolean') : booleanIn(doc, inner);
}

/** Turns the switch of a finding over. */
export function turnOver({ doc, value }: JsonPlace, name: string): Edits {
  const at = booleanIn(doc, value);
  const now = at === -1 ? undefined : booleanOf(doc, at);
  if (now === undefined) return 'The setting is no switch.';
  return [{ ...setValue(doc, at, !now), change: { name, before: String(now), after: String(!now) } }];
}
