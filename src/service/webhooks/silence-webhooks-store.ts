/** Ends everything that waits to be delivered, in all organisations. Over the owner's connection only. */

import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import type { Transaction } from '../../infra/database/transaction.ts';

/** Cancels up to `deliveriesMovedMax` deliveries that wait, the oldest first. Returns how many. */
export async function cancelWaitingDeliveries(sql: Transaction, at: Date): Promise<number> {
  const canceled = await sql`
    with emptied as (
      delete from delivery_queue
      where ctid = any(array(
        select ctid from delivery_queue order by due_at limit ${CONTRACT_LIMITS.deliveriesMovedMax} for update
      ))
      returning org_id, id
    ), log as (
      update deliveries d set status = 'canceled', finished_at = ${at}
      from emptied where d.org_id = emptied.org_id and d.id = emptied.id
    )
    select id from emptied`;
  return canceled.count;
}

/** Forgets the addresses that validations named which have not ended. Returns how many. */
export async function forgetCallbackAddresses(sql: Transaction): Promise<number> {
  const { count } = await sql`
    update validations set webhook_url = null
    where status in ('queued', 'running') and webhook_url is not null`;
  return count;
}

/** A webhook that has been disabled. */
export interface DisabledWebhook {
  readonly orgId: string;
  readonly id: string;
  readonly url: string;
}

/** Disables every webhook that is not, as if by hand. */
export async function disableAllWebhooks(sql: Transaction, at: Date): Promise<readonly DisabledWebhook[]> {
  return sql<DisabledWebhook[]>`
    update webhooks set disabled_reason = 'manual', updated_at = ${at}
    where disabled_reason is null and kind = 'endpoint'
    returning org_id, id, url`;
}
