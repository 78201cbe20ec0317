/**
 * Memoised facts about the names of settings. Names that recur from file to file have numbers, by which their facts lie
 * close together: a look-up of a text in a map costs a memory stall at each step.
 */
import { remembered } from './remembered.ts';

/** A name, and its number where it has one. */
export interface Named {
  readonly name: string;
  readonly nameId?: number | undefined;
}

/** Numbers with facts at a time. When they are used up, the older ones are dropped. */
const NUMBERED_MAX = 32_768;
/**
 * Names without a number that are cached. They come from files: a hostile one must not make a long-lived table grow.
 */
const NAMES_MAX = 20_000;

/** Facts of numbers up to this one have been dropped. */
let forgotten = 0;
let latest = 0;

/** Returns a new number for a recurring name. No number is given twice. */
export function takeNameId(): number {
  latest += 1;
  if (latest - forgotten > NUMBERED_MAX) forgotten = latest - 1;
  return latest;
}

/** Returns whether the facts of a number are still cached. */
export const isRemembered = (nameId: number): boolean => nameId > forgotten;

/** Memoises a function of names, which recur within a file and from file to file. */
export function factOfNames<To extends {}>(answer: (name: string) => To): (named: Named) => To {
  const lookUp = remembered(answer, NAMES_MAX);
  const byId: (To | undefined)[] = [];
  let first = forgotten;

  return ({ name, nameId = 0 }) => {
    if (first !== forgotten) {
      first = forgotten;
      byId.length = 0;
    }
    const place = nameId - first - 1;
    if (place < 0) return lookUp(name);
    // Without holes, as an array with many of them becomes a map.
    while (byId.length <= place) byId.push(undefined);
    return (byId[place] ??= answer(name));
  };
}
