/** Findings as lines of text that a person can compare. */
import { type Finding, locationText } from '../../../src/analysis/model/finding.ts';
import type { Report } from '../../../src/analysis/model/report.ts';

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** Writes a finding as `line:column  rule  severity  path  names  message`, the severity of a waived one in brackets. */
export function findingLine({ location, ruleId, severity, description, exceptionStatus }: Finding): string {
  return [
    `${location.line}:${location.column}`,
    ruleId,
    exceptionStatus === 'approved' ? `(${severity})` : severity,
    location.path,
    locationText(location),
    description,
  ]
    .map(oneLine)
    .join('  ');
}

/** Writes the outcome of a file, then its findings in their order, then the rules that failed. */
export function reportLines(report: Report): readonly string[] {
  const { platform, kind, score, summary } = report;
  return [
    `${platform} ${kind}, score ${score}, ${summary.critical} critical, ${summary.high} high, ${summary.medium} medium, ${summary.low} low`,
    ...report.findings.map(findingLine),
    ...report.ruleErrors.map(({ ruleId, message }) => `${ruleId} failed: ${message}`),
    ...report.unreadFiles.map((path) => `not read: ${path}`),
  ];
}
