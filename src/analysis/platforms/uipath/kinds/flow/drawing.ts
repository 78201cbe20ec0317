/** Places of the nodes of a flow, as the designer saves them. */
import type { Drawing } from '../../../../model/outline/drawing.ts';
import type { DraftActivity } from '../../../draft.ts';
import { type JsonDocument, keyOf, member, numberOf } from '../../../json/document.ts';
import { membersAt, objectAt } from '../../../kinds/schema-fields.ts';

/** Returns the places of the nodes as the designer keeps them; each is read on demand. */
export function flowDrawing(
  doc: JsonDocument,
  activities: ReadonlyMap<string, DraftActivity>,
  starts: readonly number[],
): Drawing | undefined {
  const places = objectAt(doc, 0, 'layout', 'nodes');
  if (places === -1) return undefined;
  const ids = new Map([...activities].map(([id, { index }]) => [index, id]));
  const byId = new Map([...membersAt(doc, places)].map((at) => [keyOf(doc, at), at]));
  const numberAt = (at: number, key: string): number | undefined => {
    const found = at === -1 ? -1 : member(doc, at, key);
    return found === -1 ? undefined : numberOf(doc, found);
  };
  return {
    areaOf({ index }) {
      const place = byId.get(ids.get(index) ?? '');
      if (place === undefined) return undefined;
      const [position, size] = [objectAt(doc, place, 'position'), objectAt(doc, place, 'size')];
      const [x, y] = [numberAt(position, 'x'), numberAt(position, 'y')];
      if (x === undefined || y === undefined) return undefined;
      return { x, y, width: numberAt(size, 'width') ?? SIDE, height: numberAt(size, 'height') ?? SIDE };
    },
    bendsOf: () => undefined,
    starts: new Set(starts),
  };
}

/** Size of a node for which the file has none. */
const SIDE = 96;
