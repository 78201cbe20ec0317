/** FindingsVerdict on findings under one policy of a dry run. */
import { applyExceptions, type Waivable } from '../../analysis/engine/apply-exceptions.ts';
import { listMistakes } from '../../analysis/engine/findings/list-mistakes.ts';
import { scoredFindings } from '../../analysis/engine/findings/unlisted.ts';
import {
  CONDITION_RULE,
  conditionFindings,
  limitsNew,
  NOTHING_NEW,
} from '../../analysis/engine/gate-conditions.ts';
import { scoreOf } from '../../analysis/engine/score.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import { blockingFindings } from '../../analysis/model/gate.ts';
import { CROSSING_RULE } from '../../analysis/model/measures/crossing.ts';
import { BUILTIN_GATE } from '../../analysis/model/policy.ts';
import { summarise } from '../../analysis/model/report.ts';
import type { ScopedException } from '../../contract/exception.ts';
import type { EarlierRun } from './earlier-run.ts';
import type { Side } from './side.ts';

/** Exceptions that may apply to a file, and the time at which they do. */
export interface Waivers {
  readonly exceptions: readonly ScopedException[];
  readonly at: Date;
}

/** Findings with their exceptions, and what follows from them. */
export interface FindingsVerdict {
  readonly findings: readonly Finding[];
  readonly score: number;
  /** Rules that block, or would block in the mode `blocking`. */
  readonly blockingRules: readonly string[];
  readonly isBlocking: boolean;
  /** True if the gate also counts findings that are new since an earlier run. */
  readonly countsNew: boolean;
}

/** Judges findings of each rule by itself, without their former exceptions. */
export function judgeSide(
  found: readonly Finding[],
  run: EarlierRun,
  { gate, mode }: Pick<Side, 'gate' | 'mode'>,
  { exceptions, at }: Waivers,
): FindingsVerdict {
  const plain = found.map((finding): Finding => ({ ...finding, exceptionId: null, exceptionStatus: 'none' }));
  const listed = listMistakes(plain);
  const before: Waivable = { findings: listed, summary: summarise(listed), score: 0 };
  const { findings } = applyExceptions(before, run.file, exceptions, at);
  // Findings about other projects do not lower it.
  const score = scoreOf(
    scoredFindings({ findings: findings.filter(({ ruleId }) => ruleId !== CROSSING_RULE) }),
  );
  // The other conditions are those of the project as a whole.
  const terms = run.isPart ? { ...BUILTIN_GATE, failOn: gate.failOn } : gate;
  const place = { artifactKey: '', name: run.path };
  const facts = { score, scoreWithoutNotes: score, newCounts: NOTHING_NEW, unfinishedRuleIds: [] };
  const conditions = conditionFindings({ ...terms, newMax: {} }, facts, place);
  const blocking = blockingFindings([...findings, ...conditions], terms.failOn);
  return {
    findings,
    score,
    blockingRules: [...new Set(blocking.map(({ ruleId }) => ruleId))],
    isBlocking: (mode ?? run.enforcementMode) === 'blocking',
    countsNew: limitsNew(terms),
  };
}

/** Returns the findings without those of conditions of a gate. */
export function withoutConditions(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ ruleId }) => ruleId !== CONDITION_RULE);
}
