/**
 * Matches a run's findings with those of the previous run of the same file, and preserves their ids.
 *
 * Stages, each one to one: equal strong, then medium fingerprints; then a group and a finding at one of its places;
 * then the same rule at the same element with another subject; then equal weak fingerprints where both sides have
 * exactly one candidate left.
 */
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

const CHANGES_MAX = 1000;

/** Part of a report that the comparison reads. */
export type Compared = Pick<Report, 'findings' | 'summary' | 'score' | 'evaluatedRuleIds' | 'unreadFiles'>;

export interface Comparison {
  /** The current findings, with the ids that earlier runs gave them. */
  readonly findings: readonly Finding[];
  readonly diff: Diff;
}

type Key = (finding: PreviousFinding) => string;

function groupBy(findings: Iterable<PreviousFinding>, key: Key): Map<string, PreviousFinding[]> {
  const groups = new Map<string, PreviousFinding[]>();
  for (const finding of findings) {
    const group = groups.get(key(finding));
    if (group) group.push(finding);
    else groups.set(key(finding), [finding]);
  }
  return groups;
}

/** Matches between two lists of findings. */
interface Matching {
  /** Current finding → the previous one that it continues. */
  readonly matches: Map<Finding, PreviousFinding>;
  /**
   * Current finding → the previous group of its place: the place is not new, but another finding continues the group.
   */
  readonly leftGroup: Map<Finding, PreviousFinding>;
  /** Previous findings without a match. */
  readonly left: Set<PreviousFinding>;
  /** Previous findings whose place is now one of a group. */
  readonly joined: Set<PreviousFinding>;
}

/** Indexes groups by the strong fingerprints of their places. */
function groupsByPlace<Some extends PreviousFinding>(findings: Iterable<Some>): Map<string, Some> {
  const groups = new Map<string, Some>();
  for (const finding of findings)
    for (const { fingerprints } of finding.group?.places ?? []) groups.set(fingerprints.strong, finding);
  return groups;
}

/** Matches findings whose place was, or is, in a group: a new group continues the first of its places. */
function matchPlaces(
  current: readonly Finding[],
  previous: readonly PreviousFinding[],
  { matches, leftGroup, left, joined }: Matching,
): void {
  const now = groupsByPlace(current);
  for (const before of left) {
    const places = [before, ...(before.group?.places ?? [])];
    const place = places.find(({ fingerprints }) => now.has(fingerprints.strong));
    if (place === undefined) continue;
    const group = now.get(place.fingerprints.strong)!;
    left.delete(before);
    if (matches.has(group)) joined.add(before);
    else matches.set(group, before);
  }
  const earlier = groupsByPlace(previous);
  for (const finding of current) {
    const group = matches.has(finding) ? undefined : earlier.get(finding.fingerprints.strong);
    if (group === undefined) continue;
    if (left.delete(group)) matches.set(finding, group);
    else leftGroup.set(finding, group);
  }
}

function matchFindings(current: readonly Finding[], previous: readonly PreviousFinding[]): Matching {
  const matches = new Map<Finding, PreviousFinding>();
  const left = new Set<PreviousFinding>(previous);
  const matching = { matches, leftGroup: new Map(), left, joined: new Set<PreviousFinding>() };
  function stage(key: Key, onlySingle: boolean): void {
    const candidates = groupBy(left, key);
    const unmatched = current.filter((finding) => !matches.has(finding) && !matching.leftGroup.has(finding));
    const rivals = groupBy(unmatched, key);
    for (const finding of unmatched) {
      const group = candidates.get(key(finding));
      if (group === undefined || group.length === 0) continue;
      if (onlySingle && (group.length > 1 || rivals.get(key(finding))!.length > 1)) continue;
      const match = group.shift()!;
      matches.set(finding, match);
      left.delete(match);
    }
  }
  stage((finding) => finding.fingerprints.strong, false);
  stage((finding) => finding.fingerprints.medium, false);
  matchPlaces(current, previous, matching);
  stage((finding) => finding.fingerprints.element, false);
  stage((finding) => finding.fingerprints.weak, true);
  return matching;
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
  if (previous === undefined) return { findings: report.findings, diff: NO_DIFF };
  const { matches, leftGroup, left, joined } = matchFindings(report.findings, previous.findings);
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
      note(change('new', finding, null));
      return finding;
    }
    if (before.severity !== finding.severity) note(change('severity_changed', finding, before));
    else if (before.exceptionStatus !== finding.exceptionStatus)
      note(change('waiver_changed', finding, before));
    else counts.unchanged += 1;
    return match === undefined ? finding : { ...finding, id: match.id };
  });
  for (const before of previous.findings) {
    if (joined.has(before) || (left.has(before) && !isResolved(before))) counts.unchanged += 1;
    else if (left.has(before)) note(change('resolved', null, before));
  }
  const scoreDelta = report.score - previous.score;
  return {
    findings,
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
