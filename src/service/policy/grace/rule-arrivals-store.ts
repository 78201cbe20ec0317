/** Times at which the rules came to this installation. */
import { RULE_IDS } from '../../../gen/rule-ids.ts';
import { storableJson } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction, Transaction } from '../../../infra/database/transaction.ts';

/** A rule that an upgrade brought, in its grace period. */
export interface NewRule {
  readonly ruleId: string;
  readonly arrivedAt: Date;
  /** UTC day from which its findings have their own severity, as `2026-11-23`. */
  readonly countsFrom: string;
}

/**
 * Records the rules of this program. In a new database they count as known; a rule that replaces others is as old as the
 * oldest of them.
 * @param ruleIds ids, each with those that it replaces
 */
export async function recordRules(
  owner: Transaction,
  ruleIds: Readonly<Record<string, readonly string[]>> = RULE_IDS,
): Promise<void> {
  await owner`
    insert into rule_arrivals (rule_id, arrived_at)
    select rule.key, coalesce(
      (select min(arrived_at) from rule_arrivals where rule.value ? rule_id),
      case when exists (select from rule_arrivals) then now() else '-infinity' end
    )
    from jsonb_each(${storableJson(ruleIds)}::text::jsonb) as rule
    on conflict (rule_id) do nothing`;
}

/** Lists the rules in a grace period of these days, by id. */
export async function listNewRules(sql: TenantTransaction, graceDays: number): Promise<readonly NewRule[]> {
  if (graceDays === 0) return [];
  return sql<NewRule[]>`
    select rule_id, arrived_at, counts_from::text
    from rule_arrivals,
      lateral (select (arrived_at at time zone 'utc')::date + ${graceDays}::integer as counts_from) as grace
    where arrived_at > '-infinity' and counts_from > (now() at time zone 'utc')::date
    order by rule_id`;
}
