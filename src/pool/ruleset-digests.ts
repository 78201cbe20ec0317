/** The digests of rulesets: what was analysed under another one may be analysed differently now. */

import type { BuiltinRuleset } from '../analysis/model/ruleset.ts';
import { LIMITS } from '../limits.ts';
import type { AnalysisPool } from './pool.ts';

/** Asks a thread, which has the catalogue, once for each ruleset. */
export function digestsOf(pool: Pick<AnalysisPool, 'judge'>): (ruleset: BuiltinRuleset) => Promise<string> {
  const known = new Map<BuiltinRuleset, string>();
  return async (ruleset) => {
    const digest =
      known.get(ruleset) ??
      (
        await pool.judge(
          { factsTexts: [], paths: [], ruleset, findingsMax: 0 },
          { timeoutMs: LIMITS.engineRunMsMax },
        )
      ).rulesetDigest;
    known.set(ruleset, digest);
    return digest;
  };
}
