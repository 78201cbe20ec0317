/** The use case that says whether rules have checked the file of a run: only then a missing finding means that it is fixed. */
import { preparePolicy } from '../../../analysis/engine/policies/prepare-policy.ts';
import type { Rule } from '../../../analysis/model/rule.ts';
import { AppError } from '../../../errors.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { PolicyCache } from '../../policy/policy-cache.ts';
import { findRunOfRules } from './run-rules-store.ts';

/** Dependencies. */
export interface RunRulesDeps {
  readonly sql: Sql;
  readonly policies: Pick<PolicyCache, 'rulesOf'>;
  /** Loads the catalogue. */
  readonly rules: () => Promise<readonly Rule[]>;
}

/** Rules by what they did in a run; one in neither list is unknown. */
export interface RunRulesAnswer {
  /** Ids of those that ran to their end. */
  readonly checked: readonly string[];
  /** Ids of those that the policy does not have for the file. */
  readonly off: readonly string[];
}

const UNKNOWN: RunRulesAnswer = { checked: [], off: [] };

/** Says of each rule whether it has checked the file of a run. */
export async function readRunRules(
  { sql, policies, rules }: RunRulesDeps,
  {
    orgId,
    validationId,
    ruleIds,
  }: { readonly orgId: string; readonly validationId: string; readonly ruleIds: readonly string[] },
): Promise<RunRulesAnswer> {
  const run = await withOrganisation(sql, orgId, (transaction) => findRunOfRules(transaction, validationId));
  if (run === undefined) return UNKNOWN;
  const on = await rulesFor(run);
  if (on === undefined) return UNKNOWN;
  const failed = new Set(run.ruleErrors.map(({ ruleId }) => ruleId));
  return {
    checked: ruleIds.filter((id) => on.has(id) && !failed.has(id)),
    off: ruleIds.filter((id) => !on.has(id)),
  };

  async function rulesFor({
    ruleset,
    policyPackId,
    environment,
    platform,
    filename,
  }: NonNullable<typeof run>) {
    try {
      const policy = (await policies.rulesOf(orgId, { ruleset, policyPackId, environment })).rules;
      const { detection, judgeOf } = preparePolicy(policy, await rules());
      const { settings } = judgeOf(detection).rulesetFor({ platform, path: filename });
      return new Set(settings.map(({ rule }) => rule.id));
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }
}
