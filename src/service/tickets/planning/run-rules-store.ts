/** Store of what a run says about its rules. */
import type { Platform } from '../../../analysis/model/platform.ts';
import type { RuleError } from '../../../analysis/model/report.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';

/** A run with the policy that it had. */
export interface RunOfRules {
  readonly platform: Platform;
  readonly filename: string;
  readonly ruleset: string;
  readonly policyPackId: string | null;
  readonly environment: string | null;
  readonly ruleErrors: readonly RuleError[];
}

/** Finds a completed run; undefined: there is none. */
export async function findRunOfRules(sql: TenantTransaction, id: string): Promise<RunOfRules | undefined> {
  const [row] = await sql<[RunOfRules?]>`
    select platform, filename, ruleset, policy_pack_id, environment, rule_errors
    from validations where org_id = ${sql.orgId} and id = ${id} and status = 'completed'`;
  return row;
}
