/** Budget of conditions: steps that they may take, so that none delays a run. */
import { spendOnFile } from '../model/budget/file-work.ts';

/** Limits of evaluation, in steps; an element of a list is one, as are 512 characters of a text. */
export const FUEL_LIMITS = {
  /** Steps for one subject: a text of 100,000 characters, and a pattern of 225 instructions. */
  subjectStepsMax: 100_000,
  /** Steps of a rule in a workflow … */
  workflowStepsMax: 200_000,
  /** … and for each of its activities. */
  stepsPerActivity: 50,
  /** Characters of text that count as a step. */
  charactersPerStep: 512,
  /**
   * Characters times instructions of a pattern that count as a step. Hostile ones take up to 0.1 µs each, as they make
   * a new state of the automaton with every character.
   */
  patternWorkPerStep: 256,
} as const;

/** Steps that are left. */
export interface Fuel {
  left: number;
}

/** Work of a step, as the budget of the file counts it. */
const UNITS_PER_STEP = 8;

/**
 * Takes steps, and their work from the budget of the file.
 * @param units work of the steps if it is counted otherwise
 * @throws Error if fewer are left
 */
export function burn(fuel: Fuel, steps: number, units = steps * UNITS_PER_STEP): void {
  fuel.left -= steps;
  if (fuel.left < 0) throw new Error('The condition took more steps than a custom rule may take.');
  spendOnFile(units);
}

/** Returns the steps of a function that reads so many characters. */
export const textSteps = (characters: number): number =>
  1 + Math.trunc(characters / FUEL_LIMITS.charactersPerStep);

/** Characters of a searched text that double the work of the search. */
const NEEDLE_CHARACTERS = 32;

/** Returns the steps of a search: the engine's own compares most of the searched text at every place, at worst. */
export const searchSteps = (text: string, searched: string): number =>
  textSteps(text.length * (1 + searched.length / NEEDLE_CHARACTERS));

/** Instructions whose work a character takes even with the smallest pattern. */
const OWN_INSTRUCTIONS = 30;

/** Returns the steps of a pattern of this size over a text. */
export const patternSteps = (text: string, size: number): number =>
  1 + Math.trunc((text.length * (size + OWN_INSTRUCTIONS)) / FUEL_LIMITS.patternWorkPerStep);
