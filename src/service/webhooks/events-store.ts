/** Outbox of events, written in the transaction that made them true. Webhooks are delivered from it. */

import type { Audience, EventRecord } from '../../contract/event.ts';
import { storableJson } from '../../infra/database/postgres-text.ts';
import type { Transaction } from '../../infra/database/transaction.ts';

/** Inserts an event with a delivery for each subscribed webhook; for a disabled one, with a skipped delivery. */
export async function insertEvent(
  sql: Transaction,
  event: EventRecord,
  audience: Audience = 'everyone',
): Promise<void> {
  await sql`with ${insertedEvent(sql, event, audience)} select`;
}

/**
 * Writes the same as parts of the statement that stores the event's subject: `with ${insertedEvent(sql, event)} insert …`.
 * Nothing can lose the deliveries from then on.
 */
export function insertedEvent(sql: Transaction, event: EventRecord, audience: Audience = 'everyone') {
  return sql`event as (${eventRow(sql, event)} returning org_id, id, kind, occurred_at, ${eventRepository(sql)}), ${eventDeliveries(sql, audience)}`;
}

/** Writes the column of an event that limits of webhooks test: the repository that it is about. */
export function eventRepository(sql: Transaction) {
  return sql`coalesce(data ->> 'repository', chat ->> 'repository') as repository`;
}

/** Writes further parts of a statement that made `event`: a delivery for each subscribed webhook. */
export function eventDeliveries(sql: Transaction, audience: Audience) {
  const targets = {
    everyone: () => sql``,
    generic: () => sql`and webhooks.target = 'generic'`,
    chat: () => sql`and webhooks.target <> 'generic'`,
    chatWithoutResults: () =>
      sql`and webhooks.target <> 'generic' and 'validation.completed' <> all(webhooks.events)`,
    none: () => sql`and false`,
  } as const satisfies Record<Audience, unknown>;
  return sql`
    recipient as (
      select event.org_id, event.id, event.kind, event.occurred_at, webhooks.id as webhook_id, disabled_reason is null as is_enabled
      from event join webhooks on webhooks.org_id = event.org_id and event.kind = any(webhooks.events)
        and webhook_receives(event.org_id, webhooks.repository, webhooks.team_id, event.repository) ${targets[audience]()}
    ), delivery as (
      insert into deliveries (org_id, id, webhook_id, event_id, event_kind, status, created_at)
      select org_id, delivery_id(id, webhook_id), webhook_id, id, kind,
        case when is_enabled then 'pending' else 'skipped' end, occurred_at
      from recipient
    ), queued as (
      insert into delivery_queue (org_id, id, webhook_id, event_id, is_test, attempts, round_attempts, due_at, is_due)
      select org_id, delivery_id(id, webhook_id), webhook_id, id, false, 0, 0, occurred_at, true
      from recipient where is_enabled
    )`;
}

/** Writes the insertion of an event alone, as one JSON text. The column `data` has its part of that as it is written. */
export function eventRow(sql: Transaction, { orgId, id, kind, occurredAt, data, chat }: EventRecord) {
  const columns = { org_id: orgId, id, kind, occurred_at: occurredAt, data, chat };
  return sql`
    insert into events (org_id, id, kind, occurred_at, data, chat)
    select org_id, id, kind, occurred_at, data, chat
    from json_populate_record(null::events, ${storableJson(columns)}::text::json)`;
}

/** Inserts a delivery of an event to the address that its validation named. */
export async function insertCallback(
  sql: Transaction,
  { orgId, id, kind, occurredAt }: EventRecord,
  url: string,
): Promise<void> {
  await sql`
    with delivery as (
      insert into deliveries (org_id, id, webhook_id, event_id, event_kind, status, created_at)
      values (${orgId}, delivery_id(${id}, ${orgId}), ${orgId}, ${id}, ${kind}, 'pending', ${occurredAt})
    )
    insert into delivery_queue (org_id, id, webhook_id, event_id, url, is_test, attempts, round_attempts, due_at, is_due)
    values (${orgId}, delivery_id(${id}, ${orgId}), ${orgId}, ${id}, ${url}, false, 0, 0, ${occurredAt}, true)`;
}
