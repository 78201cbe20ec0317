/** Policies without a question to the database: what an organisation has decided is believed for some seconds. */
import { createMemory } from '../../infra/async/ttl-cache.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import {
  choosePolicy,
  type Policy,
  type PolicyRequest,
  type PolicySources,
  readPolicySources,
} from './policy.ts';

/** A policy, and what it was made of. */
export interface KnownPolicy {
  readonly policy: Policy;
  readonly sources: PolicySources;
}

export interface PolicyMemory {
  /** The policy of a run; what is refused is refused by what the database says now. @throws AppError as `choosePolicy` */
  policyOf(orgId: string, request: PolicyRequest): Promise<KnownPolicy>;
  /** What the organisation has decided. */
  sourcesOf(orgId: string): Promise<PolicySources>;
  /** To be called when it has decided something else: in this process that counts from the next run on. */
  forget(orgId: string): void;
}

/** Makes an empty memory. */
export function createPolicyMemory(sql: Sql, now: () => Date): PolicyMemory {
  const known = createMemory<PolicySources>(now);
  const asked = new Map<string, Promise<PolicySources>>();

  async function read(orgId: string): Promise<PolicySources> {
    const askedAt = now();
    const reading = withOrganisation(sql, orgId, (transaction) => readPolicySources(transaction, orgId));
    asked.set(orgId, reading);
    try {
      const sources = await reading;
      // Whoever was told to forget, or to read again, meanwhile knows better.
      if (asked.get(orgId) === reading) known.set(orgId, sources, askedAt);
      return sources;
    } finally {
      if (asked.get(orgId) === reading) asked.delete(orgId);
    }
  }

  const sourcesOf = async (orgId: string): Promise<PolicySources> =>
    known.get(orgId) ?? asked.get(orgId) ?? read(orgId);

  return {
    sourcesOf,
    async policyOf(orgId, request) {
      const remembered = known.get(orgId);
      if (remembered !== undefined) {
        try {
          return { policy: choosePolicy(remembered, request), sources: remembered };
        } catch {
          // Perhaps it was made a moment ago, in another process.
        }
      }
      const sources = await (remembered === undefined ? sourcesOf(orgId) : read(orgId));
      return { policy: choosePolicy(sources, request), sources };
    },
    forget(orgId) {
      known.delete(orgId);
      asked.delete(orgId);
    },
  };
}
