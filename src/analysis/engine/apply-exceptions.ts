/** Applies exceptions to a report: marks findings, and excludes those with an approved one from the counts. */
import {
  ANY,
  type ExceptionState,
  exceptionState,
  isWithin,
  readPattern,
  type ScopedException,
} from '../../contract/exception.ts';
import { type FileIdentity, isForFile } from '../../contract/runs/same-file.ts';
import type { Finding } from '../model/finding.ts';
import { locationText } from '../model/finding.ts';
import { unlistedBlocking } from '../model/gate.ts';
import type { Report } from '../model/report.ts';
import type { Severity } from '../model/rule.ts';
import { type FindException, markGroup, withException } from './apply-group-exceptions.ts';
import { hasCopies } from './findings/copies.ts';
import { summaryAfter } from './findings/fold-found.ts';
import { isGroup } from './findings/group.ts';
import { listMistakes } from './findings/list-mistakes.ts';
import { everyFinding } from './findings/mistakes.ts';
import { scoredFindings } from './findings/unlisted.ts';
import { currentId } from './policies/current-ids.ts';
import { scoredPlaceOf, scoreOf } from './score.ts';

interface Candidate extends ScopedException {
  readonly state: ExceptionState;
  /** Returns whether a place matches its location. */
  readonly fits: (place: string) => boolean;
}

/** Ranks of exceptions that cover one finding: the lowest rank is shown, and of equal ones the latest exception. */
const RANKS = {
  approved: 0,
  pending: 1,
  rejected: 2,
  expired: 2,
  revoked: 2,
} as const satisfies Readonly<Record<ExceptionState, number>>;

/** Returns the exceptions in their state at this moment, the preferred one first. */
function candidatesOf(exceptions: readonly ScopedException[], now: Date): Candidate[] {
  return exceptions
    .map((exception) => ({
      ...exception,
      state: exceptionState(exception, now),
      fits: readPattern(exception.location),
    }))
    .sort((a, b) => RANKS[a.state] - RANKS[b.state] || (a.id < b.id ? 1 : -1));
}

/** Returns whether an exception for a finding's rule or fingerprint covers it. */
function covers({ severity, fingerprint, fits }: Candidate, finding: Finding, place: string): boolean {
  return isWithin(finding.severity, severity) && (fingerprint !== null || fits(place));
}

/** Returns the look-up keys of an exception: the places that it was requested for, its finding, or its rule. */
const keysOf = ({ places, fingerprint, ruleId }: Candidate): readonly string[] =>
  places ?? [fingerprint ?? currentId(ruleId)];

/** Creates a look-up that reads only the exceptions of a finding's rule or its fingerprint. */
function finder(candidates: readonly Candidate[]): FindException {
  const byKey = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    for (const key of keysOf(candidate)) {
      const known = byKey.get(key);
      if (known === undefined) byKey.set(key, [candidate]);
      else known.push(candidate);
    }
  }
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
 * Creates the look-up of exceptions that apply to the files of the findings.
 * @param isHiding whether critical or high findings are beyond the end of the list: then none of these is waived
 */
export function exceptionFinder(
  exceptions: readonly ScopedException[],
  { now, isHiding }: { readonly now: Date; readonly isHiding: boolean },
): FindException {
  const candidates = candidatesOf(exceptions, now);
  return finder(isHiding ? candidates.map(withoutBlocking) : candidates);
}

/**
 * Marks findings with their exceptions. Those without one are the same objects. A group becomes several findings if
 * an approved exception covers some of its places only, and so does a mistake of which it covers some rules only.
 */
export function markFindings(findings: readonly Finding[], find: FindException): readonly Finding[] {
  const mark = (finding: Finding): readonly Finding[] =>
    isGroup(finding) ? markGroup(finding, find) : [withException(finding, find(finding))];
  const marked = findings.flatMap((listed) => {
    const all = everyFinding([listed]);
    if (!hasCopies(listed)) return all.flatMap(mark);
    const ofFirst = listed.sameMistake?.length ?? 1;
    return coverCopies(all.slice(0, ofFirst).flatMap(mark), all.slice(ofFirst).flatMap(mark), find);
  });
  return listMistakes(marked);
}

/**
 * Gives the copies of a mistake the approved exceptions of the first, as their content is the same: those that a policy
 * judges no more severely than the exception accepts.
 */
function coverCopies(
  first: readonly Finding[],
  copies: readonly Finding[],
  find: FindException,
): readonly Finding[] {
  const covered = new Map(
    first
      .filter(({ copyKey, exceptionStatus }) => copyKey !== undefined && exceptionStatus === 'approved')
      .map((finding) => [finding.copyKey, finding]),
  );
  const cover = (copy: Finding): Finding => {
    const own = covered.get(copy.copyKey);
    if (copy.exceptionStatus === 'approved' || own === undefined) return copy;
    if (!isWithin(copy.severity, find(own)?.severity ?? own.severity)) return copy;
    return { ...copy, exceptionId: own.exceptionId, exceptionStatus: own.exceptionStatus };
  };
  return [...first, ...copies.map(cover)];
}

const isBlocking = (severity: Severity): boolean => severity === 'critical' || severity === 'high';

/** Returns an approved exception that no longer waives critical or high findings. */
function withoutBlocking(candidate: Candidate): Candidate {
  return candidate.state === 'approved' && isBlocking(candidate.severity)
    ? { ...candidate, severity: 'medium' }
    : candidate;
}

/** Part of a report that exceptions change. */
export type Waivable = Pick<Report, 'findings' | 'unlisted' | 'unlistedByNotes' | 'summary' | 'score'>;

/**
 * Returns the report with its findings marked, and its score and its `unlisted` without the waived ones. Findings
 * beyond the end of a list are waived only by exceptions for any place of the file. If critical or high findings are
 * beyond it, none is waived: a file would pass because of hidden findings.
 */
export function applyExceptions<R extends Waivable>(
  report: R,
  file: FileIdentity,
  exceptions: readonly ScopedException[],
  now: Date,
): R {
  const ofFile = exceptions.filter((exception) => isForFile(exception, file));
  const known = candidatesOf(ofFile, now);
  if (known.length === 0) return report;
  const candidates = unlistedBlocking(report) > 0 ? known.map(withoutBlocking) : known;
  const findings = markFindings(report.findings, finder(candidates));
  if (!candidates.some(({ state }) => state === 'approved')) return { ...report, findings };
  const beside = places(findings);
  const forAnyPlace = candidates.filter(
    ({ state, fingerprint, location }) => state === 'approved' && fingerprint === null && location === ANY,
  );
  const unlisted = report.unlisted?.map((group) => ({
    ...group,
    besideListed:
      group.besideListed === null ? null : beside.get(scoredPlaceOf(report.findings[group.besideListed]!))!,
    atPlace: group.atPlace.filter(
      ({ ruleId, severity }) =>
        !forAnyPlace.some(
          (exception) => currentId(exception.ruleId) === ruleId && isWithin(severity, exception.severity),
        ),
    ),
  }));
  const counted = unlisted === undefined ? { findings } : { findings, unlisted };
  const summary = summaryAfter(report, findings);
  return { ...report, ...counted, summary, score: scoreOf(scoredFindings(counted)) };
}

/** Returns the index of a finding at each place. */
function places(findings: readonly Finding[]): ReadonlyMap<string, number> {
  return new Map(findings.map((finding, index) => [scoredPlaceOf(finding), index]));
}
