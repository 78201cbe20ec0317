/** Query over all organisations: which audit targets fail? */
import type { Transaction } from '../../infra/database/transaction.ts';

/** Audit target whose last attempt failed. */
export interface FailingTarget {
  readonly orgId: string;
  readonly name: string;
  readonly failingSince: Date;
  readonly problem: string;
}

/** Lists active targets whose last attempt failed, those that fail longest first; the account must see those of all. */
export async function listFailingTargets(
  sql: Transaction,
  rowsMax: number,
): Promise<readonly FailingTarget[]> {
  return sql<FailingTarget[]>`
    select org_id, name, failing_since, problem from audit_targets
    where state = 'active' and failing_since is not null and problem is not null
    order by failing_since, org_id, id limit ${rowsMax}`;
}
