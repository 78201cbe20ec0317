/** The body of a PATCH as a field mask: what is named is changed, null takes the value away. */
import { snakeName } from './wire-case.ts';

/** The names that a body has, as the core's field masks write them; none: nothing shall change. */
export function updateMask(body: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(body)
    .filter((name) => body[name] !== undefined)
    .map(snakeName);
}
