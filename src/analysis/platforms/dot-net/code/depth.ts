/** Depth of statements and classes inside one another. */
import { limitExceeded, READ_LIMITS } from '../../limits.ts';
import type { Cursor } from '../tree/cursor.ts';

/** Rejects code whose statements or classes are nested too deeply. */
export function requireShallow({ depth }: Cursor): void {
  if (depth < READ_LIMITS.jsonDepthMax) return;
  throw limitExceeded(
    `has more than ${READ_LIMITS.jsonDepthMax} statements inside one another`,
    READ_LIMITS.jsonDepthMax,
  );
}
