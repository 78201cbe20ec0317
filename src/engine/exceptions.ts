/** What exceptions do to a report: they mark findings, and what an approved one covers counts no more. */
import {
  ANY,
  type ExceptionState,
  exceptionState,
  isWithin,
  readPattern,
  type ScopedException,
} from '../model/exception.ts';
import type { Finding } from '../model/finding.ts';
import { locationText } from '../model/finding.ts';
import { type Report, unlistedBlocking } from '../model/report.ts';
import type { Severity } from '../model/rule.ts';
import { type FileIdentity, isForFile } from '../model/same-file.ts';
import { scoreOf } from './score.ts';
import { scoredFindings } from './unlisted.ts';

interface Candidate extends ScopedException {
  readonly state: ExceptionState;
  /** Whether a place fits its location. */
  readonly fits: (place: string) => boolean;
}

/** When several cover a finding, the one with the lowest number is shown, and of equal ones the latest. */
const RANKS = {
  approved: 0,
  pending: 1,
  rejected: 2,
  expired: 2,
  revoked: 2,
} as const satisfies Readonly<Record<ExceptionState, number>>;

/** Those that speak of this file at this moment, the one to prefer first. */
function candidatesOf(exceptions: readonly ScopedException[], file: FileIdentity, now: Date): Candidate[] {
  return exceptions
    .filter((exception) => isForFile(exception, file))
    .map((exception) => ({
      ...exception,
      state: exceptionState(exception, now),
      fits: readPattern(exception.location),
    }))
    .sort((a, b) => RANKS[a.state] - RANKS[b.state] || (a.id < b.id ? 1 : -1));
}

/** Whether one of a finding's rule or fingerprint covers it. */
function covers({ severity, fingerprint, fits }: Candidate, finding: Finding, place: string): boolean {
  return isWithin(finding.severity, severity) && (fingerprint !== null || fits(place));
}

/** Finding → the exception that it shows, looking only at those of its rule or its fingerprint. */
function finder(candidates: readonly Candidate[]): (finding: Finding) => Candidate | undefined {
  const byKey = Map.groupBy(candidates, ({ fingerprint, ruleId }) => fingerprint ?? ruleId);
  const rank = new Map(candidates.map((candidate, index) => [candidate, index]));
  return (finding) => {
    const groups = [byKey.get(finding.fingerprints.strong), byKey.get(finding.ruleId)];
    const place = groups[1] === undefined ? '' : locationText(finding.location);
    return groups
      .flatMap((group) => group?.find((candidate) => covers(candidate, finding, place)) ?? [])
      .sort((a, b) => rank.get(a)! - rank.get(b)!)[0];
  };
}

/**
 * The findings with the exceptions that concern them. Those that none concerns are the same objects.
 * @param isHiding whether critical or high findings are beyond the end of the list: then none of such is waived
 */
export function markFindings(
  findings: readonly Finding[],
  file: FileIdentity,
  exceptions: readonly ScopedException[],
  { now, isHiding }: { readonly now: Date; readonly isHiding: boolean },
): readonly Finding[] {
  const candidates = candidatesOf(exceptions, file, now).map((candidate) =>
    isHiding ? withoutBlocking(candidate) : candidate,
  );
  return candidates.length === 0 ? findings : mark(findings, candidates);
}

function mark(findings: readonly Finding[], candidates: readonly Candidate[]): readonly Finding[] {
  const find = finder(candidates);
  return findings.map((finding) => {
    const found = find(finding);
    return found === undefined
      ? finding
      : { ...finding, exceptionId: found.id, exceptionStatus: found.state };
  });
}

const isBlocking = (severity: Severity): boolean => severity === 'critical' || severity === 'high';

/** An approved exception that waives no critical or high finding any more. */
function withoutBlocking(candidate: Candidate): Candidate {
  return candidate.state === 'approved' && isBlocking(candidate.severity)
    ? { ...candidate, severity: 'medium' }
    : candidate;
}

/**
 * The report with its findings marked, and its score and its `unlisted` without the waived ones. Findings beyond the end
 * of a list are waived only by exceptions for any place of the file. Where critical or high findings are beyond it, none
 * is waived: a file would pass by what nobody can see.
 */
export function applyExceptions(
  report: Report,
  file: FileIdentity,
  exceptions: readonly ScopedException[],
  now: Date,
): Report {
  const known = candidatesOf(exceptions, file, now);
  if (known.length === 0) return report;
  const candidates = unlistedBlocking(report) > 0 ? known.map(withoutBlocking) : known;
  const findings = mark(report.findings, candidates);
  if (!candidates.some(({ state }) => state === 'approved')) return { ...report, findings };
  const forAnyPlace = candidates.filter(
    ({ state, fingerprint, location }) => state === 'approved' && fingerprint === null && location === ANY,
  );
  const unlisted = report.unlisted?.map((group) => ({
    ...group,
    atPlace: group.atPlace.filter(
      ({ ruleId, severity }) =>
        !forAnyPlace.some(
          (exception) => exception.ruleId === ruleId && isWithin(severity, exception.severity),
        ),
    ),
  }));
  const counted = unlisted === undefined ? { findings } : { findings, unlisted };
  return { ...report, ...counted, score: scoreOf(scoredFindings(counted)) };
}
