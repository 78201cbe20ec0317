/** Converts the body of a PATCH to a field mask: named members are changed, null removes the value. */
import { snakeName } from '../contract/wire-case.ts';

/** Returns the members of a body in the spelling of field masks; empty: nothing changes. */
export function updateMask(body: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(body)
    .filter((name) => body[name] !== undefined)
    .map(snakeName);
}
