/** Compares a run with the previous run of the same file, and preserves the ids of its findings. */
import {
  type Diff,
  type DiffChange,
  NO_DIFF,
  type PreviousFinding,
  type PreviousRun,
} from '../model/diff.ts';
import { type Finding, locationText } from '../model/finding.ts';
import { type Report, summarise } from '../model/report.ts';
import { SEVERITIES, type Severity } from '../model/rule.ts';
import { CONDITION_RULE } from './gate-conditions.ts';
import { matchFindings } from './match-findings.ts';

const CHANGES_MAX = 1000;

/** Part of a report that the comparison reads. */
export type Compared = Pick<Report, 'findings' | 'summary' | 'score' | 'evaluatedRuleIds' | 'unreadFiles'>;

export interface Comparison {
  /** The current findings, with the ids that earlier runs gave them. */
  readonly findings: readonly Finding[];
  readonly diff: Diff;
  /** Findings without a predecessor, and those that were milder; in a first run all of them. */
  readonly added: readonly Finding[];
}

function change(
  status: DiffChange['status'],
  now: PreviousFinding | null,
  before: PreviousFinding | null,
): DiffChange {
  const shown = (now ?? before)!;
  return {
    ruleId: shown.ruleId,
    status,
    location: locationText(shown.location),
    currentSeverity: now?.severity ?? null,
    previousSeverity: before?.severity ?? null,
  };
}

/**
 * Returns a predicate whether the absence of a finding means that it is resolved. It does not if its rule did not
 * finish, if its file inside an archive could not be read, or if it may stand behind the end of a cut list.
 */
function silenceResolves(report: Compared): (before: PreviousFinding) => boolean {
  const evaluated = new Set(report.evaluatedRuleIds);
  const unread = new Set(report.unreadFiles);
  const listed = summarise(report.findings);
  const isCut = (severity: Severity): boolean => listed[severity] < report.summary[severity];
  const cut = new Set(SEVERITIES.filter(isCut));
  return ({ ruleId, severity, location }) =>
    evaluated.has(ruleId) && !cut.has(severity) && !unread.has(location.names[0] ?? '');
}

/** Compares a report with the previous run. A previous finding that may still be there counts as unchanged. */
export function compare(report: Compared, previous: PreviousRun | undefined): Comparison {
  if (previous === undefined) return { findings: report.findings, diff: NO_DIFF, added: report.findings };
  const earlier = previous.findings.filter(({ ruleId }) => ruleId !== CONDITION_RULE);
  const { matches, leftGroup, left, joined } = matchFindings(report.findings, earlier);
  const added: Finding[] = [];
  const isResolved = silenceResolves(report);
  const counts = { new: 0, resolved: 0, unchanged: 0, severity_changed: 0, waiver_changed: 0 };
  const changes: DiffChange[] = [];
  let newBlocking = false;
  const note = (entry: DiffChange): void => {
    counts[entry.status] += 1;
    if (changes.length < CHANGES_MAX) changes.push(entry);
  };
  const findings = report.findings.map((finding) => {
    const match = matches.get(finding);
    const before = match ?? leftGroup.get(finding);
    if (before === undefined) {
      newBlocking ||= finding.severity === 'critical' || finding.severity === 'high';
      added.push(finding);
      note(change('new', finding, null));
      return finding;
    }
    if (before.severity !== finding.severity) {
      if (SEVERITIES.indexOf(finding.severity) < SEVERITIES.indexOf(before.severity)) added.push(finding);
      note(change('severity_changed', finding, before));
    } else if (before.exceptionStatus !== finding.exceptionStatus)
      note(change('waiver_changed', finding, before));
    else counts.unchanged += 1;
    return match === undefined ? finding : { ...finding, id: match.id };
  });
  for (const before of earlier) {
    if (joined.has(before) || (left.has(before) && !isResolved(before))) counts.unchanged += 1;
    else if (left.has(before)) note(change('resolved', null, before));
  }
  const scoreDelta = report.score - previous.score;
  return {
    findings,
    added,
    diff: {
      isRegression: scoreDelta < 0 || newBlocking,
      counts,
      scoreDelta,
      previousScore: previous.score,
      previousValidatedAt: previous.validatedAt,
      previousOwnerId: previous.ownerId,
      changes,
    },
  };
}
