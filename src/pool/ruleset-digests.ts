/** The digests of rulesets: a file that was analysed under another one may get other findings now. */

import type { BuiltinRuleset } from '../analysis/model/ruleset.ts';
import { CONTRACT_LIMITS } from '../contract/limits.ts';
import { createTtlCache } from '../infra/async/ttl-cache.ts';
import type { AnalysisPool } from './pool.ts';

/** More than there are built-in rulesets. */
const RULESETS_MAX = 100;

/** Returns the digest of a ruleset, which a thread computes once: only threads load the catalogue. */
export function digestsOf(pool: Pick<AnalysisPool, 'judge'>): (ruleset: BuiltinRuleset) => Promise<string> {
  const digests = createTtlCache<string>({ entriesMax: RULESETS_MAX });
  return (ruleset) =>
    digests.load(ruleset, async () => {
      const task = { factsTexts: [], paths: [], ruleset, findingsMax: 0 };
      return (await pool.judge(task, { timeoutMs: CONTRACT_LIMITS.engineRunMsMax })).rulesetDigest;
    });
}
