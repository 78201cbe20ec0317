/** Dry run of one file: what would differ if another policy had judged its newest run. */
import { isGroup } from '../../analysis/engine/findings/group.ts';
import { everyFinding } from '../../analysis/engine/findings/mistakes.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import { changesOf, type Difference, exceptionsOf, type UnknownReason } from './difference.ts';
import { type EarlierRun, isArchive } from './earlier-run.ts';
import { predictFile, type Sides } from './predict-file.ts';
import type { Side } from './side.ts';
import { type FindingsVerdict, judgeSide, type Waivers, withoutConditions } from './verdict.ts';

/** Compares a run with what another policy would make of it. All that the run does not show is unknown. */
export function compareEarlierRun(run: EarlierRun, sides: Sides, waivers: Waivers): Difference {
  const hidden = hiddenBy(run, sides);
  if (hidden !== undefined) return unknownRun(hidden, run, sides.to);
  const found = everyFinding(withoutConditions(run.findings));
  const own = { gate: sides.from.gate, mode: run.enforcementMode };
  const before = judgeSide(found, run, own, waivers);
  const predicted = predictFile(found, run, sides, waivers.exceptions);
  const after = judgeSide(predicted.findings, run, sides.to, waivers);
  const unknown = new Map<string, UnknownReason>(predicted.unknown);
  for (const ruleId of regrouped(found, after.findings)) unknown.set(ruleId, 'groups');
  const isKnown = (ruleId: string): boolean => !unknown.has(ruleId);
  const outcomes = {
    before: { passed: passedBefore(before, run), score: before.score },
    after: {
      passed: passedAfter(after, unknown.size === 0, isKnown),
      score: unknown.size === 0 ? after.score : null,
    },
  };
  const reasons = new Set(unknown.values());
  if (outcomes.after.passed === null && unknown.size === 0) reasons.add('new_findings');
  const [covered, possible] = [true, false].map((known) =>
    exceptionsOf(before.findings.filter(({ ruleId }) => isKnown(ruleId) === known)),
  ) as [readonly string[], readonly string[]];
  return {
    class: reasons.size === 0 ? 'exact' : 'unknown',
    reasons: [...reasons],
    unknownRules: [...unknown.keys()],
    ...outcomes,
    decidingRules: decidingRules(outcomes, before, after),
    changes: changesOf(before.findings, after.findings, isKnown),
    exceptionsBefore: covered,
    exceptionsAfter: [...exceptionsOf(after.findings), ...possible],
  };
}

/** Returns what hides the findings of a run from a dry run as a whole; undefined: nothing. */
function hiddenBy(run: EarlierRun, { from, to }: Sides): UnknownReason | undefined {
  const { findings, summary, ruleErrors } = run;
  if (run.isOlder || run.rulesetDigest !== from.digest) return 'older_run';
  if (run.hasNotes === null || run.inventory === null || run.metrics === null) return 'older_run';
  if (from.digest === to.digest) return undefined;
  if (run.hasNotes) return 'notes';
  if (ruleErrors.length > 0) return 'rule_failed';
  if (findings.length < summary.total || findings.some(({ ruleId }) => ruleId === LIST_CUT))
    return 'list_cut';
  const hasMembers = isArchive(run) || findings.some(({ ruleId }) => ruleId === VENDOR_NOTICE);
  if (hasMembers && (from.judgesByPath || to.judgesByPath)) return 'archive_paths';
  return undefined;
}

/** Rule of the notice about a list that was cut; see `rules/general/xpl-eng-005.ts`. */
const LIST_CUT = 'XPL-ENG-005';

/** Rule of the notice about the vendor's objects, which no override by path changes. */
const VENDOR_NOTICE = 'XPL-ENG-006';

/** Returns the difference of a run that a dry run knows nothing of. */
export function unknownRun(
  reason: UnknownReason,
  run: Pick<EarlierRun, 'enforcementMode' | 'passed' | 'findings'>,
  { mode }: Pick<Side, 'mode'>,
): Difference {
  const isBlocking = (mode ?? run.enforcementMode) === 'blocking';
  return {
    class: 'unknown',
    reasons: [reason],
    unknownRules: [],
    before: { passed: run.passed, score: null },
    after: { passed: isBlocking ? null : true, score: null },
    decidingRules: [],
    changes: [],
    exceptionsBefore: [],
    exceptionsAfter: exceptionsOf(run.findings),
  };
}

/** Returns whether the run passes by the exceptions of now; some conditions are known to the run alone. */
function passedBefore({ countsNew, isBlocking, blockingRules }: FindingsVerdict, run: EarlierRun): boolean {
  if (countsNew || run.findings.length < run.summary.total) return run.passed;
  return !isBlocking || blockingRules.length === 0;
}

/** Returns whether the file passes for certain, or fails for certain; null: neither. */
function passedAfter(
  { isBlocking, blockingRules, countsNew, findings }: FindingsVerdict,
  isComplete: boolean,
  isKnown: (ruleId: string) => boolean,
): boolean | null {
  if (!isBlocking) return true;
  if (isComplete && blockingRules.length > 0) return false;
  // A score that is known in part says nothing: only findings of known rules block for certain.
  const ids = new Set(findings.map(({ ruleId }) => ruleId));
  if (blockingRules.some((ruleId) => ids.has(ruleId) && isKnown(ruleId))) return false;
  return isComplete && !countsNew ? true : null;
}

function decidingRules(
  outcomes: Pick<Difference, 'before' | 'after'>,
  before: FindingsVerdict,
  after: FindingsVerdict,
): readonly string[] {
  if (outcomes.before.passed && outcomes.after.passed === false) return after.blockingRules;
  return outcomes.before.passed === false && outcomes.after.passed ? before.blockingRules : [];
}

/** Returns rules with groups that exceptions have split another way when the run was judged. */
function regrouped(stored: readonly Finding[], now: readonly Finding[]): ReadonlySet<string> {
  const waived = (findings: readonly Finding[]) =>
    new Map(
      findings.map(({ fingerprints: { strong }, exceptionStatus, exceptionId }) => [
        strong,
        exceptionStatus === 'approved' ? exceptionId : null,
      ]),
    );
  const [before, after] = [waived(stored), waived(now)];
  const ids = new Set<string>();
  const grouping = new Set([...stored, ...now].filter(isGroup).map(({ ruleId }) => ruleId));
  for (const finding of [...stored, ...now]) {
    const {
      ruleId,
      fingerprints: { strong },
    } = finding;
    if (!grouping.has(ruleId)) continue;
    const bothHave = before.has(strong) && after.has(strong);
    if (bothHave && before.get(strong) !== after.get(strong)) ids.add(ruleId);
  }
  return ids;
}
