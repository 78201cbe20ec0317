/** Compares a run with the previous run of the same file, and preserves the ids of its findings. */
import {
  CHANGES_MAX,
  type Diff,
  type DiffChange,
  NO_DIFF,
  type PreviousFinding,
  type PreviousRun,
} from '../model/diff.ts';
import { type Finding, locationText } from '../model/finding.ts';
import { CROSSING_RULE } from '../model/measures/crossing.ts';
import { type Report, summarise } from '../model/report.ts';
import { SEVERITIES, type Severity } from '../model/rule.ts';
import { everyFinding, worstOf } from './findings/mistakes.ts';
import { CONDITION_RULE } from './gate-conditions.ts';
import { type Matching, matchFindings } from './match-findings.ts';

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
    findingId: shown.id,
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

/** Previous findings of each rule by itself, and how the present ones continue them. */
class Continuation {
  /** Each previous finding by itself → the one that it was listed as. */
  readonly #listed: ReadonlyMap<PreviousFinding, PreviousFinding>;
  readonly #matching: Matching<Finding, PreviousFinding>;

  constructor(findings: readonly Finding[], earlier: readonly PreviousFinding[]) {
    this.#listed = new Map(
      earlier.flatMap((listed) => everyFinding([listed]).map((own) => [own, listed] as const)),
    );
    this.#matching = matchFindings(everyFinding(findings), [...this.#listed.keys()]);
  }

  /** Returns the previous findings that the rules of a listed one continue. */
  #earlierOf(finding: Finding): PreviousFinding[] {
    const { matches, leftGroup } = this.#matching;
    return everyFinding([finding]).flatMap((own) => matches.get(own) ?? leftGroup.get(own) ?? []);
  }

  /** Returns what a listed finding was before, with the severity of what it continues; undefined: it is new. */
  before(finding: Finding): { readonly was: PreviousFinding; readonly listed: PreviousFinding } | undefined {
    const earlier = this.#earlierOf(finding);
    const [first] = earlier;
    if (first === undefined) return undefined;
    // Rules that report it no more gave it their severity; those that are listed by themselves now have it on.
    const gone = earlier.flatMap((own) =>
      everyFinding([this.#listed.get(own)!]).filter((one) => this.#matching.left.has(one)),
    );
    const severity = worstOf([...earlier, ...gone]);
    return { was: { ...first, severity }, listed: this.#listed.get(first)! };
  }

  /** Returns the finding with the ids that earlier runs gave to it and to those that are listed as it. */
  withIds(finding: Finding): Finding {
    const named = (own: Finding): Finding => {
      const match = this.#matching.matches.get(own);
      return match === undefined ? own : { ...own, id: match.id };
    };
    const { sameMistake, copies } = finding;
    if (sameMistake === undefined && copies === undefined) return named(finding);
    const all = everyFinding([finding]).map(named);
    return {
      ...finding,
      id: all[0]!.id,
      ...(sameMistake === undefined ? {} : { sameMistake: all.slice(0, sameMistake.length) }),
      ...(copies === undefined ? {} : { copies: all }),
    };
  }

  /** Returns whether a listed previous finding is gone, by what its rules' silence means. */
  isGone(listed: PreviousFinding, isResolved: (own: PreviousFinding) => boolean): boolean {
    const all = everyFinding([listed]);
    return all.every((own) => this.#matching.left.has(own)) && [listed, ...all].every(isResolved);
  }
}

/** Compares a report with the previous run. A previous finding that may still be there counts as unchanged. */
export function compare(report: Compared, previous: PreviousRun | undefined): Comparison {
  if (previous === undefined) return { findings: report.findings, diff: NO_DIFF, added: report.findings };
  const earlier = previous.findings.filter(({ ruleId }) => ruleId !== CONDITION_RULE);
  const continuation = new Continuation(report.findings, earlier);
  const added: Finding[] = [];
  const isResolved = silenceResolves(report);
  const counts = { new: 0, resolved: 0, unchanged: 0, severity_changed: 0, waiver_changed: 0 };
  const changes: DiffChange[] = [];
  let newBlocking = false;
  const note = (entry: DiffChange): void => {
    counts[entry.status] += 1;
    if (changes.length < CHANGES_MAX) changes.push(entry);
  };
  const continued = new Set<PreviousFinding>();
  const findings = report.findings.map((finding) => {
    const found = continuation.before(finding);
    if (found === undefined) {
      const isSevere = finding.severity === 'critical' || finding.severity === 'high';
      newBlocking ||= isSevere && finding.ruleId !== CROSSING_RULE;
      added.push(finding);
      note(change('new', finding, null));
      return finding;
    }
    const { was, listed } = found;
    const named = continuation.withIds(finding);
    continued.add(listed);
    if (was.severity !== finding.severity) {
      if (SEVERITIES.indexOf(finding.severity) < SEVERITIES.indexOf(was.severity)) added.push(finding);
      note(change('severity_changed', named, was));
    } else if (was.exceptionStatus !== finding.exceptionStatus) note(change('waiver_changed', named, was));
    else counts.unchanged += 1;
    return named;
  });
  for (const before of earlier) {
    if (continued.has(before)) continue;
    if (continuation.isGone(before, isResolved)) note(change('resolved', null, before));
    else counts.unchanged += 1;
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
