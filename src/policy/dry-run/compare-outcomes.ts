/** Difference between two analyses of one file under two policies. */
import type { Finding } from '../../analysis/model/finding.ts';
import { changesOf, type Difference } from './difference.ts';
import { withoutConditions } from './verdict.ts';

/** Outcome of an analysis. */
export interface KnownOutcome {
  readonly findings: readonly Finding[];
  /** Null: it has none. */
  readonly score: number | null;
  /** Rules that block; none: it passes. */
  readonly blockingRules: readonly string[];
}

/** Compares two analyses. */
export function compareOutcomes(before: KnownOutcome, after: KnownOutcome): Difference {
  const [passed, passes] = [before.blockingRules.length === 0, after.blockingRules.length === 0];
  const deciding = passes ? before.blockingRules : after.blockingRules;
  return {
    class: 'reanalysis',
    reasons: [],
    unknownRules: [],
    before: { passed, score: before.score },
    after: { passed: passes, score: after.score },
    decidingRules: passed === passes ? [] : deciding,
    changes: changesOf(withoutConditions(before.findings), withoutConditions(after.findings), () => true),
    exceptionsBefore: [],
    exceptionsAfter: [],
  };
}
