/** Totals of a dry run. They are plain data, so that a run can go on where it was interrupted. */
import type { Platform } from '../../analysis/model/platform.ts';
import type { Difference, DifferenceClass, FindingChange, UnknownReason } from './difference.ts';

/** Workflows that a dry run lists because they would pass or fail; all of them count. */
const DRY_RUN_FLIPS_MAX = 1_000;

/** A file, as a list of flips names it. */
export interface DryRunFile {
  /** Null: the file was not validated by the service. */
  readonly validationId: string | null;
  readonly path: string;
  readonly platform: Platform;
  readonly repository: string | null;
  readonly branch: string | null;
  readonly environment: string | null;
}

/** A file that passes under one of the policies alone. */
export interface Flip extends DryRunFile {
  /** True: it passes under the new policy. */
  readonly passes: boolean;
  readonly class: Exclude<DifferenceClass, 'unknown'>;
  /** Rules that block on the side that fails. */
  readonly rules: readonly string[];
}

/** Findings of one rule that change alike, in all files. */
export interface TotalChange extends FindingChange {
  readonly class: Exclude<DifferenceClass, 'unknown'>;
  readonly workflows: number;
}

/** Sums over all files. */
export interface DryRunTotals {
  readonly workflows: Readonly<Record<DifferenceClass, number>>;
  /** Workflows by reason; one may have several. */
  readonly reasons: Readonly<Partial<Record<UnknownReason, number>>>;
  readonly verdicts: { readonly passToFail: number; readonly failToPass: number; readonly unknown: number };
  /** The first ones. */
  readonly flips: readonly Flip[];
  readonly changes: readonly TotalChange[];
  /** Number of workflows in which the findings of a rule are unknown. */
  readonly unknownRules: Readonly<Record<string, number>>;
  /** Of workflows whose score is known. */
  readonly score: {
    readonly better: number;
    readonly worse: number;
    readonly unchanged: number;
    /** Sum of all differences. */
    readonly delta: number;
  };
  readonly exceptionsBefore: readonly string[];
  readonly exceptionsAfter: readonly string[];
}

/** Totals before the first file. */
export const NO_TOTALS: DryRunTotals = {
  workflows: { exact: 0, reanalysis: 0, unknown: 0 },
  reasons: {},
  verdicts: { passToFail: 0, failToPass: 0, unknown: 0 },
  flips: [],
  changes: [],
  unknownRules: {},
  score: { better: 0, worse: 0, unchanged: 0, delta: 0 },
  exceptionsBefore: [],
  exceptionsAfter: [],
};

/** Adds the difference of a file. */
export function addDifference(totals: DryRunTotals, file: DryRunFile, found: Difference): DryRunTotals {
  const { before, after } = found;
  const known = found.class === 'unknown' ? 'exact' : found.class;
  const isFlip = after.passed !== null && before.passed !== null && before.passed !== after.passed;
  const { flips } = totals;
  return {
    workflows: plus(totals.workflows, [found.class]),
    reasons: plus(totals.reasons, found.reasons),
    verdicts: plus(
      totals.verdicts,
      after.passed === null ? ['unknown'] : isFlip ? [after.passed ? 'failToPass' : 'passToFail'] : [],
    ),
    flips:
      isFlip && flips.length < DRY_RUN_FLIPS_MAX
        ? [...flips, { ...file, passes: after.passed === true, class: known, rules: found.decidingRules }]
        : flips,
    changes: addChanges(totals.changes, found.changes, known),
    unknownRules: plus(totals.unknownRules, found.unknownRules),
    score: addScore(totals.score, found),
    exceptionsBefore: union(totals.exceptionsBefore, found.exceptionsBefore),
    exceptionsAfter: union(totals.exceptionsAfter, found.exceptionsAfter),
  };
}

/** Returns the exceptions that cover a finding before, and none any more. */
export function lostExceptions({ exceptionsBefore, exceptionsAfter }: DryRunTotals): readonly string[] {
  const left = new Set(exceptionsAfter);
  return exceptionsBefore.filter((id) => !left.has(id));
}

/** Adds one to each of the named counts. */
function plus<Counts extends object>(counts: Counts, names: readonly string[]): Counts {
  const sums = new Map<string, number>(Object.entries(counts));
  for (const name of names) sums.set(name, (sums.get(name) ?? 0) + 1);
  return Object.fromEntries(sums) as Counts;
}

function addChanges(
  all: readonly TotalChange[],
  added: readonly FindingChange[],
  known: TotalChange['class'],
): readonly TotalChange[] {
  if (added.length === 0) return all;
  const keyOf = (change: FindingChange, of: string): string =>
    `${change.ruleId} ${change.before} ${change.after} ${of}`;
  const sums = new Map(all.map((change) => [keyOf(change, change.class), change]));
  for (const change of added) {
    const key = keyOf(change, known);
    const { findings = 0, workflows = 0 } = sums.get(key) ?? {};
    sums.set(key, {
      ...change,
      class: known,
      findings: findings + change.findings,
      workflows: workflows + 1,
    });
  }
  return [...sums.values()];
}

function addScore(score: DryRunTotals['score'], { before, after }: Difference): DryRunTotals['score'] {
  if (before.score === null || after.score === null) return score;
  const delta = after.score - before.score;
  const name = delta > 0 ? 'better' : delta < 0 ? 'worse' : 'unchanged';
  return { ...plus(score, [name]), delta: score.delta + delta };
}

function union(all: readonly string[], added: readonly string[]): readonly string[] {
  return added.length === 0 ? all : [...new Set([...all, ...added])];
}
