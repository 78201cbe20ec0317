/** Policy cache over the whole catalogue, for tests. */
import { RULES } from '../../../src/analysis/rules/index.ts';
import type { Sql } from '../../../src/infra/database/connections.ts';
import { createPackOpener } from '../../../src/service/policy/packs/open-packs.ts';
import { createPolicyCache, type PolicyCache } from '../../../src/service/policy/policy-cache.ts';

/** Creates an empty policy cache. */
export function policyCache(sql: Sql, now: () => Date = () => new Date()): PolicyCache {
  const opener = createPackOpener({ engineVersion: '0.1.0', rules: async () => RULES, now });
  return createPolicyCache({ sql, now, opener, rules: async () => RULES });
}
