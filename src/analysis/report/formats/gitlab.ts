/** GitLab Code Quality report. Source: the section "Code Quality report format" of GitLab's documentation. */
import { createHash } from 'node:crypto';
import type { Severity } from '../../model/rule.ts';
import { openFindings, overrideNotes, type ReportView } from '../report-view.ts';

const SEVERITY_NAMES = {
  critical: 'blocker',
  high: 'critical',
  medium: 'major',
  low: 'minor',
} as const satisfies Record<Severity, string>;

/** Returns the view as a Code Quality report: `[]` if there are no findings. */
export const gitlabReport = (view: ReportView): string => [...gitlabPieces(view)].join('');

/** Yields a Code Quality report, issue by issue. */
export function* gitlabPieces({ overrides, files }: ReportView): Generator<string> {
  const seen = new Map<string, number>();
  let before = '[\n';
  for (const { path, findings } of files)
    for (const { finding, place, line } of openFindings(findings)) {
      const identity = `${path}\n${finding.ruleId}\n${finding.id}`;
      const earlier = seen.get(identity) ?? 0;
      seen.set(identity, earlier + 1);
      const issue = {
        description: `${finding.rule}: ${finding.description} (${place})`,
        check_name: finding.ruleId,
        // GitLab shows only the first of several issues with one fingerprint.
        fingerprint: createHash('sha256').update(`${identity}\n${earlier}`).digest('hex'),
        severity: finding.kind === 'hotspot' ? 'info' : SEVERITY_NAMES[finding.severity],
        location: { path, lines: { begin: line } },
      };
      yield `${before}  ${JSON.stringify(issue, null, 2).replaceAll('\n', '\n  ')}`;
      before = ',\n';
    }
  for (const description of overrideNotes(overrides)) {
    const fingerprint = createHash('sha256').update(description).digest('hex');
    const place = { severity: 'info', location: { path: '.', lines: { begin: 1 } } };
    const issue = { description, check_name: 'overrides', fingerprint, ...place };
    yield `${before}  ${JSON.stringify(issue, null, 2).replaceAll('\n', '\n  ')}`;
    before = ',\n';
  }
  yield before === ',\n' ? '\n]\n' : '[]\n';
}
