/** Limit of the work that one workflow may cost. */
import type { Workflow } from '../../../model/workflow.ts';

/** Steps of the search in any workflow, for each activity, and twice that for each expression. */
export const STEPS_BASE = 50_000;
export const STEPS_EACH = 64;

/**
 * Creates the counter of steps of one workflow, which throws a `RangeError` when there are too many.
 * @param times the limit of one search, for several
 */
export function limitOf({ activities, expressions }: Workflow, times = 1): (steps?: number) => void {
  const max = times * (STEPS_BASE + STEPS_EACH * (activities.length + 2 * expressions.length));
  let spent = 0;
  return (steps = 1) => {
    spent += steps;
    if (spent > max)
      throw new RangeError(`Following the data takes more steps than a file may take; the limit is ${max}.`);
  };
}

/** Runs a piece of the search; returns the error that ended it before its time. */
export function withinLimit(search: () => void): RangeError | undefined {
  try {
    search();
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return error;
    throw error;
  }
}
