/** Caches each organisation's policy for a few seconds. */

import { BUILTIN_GATE } from '../../analysis/model/policy.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import { AppError } from '../../errors.ts';
import { createTtlCache } from '../../infra/async/ttl-cache.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import { PolicyError } from '../../policy/problems.ts';
import { ORGANISATION_LIMITS } from '../organisations/limits.ts';
import { findReferenced } from './packs/find-pack.ts';
import { type OpenedPack, type PackOpener, trustOf } from './packs/open-packs.ts';
import { findPackBundle } from './packs/packs-store.ts';
import {
  type ChoiceDeps,
  choosePolicy,
  type Policy,
  type PolicyRequest,
  type PolicySources,
  packRules,
  readPolicySources,
  requireRuleset,
  rulesetWithGrace,
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
  /** Returns the policy of a run; only current data can reject it. @throws AppError as `choosePolicy` */
  policyOf(orgId: string, request: PolicyRequest): Promise<KnownPolicy>;
  /**
   * Returns the rules and the gate of a run that was submitted earlier.
   * @throws AppError `policy_unavailable` if its pack cannot be loaded any more
   */
  rulesOf(orgId: string, run: SubmittedRun): Promise<RunRules>;
  /** Returns the settings and environments of the organisation. */
  sourcesOf(orgId: string): Promise<PolicySources>;
  /** Drops the cached policy after a change: in this process it counts from the next run on. */
  invalidate(orgId: string): void;
}

/** Dependencies of the cache. */
export interface PolicyCacheDeps {
  readonly sql: Sql;
  readonly now: () => Date;
  readonly opener: PackOpener;
  /** Loads the catalogue. */
  readonly rules: () => Promise<readonly Rule[]>;
}

/** Creates an empty cache. */
export function createPolicyCache({ sql, now, opener, rules }: PolicyCacheDeps): PolicyCache {
  const cache = createTtlCache<PolicySources>({
    ttlMs: ORGANISATION_LIMITS.accessCacheMsMax,
    entriesMax: ORGANISATION_LIMITS.accessCacheEntriesMax,
    now: () => now().getTime(),
  });
  const sourcesOf = (orgId: string, ageMsMax?: number): Promise<PolicySources> => {
    const load = () => withOrganisation(sql, orgId, (transaction) => readPolicySources(transaction));
    return cache.load(orgId, load, ageMsMax);
  };

  function choiceDeps(orgId: string, { keys }: Pick<PolicySources, 'keys'>): ChoiceDeps {
    const trust = trustOf(keys);
    const openVersion = async (versionId: string): Promise<OpenedPack> => {
      try {
        return await opener.open(versionId, trust, async () => {
          const found = await withOrganisation(sql, orgId, (inner) => findPackBundle(inner, versionId));
          if (found === undefined)
            throw new PolicyError([{ file: versionId, line: 0, message: 'It is gone.' }]);
          return found;
        });
      } catch (error) {
        if (!(error instanceof PolicyError)) throw error;
        const message = `The policy pack of this run cannot be loaded: ${error.message}`;
        throw new AppError('policy_unavailable', message, {}, { cause: error });
      }
    };
    return {
      rules,
      openVersion,
      async openReferenced(reference) {
        const { id } = await withOrganisation(sql, orgId, (inner) => findReferenced(inner, reference));
        return openVersion(id);
      },
    };
  }

  const choose = async (
    orgId: string,
    sources: PolicySources,
    request: PolicyRequest,
  ): Promise<KnownPolicy> => ({
    policy: await choosePolicy(sources, request, choiceDeps(orgId, sources)),
    sources,
  });

  return {
    async rulesOf(orgId, { ruleset, policyPackId, environment }) {
      const sources = await sourcesOf(orgId);
      if (policyPackId === null)
        return { rules: rulesetWithGrace(requireRuleset(ruleset), sources), gate: BUILTIN_GATE };
      const { openVersion } = choiceDeps(orgId, sources);
      return packRules(await openVersion(policyPackId), environment);
    },
    sourcesOf: (orgId) => sourcesOf(orgId),
    async policyOf(orgId, request) {
      const cached = cache.get(orgId);
      if (cached !== undefined) {
        try {
          return await choose(orgId, cached, request);
        } catch {
          // Another process may have created what the request names a moment ago.
        }
      }
      return choose(orgId, await sourcesOf(orgId, cached === undefined ? undefined : 0), request);
    },
    invalidate: (orgId) => cache.delete(orgId),
  };
}
