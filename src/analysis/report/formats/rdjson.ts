/** Diagnostics of reviewdog. Source: `proto/rdf/reviewdog.proto` of reviewdog/reviewdog. */
import type { Severity } from '../../model/rule.ts';
import {
  actionableFindings,
  overrideNotes,
  type ReportView,
  type ViewFile,
  type ViewFinding,
} from '../report-view.ts';

const SEVERITY_NAMES = {
  critical: 'ERROR',
  high: 'ERROR',
  medium: 'WARNING',
  low: 'INFO',
} as const satisfies Record<Severity, string>;

function diagnostic(path: string, view: ViewFinding, baseUrl: string | null) {
  const { finding, member, line } = view;
  const place = member === null ? '' : `${member}: `;
  return {
    message: `${place}${finding.description} Fix: ${finding.remediation}`,
    // Columns are bytes of UTF-8 there, and ours are UTF-16 code units: the line alone is right.
    location: { path, range: { start: { line } } },
    severity: finding.kind === 'hotspot' ? 'INFO' : SEVERITY_NAMES[finding.severity],
    code: {
      value: finding.ruleId,
      ...(baseUrl === null ? {} : { url: `${baseUrl}/docs/rules/${finding.ruleId}` }),
    },
  };
}

function fileDiagnostics({ path, errors, findings, unlisted }: ViewFile, baseUrl: string | null) {
  const rest = unlisted === 0 ? [] : [`${unlisted} more findings are not listed.`];
  return [
    ...[...errors, ...rest].map((message) => ({ message, location: { path }, severity: 'ERROR' })),
    ...actionableFindings(findings).map((finding) => diagnostic(path, finding, baseUrl)),
  ];
}

/** Returns the view as a DiagnosticResult in JSON. */
export function rdjsonReport({ problems, overrides, files, baseUrl }: ReportView): string {
  const result = {
    source: { name: 'flowarden', ...(baseUrl === null ? {} : { url: baseUrl }) },
    diagnostics: [
      ...problems.map((message) => ({ message, location: { path: '.' }, severity: 'ERROR' })),
      ...overrideNotes(overrides).map((message) => ({ message, location: { path: '.' }, severity: 'INFO' })),
      ...files.flatMap((file) => fileDiagnostics(file, baseUrl)),
    ],
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}
