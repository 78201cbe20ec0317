/** Lists findings of all rules as the mistakes that they are about. */
import type { Finding } from '../../model/finding.ts';
import { SEVERITIES } from '../../model/rule.ts';
import { foldCopies } from './copies.ts';
import { everyFinding, foldMistakes, mistakenOf, standFor } from './mistakes.ts';

/** State of findings that nothing waives. */
const OPEN = '';

/** Returns what waives a finding: its exception, a note in the file, or nothing. Pending and ended exceptions waive nothing. */
export function waiverOf({
  exceptionStatus,
  exceptionId,
}: Pick<Finding, 'exceptionStatus' | 'exceptionId'>): string {
  if (exceptionStatus !== 'approved') return OPEN;
  return exceptionId ?? 'note';
}

/**
 * Lists the findings of all rules mistake by mistake, and true copies of a mistake as one. A group is at its first
 * place. What is waived is listed by itself, and brings the next rule or copy of its mistake forward.
 * @param stateOf returns what else sets findings apart
 */
export function listMistakes(
  findings: readonly Finding[],
  stateOf: (finding: Finding) => string = () => OPEN,
): readonly Finding[] {
  const bySeverity = findings.toSorted(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
  const wholeState = (finding: Finding): string => `${waiverOf(finding)} ${stateOf(finding)}`;
  const mistakes = foldMistakes(bySeverity, (finding) => mistakenOf(finding, wholeState(finding))).map(
    standFor,
  );
  return foldCopies(mistakes, (finding) => wholeState(everyFinding([finding])[0]!));
}
