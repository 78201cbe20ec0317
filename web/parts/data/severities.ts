/** Severities in the app, worst first. */
import type { Severity } from '../../../src/analysis/model/rule.ts';

export type SeverityName = Severity;

/** Severity → its name for people, worst first. */
export const SEVERITY_LABELS: Readonly<Record<SeverityName, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

/** Severities, worst first. */
export const SEVERITY_NAMES = Object.keys(SEVERITY_LABELS) as readonly SeverityName[];

/** Returns the rank of a severity for sorting; 0 is the worst, unknown ones are last. */
export function severityRank(severity: string): number {
  const rank = (SEVERITY_NAMES as readonly string[]).indexOf(severity);
  return rank === -1 ? SEVERITY_NAMES.length : rank;
}

/** Returns whether a text of the API is a severity. */
export function isSeverity(text: string): text is SeverityName {
  return Object.hasOwn(SEVERITY_LABELS, text);
}
