/** Query over all organisations: which ticket targets fail? */
import type { Transaction } from '../../infra/database/transaction.ts';

/** Ticket target whose last attempt failed. */
export interface FailingTicketTarget {
  readonly orgId: string;
  readonly name: string;
  readonly failingSince: Date;
  readonly problem: string;
}

/** Lists active targets whose last attempt failed, those that fail longest first; the account must see those of all. */
export async function listFailingTicketTargets(
  sql: Transaction,
  rowsMax: number,
): Promise<readonly FailingTicketTarget[]> {
  return sql<FailingTicketTarget[]>`
    select org_id, name, failing_since, problem from ticket_targets
    where state = 'active' and failing_since is not null and problem is not null
    order by failing_since, org_id, id limit ${rowsMax}`;
}
