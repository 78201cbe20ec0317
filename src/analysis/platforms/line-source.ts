/** Places of a plain text whose positions are its lines. */
import type { Source } from '../model/workflow.ts';

/** Source whose positions are lines, from 0. */
export const LINE_SOURCE: Source = {
  lineAndColumn: (at) => ({ line: at + 1, column: 1 }),
  path: (at) => `/#L${at + 1}`,
};
