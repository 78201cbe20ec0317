/** Compares a run with earlier findings: what is new, and what is known. */
import {
  type KnownFindings,
  knownFindings,
  type LocatedFinding,
} from '../../analysis/engine/known-findings.ts';
import type { Matchable } from '../../analysis/engine/match-findings.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import { SEVERITIES, type Severity } from '../../analysis/model/rule.ts';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import type { BaselineState } from '../../analysis/report/run-gate.ts';
import { judgedPaths, locatedFindings, type PathOf } from './located-findings.ts';

/** Earlier finding, with the severity that it had. */
export type EarlierFinding = Matchable & { readonly severity: Severity };

/** Result of a comparison. */
export interface ComparedRun<Before extends EarlierFinding> {
  readonly states: ReadonlyMap<Finding, BaselineState>;
  readonly known: KnownFindings<Finding, Before>;
  /** Earlier findings of files that were judged, or that are no longer there, and have them no more. */
  readonly gone: readonly LocatedFinding<Before>[];
}

/** Earlier findings, and how to read them. */
export interface Earlier<Before extends EarlierFinding> {
  readonly findings: readonly LocatedFinding<Before>[];
  readonly pathOf: PathOf;
  /** Returns whether a finding may be known at all. */
  readonly canBeKnown: (finding: Finding) => boolean;
  /** Returns whether a file outside the run is still there. */
  readonly isThere: (path: string) => boolean;
  /** Returns whether the run was over the place of a file that is not there. */
  readonly isWithin: (path: string) => boolean;
}

/** Compares the findings of a run with earlier ones. */
export function compareRun<Before extends EarlierFinding>(
  runs: readonly InputRun[],
  { findings: earlier, pathOf, canBeKnown, isThere, isWithin }: Earlier<Before>,
): ComparedRun<Before> {
  const current = locatedFindings(runs, pathOf);
  const paths = new Set(runs.flatMap(({ input }) => input.files.map((file) => pathOf(input, file.path))));
  const known = knownFindings(current, earlier, { paths, isThere });
  const states = new Map(
    current.map(({ finding }): readonly [Finding, BaselineState] => {
      const before = known.matches.get(finding);
      return [finding, before === undefined || !canBeKnown(finding) ? 'new' : stateBeside(finding, before)];
    }),
  );
  const judged = judgedPaths(runs, pathOf);
  const isGone = (path: string): boolean => !paths.has(path) && !isThere(path) && isWithin(path);
  const gone = known.left.filter(({ path }) => judged.has(path) || isGone(path));
  return { states, known, gone };
}

function stateBeside(finding: Finding, before: EarlierFinding): BaselineState {
  const isWorse = SEVERITIES.indexOf(finding.severity) < SEVERITIES.indexOf(before.severity);
  return isWorse ? 'updated' : 'unchanged';
}
