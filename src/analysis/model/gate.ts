/** The gate: which findings block, and whether a file passes. */

import type { Finding } from './finding.ts';
import { CROSSING_RULE } from './measures/crossing.ts';
import { type EnforcementMode, type Report, summarise } from './report.ts';
import { SEVERITIES, type Severity } from './rule.ts';

/** The mildest severity that blocks where nothing else is set. */
export const FAIL_ON_DEFAULT: Severity = 'high';

/**
 * Returns whether an approved exception waives a finding. A note in the workflow, which has no id, waives nothing that
 * a gate tests: authors do not decide about their own gate.
 */
export function isExcepted({
  exceptionStatus,
  exceptionId,
}: Pick<Finding, 'exceptionStatus' | 'exceptionId'>): boolean {
  return exceptionStatus === 'approved' && exceptionId !== null;
}

/** Returns whether a note in the workflow waives a finding. */
export function isWaivedByNote({
  exceptionStatus,
  exceptionId,
}: Pick<Finding, 'exceptionStatus' | 'exceptionId'>): boolean {
  return exceptionStatus === 'approved' && exceptionId === null;
}

/** Returns the findings that block a pipeline: as severe as `failOn` or worse, not waived by an exception, and not about other projects. */
export function blockingFindings<
  F extends Pick<Finding, 'severity' | 'exceptionStatus' | 'exceptionId'> & { readonly ruleId?: string },
>(findings: readonly F[], failOn: Severity = FAIL_ON_DEFAULT): F[] {
  const mildest = SEVERITIES.indexOf(failOn);
  return findings.filter(
    (finding) =>
      SEVERITIES.indexOf(finding.severity) <= mildest &&
      !isExcepted(finding) &&
      finding.ruleId !== CROSSING_RULE,
  );
}

/** Returns whether the findings pass, and those that block. Only the mode `blocking` ever fails. */
export function gate(
  findings: readonly Finding[],
  mode: EnforcementMode,
  failOn: Severity = FAIL_ON_DEFAULT,
): { readonly passed: boolean; readonly blocking: readonly Finding[]; readonly wouldBlock: number } {
  const candidates = blockingFindings(findings, failOn);
  const blocking = mode === 'blocking' ? candidates : [];
  return { passed: blocking.length === 0, blocking, wouldBlock: candidates.length };
}

/** Counts the critical and high findings beyond the end of a list, which cannot be viewed or waived. */
export function unlistedBlocking({ findings, summary }: Pick<Report, 'findings' | 'summary'>): number {
  const listed = summarise(findings);
  return summary.critical + summary.high - listed.critical - listed.high;
}
