/**
 * What functions of a workflow have found out about it, each in a place of its own: a place in an array is found in a
 * fraction of the time that a weak map takes, and rules ask hundreds of times for each file.
 */

/** One answer for each function that remembers; undefined: nobody has asked. It lives and dies with its workflow. */
export type Memory = unknown[];

let places = 0;

/** A place for one function's answers. To be taken while a module loads, never for a file. */
export function takePlace(): number {
  places += 1;
  return places - 1;
}

/** Room for the answers of all functions that there are. */
export function newMemory(): Memory {
  return new Array<unknown>(places).fill(undefined);
}
