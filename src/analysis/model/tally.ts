/** What a score needs of findings, as few words as it can be added up from: family → how many count, by severity. */
import { SEVERITIES, type Severity } from './rule.ts';

/** A family is a rule, or the rules of one dedupe group. */
export type Tally = Readonly<Record<string, Readonly<Record<Severity, number>>>>;

/** How many findings of each severity a tally has. */
export function countTally(tally: Tally): Readonly<Record<Severity, number>> {
  const counts = { critical: 0, high: 0, medium: 0, low: 0 };
  for (const counted of Object.values(tally)) {
    for (const severity of SEVERITIES) counts[severity] += counted[severity];
  }
  return counts;
}
