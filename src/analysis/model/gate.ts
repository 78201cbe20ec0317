/** The gate: which findings block, and whether a file passes. */
import type { Finding } from './finding.ts';
import { type EnforcementMode, type Report, summarise } from './report.ts';

/** Returns the findings that block a pipeline: critical or high, and not waived by an approved exception. */
export function blockingFindings(findings: readonly Finding[]): Finding[] {
  return findings.filter(
    (finding) =>
      (finding.severity === 'critical' || finding.severity === 'high') &&
      finding.exceptionStatus !== 'approved',
  );
}

/** Returns whether the findings pass, and those that block. Only the mode `blocking` ever fails. */
export function gate(
  findings: readonly Finding[],
  mode: EnforcementMode,
): { readonly passed: boolean; readonly blocking: readonly Finding[]; readonly wouldBlock: number } {
  const candidates = blockingFindings(findings);
  const blocking = mode === 'blocking' ? candidates : [];
  return { passed: blocking.length === 0, blocking, wouldBlock: candidates.length };
}

/** Counts the critical and high findings beyond the end of a list, which cannot be viewed or waived. */
export function unlistedBlocking({ findings, summary }: Pick<Report, 'findings' | 'summary'>): number {
  const listed = summarise(findings);
  return summary.critical + summary.high - listed.critical - listed.high;
}
