/** Compact input of a score: family → number of counted findings by severity. */
import { SEVERITIES, type Severity } from '../rule.ts';

/** A family is a rule, or the rules of one dedupe group. */
export type Tally = Readonly<Record<string, Readonly<Record<Severity, number>>>>;

/** Counts the findings of a tally by severity. */
export function countTally(tally: Tally): Readonly<Record<Severity, number>> {
  const counts = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const counted of Object.values(tally)) {
    for (const severity of SEVERITIES) counts[severity] += counted[severity];
  }
  return counts;
}
