/** Effects of functions on data: which families end there, and which marks the result has. */
import { FAMILIES, type Family, type Marks } from '../../../model/data-flow/family.ts';

/** A set of families, as bits in the order of `FAMILIES`. */
export type FamilySet = number;

/** Returns the bit of a family. */
export const familyBit = (family: Family): FamilySet => 1 << FAMILIES.indexOf(family);

/** All families. */
export const EVERY_FAMILY: FamilySet = (1 << FAMILIES.length) - 1;

/** Returns the set of some families; all of them for none. */
export const familySet = (families: readonly Family[] | undefined): FamilySet =>
  families === undefined ? EVERY_FAMILY : families.reduce((set, family) => set | familyBit(family), 0);

/** An effect; effects of functions in each other make one. */
export interface DataEffect {
  /** Families of which the result has nothing. */
  readonly stops: FamilySet;
  readonly sets: Marks;
  readonly clears: Marks;
}

export const NO_EFFECT: DataEffect = { stops: 0, sets: 0, clears: 0 };

/** Effect of functions without a row, and on values that are only compared, measured or counted. */
export const STOPS: DataEffect = { ...NO_EFFECT, stops: EVERY_FAMILY };

/** Returns the effect of an inner function, then an outer one. */
export function combined(inner: DataEffect, outer: DataEffect): DataEffect {
  if (inner === NO_EFFECT) return outer;
  if (outer === NO_EFFECT) return inner;
  return {
    stops: inner.stops | outer.stops,
    sets: (inner.sets & ~outer.clears) | outer.sets,
    clears: inner.clears | outer.clears,
  };
}
