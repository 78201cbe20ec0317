/** Caches each organisation's policy for a few seconds. */
import { BUILTIN_GATE } from '../../analysis/model/policy.ts';
import { createTtlCache } from '../../infra/async/ttl-cache.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import { ORGANISATION_LIMITS } from '../organisations/limits.ts';
import {
  choosePolicy,
  type Policy,
  type PolicyRequest,
  type PolicySources,
  readPolicySources,
  requireRuleset,
} from './policy.ts';

/** A policy, and what it was made of. */
export interface KnownPolicy {
  readonly policy: Policy;
  readonly sources: PolicySources;
}

/** Policy of a stored run, by name. */
export type SubmittedRun = Pick<Policy, 'ruleset' | 'policyPackId' | 'environment'>;

/** Rules and gate of a run. */
export type RunRules = Pick<Policy, 'rules' | 'gate'>;

export interface PolicyCache {
  /** Returns the policy of a run; only what the database says now can reject it. @throws AppError as `choosePolicy` */
  policyOf(orgId: string, request: PolicyRequest): Promise<KnownPolicy>;
  /** Returns the rules and the gate of a run that was submitted earlier. */
  rulesOf(orgId: string, run: SubmittedRun): Promise<RunRules>;
  /** Returns the settings and environments of the organisation. */
  sourcesOf(orgId: string): Promise<PolicySources>;
  /** Drops the cached policy after a change: in this process it counts from the next run on. */
  invalidate(orgId: string): void;
}

/** Creates an empty cache. */
export function createPolicyCache(sql: Sql, now: () => Date): PolicyCache {
  const cache = createTtlCache<PolicySources>({
    ttlMs: ORGANISATION_LIMITS.accessCacheMsMax,
    entriesMax: ORGANISATION_LIMITS.accessCacheEntriesMax,
    now: () => now().getTime(),
  });
  const sourcesOf = (orgId: string, ageMsMax?: number): Promise<PolicySources> => {
    const load = () => withOrganisation(sql, orgId, (transaction) => readPolicySources(transaction));
    return cache.load(orgId, load, ageMsMax);
  };
  return {
    async rulesOf(_orgId, { ruleset }) {
      return { rules: requireRuleset(ruleset), gate: BUILTIN_GATE };
    },
    sourcesOf: (orgId) => sourcesOf(orgId),
    async policyOf(orgId, request) {
      const cached = cache.get(orgId);
      if (cached !== undefined) {
        try {
          return { policy: choosePolicy(cached, request), sources: cached };
        } catch {
          // Another process may have created what the request names a moment ago.
        }
      }
      const sources = await sourcesOf(orgId, cached === undefined ? undefined : 0);
      return { policy: choosePolicy(sources, request), sources };
    },
    invalidate: (orgId) => cache.delete(orgId),
  };
}
