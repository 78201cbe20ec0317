/** The digests of policies: a file that was analysed under another one may get other findings now. */

import { policyKey, type TaskPolicy } from '../analysis/engine/policies/task-policy.ts';
import { CONTRACT_LIMITS } from '../contract/limits.ts';
import { createTtlCache } from '../infra/async/ttl-cache.ts';
import type { AnalysisPool } from './pool.ts';

/** Policies whose digests are held; each is small. */
const DIGESTS_MAX = 1_000;

/** Returns the digest of a policy, which a thread computes once: only threads load the catalogue. */
export function digestsOf(pool: Pick<AnalysisPool, 'judge'>): (ruleset: TaskPolicy) => Promise<string> {
  const digests = createTtlCache<string>({ entriesMax: DIGESTS_MAX });
  return (ruleset) =>
    digests.load(policyKey(ruleset), async () => {
      const task = { factsTexts: [], paths: [], ruleset, findingsMax: 0 };
      return (await pool.judge(task, { timeoutMs: CONTRACT_LIMITS.engineRunMsMax })).rulesetDigest;
    });
}
