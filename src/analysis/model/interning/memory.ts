/**
 * Memo slots of a workflow, one for each memoising function. An array slot is several times faster to read than a weak
 * map, and rules read hundreds of times for each file.
 */

/** Memoised results by slot; undefined: not computed yet. Its lifetime is that of its workflow. */
export type Memory = unknown[];

let places = 0;

/** Allocates the slot of one function. To be called while a module loads, never for a file. */
export function takePlace(): number {
  places += 1;
  return places - 1;
}

/** Creates empty slots for all memoising functions. */
export function newMemory(): Memory {
  return new Array<unknown>(places).fill(undefined);
}
