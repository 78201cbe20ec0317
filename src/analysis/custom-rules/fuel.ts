/** Budget of conditions: steps that they may take, so that none delays a run. */

/** Limits of evaluation, in steps; an element of a list is one, as are 512 characters of a text. */
export const FUEL_LIMITS = {
  /** Steps for one subject. */
  subjectStepsMax: 10_000,
  /** Steps of a rule in a workflow … */
  workflowStepsMax: 200_000,
  /** … and for each of its activities. */
  stepsPerActivity: 50,
  /** Characters of text that count as a step. */
  charactersPerStep: 512,
} as const;

/** Steps that are left. */
export interface Fuel {
  left: number;
}

/** Takes steps. @throws Error if fewer are left */
export function burn(fuel: Fuel, steps: number): void {
  fuel.left -= steps;
  if (fuel.left < 0) throw new Error('The condition took more steps than a custom rule may take.');
}

/** Takes the steps that a function over a text costs. @throws Error if fewer are left */
export function burnText(fuel: Fuel, text: string): void {
  burn(fuel, 1 + Math.trunc(text.length / FUEL_LIMITS.charactersPerStep));
}
