/** State of the queue of deliveries, and disabled webhooks. Over the owner's connection only. */
import { DISABLED_REASONS, type DisabledReason } from '../../../contract/webhook.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';

export interface DeliveryState {
  /** Due, and not held by a process that lives. */
  readonly waiting: number;
  /** Time since the oldest of these was due; 0 without one. */
  readonly oldestSeconds: number;
  readonly sending: number;
  /** Failed deliveries that wait for their next attempt. */
  readonly retrying: number;
}

/** The state of all deliveries that have not ended. */
export async function readDeliveryState(sql: Transaction, now: Date): Promise<DeliveryState> {
  const [row] = await sql<[DeliveryState]>`
    select (count(*) filter (where waits))::int as waiting,
      (count(*) filter (where leased_until > ${now}))::int as sending,
      (count(*) filter (where due_at > ${now}))::int as retrying,
      coalesce(extract(epoch from ${now}::timestamptz - min(due_at) filter (where waits)), 0)::float8 as oldest_seconds
    from (
      select *, due_at <= ${now} and (leased_until is null or leased_until <= ${now}) as waits from delivery_queue
    ) as queue`;
  return row;
}

/** Counts the disabled webhooks for each reason, also for those without one. */
export async function countDisabledWebhooks(
  sql: Transaction,
): Promise<readonly { readonly reason: DisabledReason; readonly count: number }[]> {
  return sql<{ reason: DisabledReason; count: number }[]>`
    select reason, count(webhooks.id)::int as count
    from unnest(${storableArray(DISABLED_REASONS)}::text[]) as reasons (reason)
    left join webhooks on webhooks.disabled_reason = reasons.reason
    group by reason`;
}
