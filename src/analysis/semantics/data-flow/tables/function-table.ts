/** Look-up of what functions and members of expressions do with data. */
import type { FunctionRow } from '../../../facts/data-flow/row.ts';
import { combined, type DataEffect, EVERY_FAMILY, familySet, NO_EFFECT } from './data-effect.ts';
import { nameTest } from './name-test.ts';
import { tablesOf } from './tables-of.ts';

/** Functions of one language. */
export interface FunctionTable {
  /**
   * Returns the effect on the value in an argument, or on the object at -1; undefined for a name without a row.
   * @param name in lower case, the whole dotted one or the last part of it
   */
  effectOf(name: string, argument: number): DataEffect | undefined;
}

/** Names that are remembered: they come from files. */
const NAMES_MAX = 5_000;

function effectOfRow({ does, families, marks = 0, opens = 0 }: FunctionRow): DataEffect {
  const concerned = familySet(families);
  if (does === 'stops') return { ...NO_EFFECT, stops: concerned };
  const passing: DataEffect = { ...NO_EFFECT, sets: marks, clears: opens };
  // A row about some families says nothing of the others.
  return concerned === EVERY_FAMILY
    ? passing
    : combined(passing, { ...NO_EFFECT, stops: EVERY_FAMILY & ~concerned });
}

function createTable(rows: readonly FunctionRow[]): FunctionTable {
  const tested = rows.map((row) => ({ row, effect: effectOfRow(row), isOne: nameTest(row.functions) }));
  const known = new Map<string, readonly (typeof tested)[number][]>();
  const rowsOf = (name: string) => {
    let found = known.get(name);
    if (found === undefined) {
      found = tested.filter(({ isOne }) => isOne(name));
      if (known.size >= NAMES_MAX) known.clear();
      known.set(name, found);
    }
    return found;
  };
  return {
    effectOf(name, argument) {
      const ofName = rowsOf(name);
      if (ofName.length === 0) return undefined;
      const ofPlace = ofName.filter(
        ({ row }) => row.arguments === undefined || row.arguments.includes(argument),
      );
      // Arguments that no row of the function names are settings of it.
      if (ofPlace.length === 0) return { ...NO_EFFECT, stops: EVERY_FAMILY };
      return ofPlace.reduce<DataEffect>((effect, { effect: next }) => combined(effect, next), NO_EFFECT);
    },
  };
}

/** Returns the functions of a language. */
export const functionsOf = tablesOf((rows) => createTable(rows.filter((row) => row.kind === 'function')));
