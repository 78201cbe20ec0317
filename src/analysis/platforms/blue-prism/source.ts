/** How attributes of a Blue Prism document are named as positions. */
import type { Position } from '../../model/workflow.ts';

/** The position of an attribute. */
export function attributePosition(attribute: number): Position {
  return ~attribute;
}
