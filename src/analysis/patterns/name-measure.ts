/** Measure of a name that is reported for its length. */
import type { Measure } from '../model/measures/measure.ts';
import { compileUserPattern } from './user-pattern.ts';

/** Returns the measure of the option `maxLength`; undefined: the name does not fit the pattern either. */
export function measureOf(name: string, pattern: string): Measure | undefined {
  if (pattern !== '' && !compileUserPattern(pattern).test(name)) return undefined;
  return { option: 'maxLength', value: name.length };
}
