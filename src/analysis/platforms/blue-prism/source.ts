/** Encoding of a Blue Prism document's attributes as positions. */
import type { Position } from '../../model/workflow.ts';

/** Returns the position of an attribute. */
export function attributePosition(attribute: number): Position {
  return ~attribute;
}
