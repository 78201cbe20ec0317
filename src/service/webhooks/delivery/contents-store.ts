/** Contents and recipients of deliveries. Over the owner's connection, for all organisations. */
import type { ChatContext, EventKind } from '../../../contract/event.ts';
import type { DisabledReason, WebhookKind, WebhookTarget } from '../../../contract/webhook.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import { distinctKeys, idRange, rowKeys } from '../../../infra/database/row-keys.ts';
import type { Transaction } from '../../../infra/database/transaction.ts';
import type { QueuedDelivery } from './claims-store.ts';

/** Recipient of deliveries. */
export interface Recipient {
  readonly orgId: string;
  readonly id: string;
  readonly kind: WebhookKind;
  readonly url: string;
  readonly target: WebhookTarget;
  readonly secret: Buffer;
  readonly nextSecret: Buffer | null;
  readonly nextSecretEffectiveAt: Date | null;
  /** Not null: nothing may be sent to it. */
  readonly disabledReason: DisabledReason | null;
}

/** The webhooks of deliveries, each once. One that has been deleted is missing. */
export function findRecipients(
  sql: Transaction,
  deliveries: readonly QueuedDelivery[],
): Promise<readonly Recipient[]> {
  const { orgIds, ids } = rowKeys(
    distinctKeys(deliveries.map(({ orgId, webhookId }) => ({ orgId, id: webhookId }))),
  );
  return sql<Recipient[]>`
    select org_id, id, kind, url, target, secret, next_secret, next_secret_effective_at, disabled_reason
    from webhooks
    where (org_id, id) in (select * from unnest(${orgIds}::text[]::uuid[], ${ids}::text[]::uuid[]))`;
}

/** Event as it is stored. */
export interface WrittenEvent {
  readonly orgId: string;
  readonly id: string;
  readonly kind: EventKind;
  readonly occurredAt: Date;
  /** JSON, as it was written when it happened. */
  readonly data: string;
  readonly chat: ChatContext | null;
}

/** The events of deliveries, each once. */
export function findEvents(
  sql: Transaction,
  deliveries: readonly Pick<QueuedDelivery, 'orgId' | 'eventId'>[],
): Promise<readonly WrittenEvent[]> {
  const { orgIds, ids } = rowKeys(
    distinctKeys(deliveries.map(({ orgId, eventId }) => ({ orgId, id: eventId }))),
  );
  return sql<WrittenEvent[]>`
    select found.* from unnest(${orgIds}::text[]::uuid[], ${ids}::text[]::uuid[]) as wanted (org_id, id)
    -- One by one: a join could read all days.
    cross join lateral (
      select org_id, id, kind, occurred_at, data::text as data, chat from events
      where org_id = wanted.org_id and id = wanted.id limit 1
    ) as found`;
}

/** The bytes of a delivery that are not merely its event in our envelope. */
export interface StoredBody {
  readonly orgId: string;
  readonly id: string;
  readonly body: Buffer;
}

/** Those of these deliveries that have been made before. */
export async function findStoredBodies(
  sql: Transaction,
  deliveries: readonly QueuedDelivery[],
): Promise<readonly StoredBody[]> {
  if (deliveries.length === 0) return [];
  const { orgIds, ids } = rowKeys(deliveries);
  return sql<StoredBody[]>`
    select found.* from unnest(${orgIds}::text[]::uuid[], ${ids}::text[]::uuid[]) as wanted (org_id, id)
    cross join lateral (
      select org_id, id, body from deliveries where org_id = wanted.org_id and id = wanted.id limit 1
    ) as found
    where body is not null`;
}

/** Stores bodies for all later attempts. */
export async function storeBodies(sql: Transaction, bodies: readonly StoredBody[]): Promise<void> {
  if (bodies.length === 0) return;
  const { orgIds, ids } = rowKeys(bodies);
  const { firstId, lastId } = idRange(bodies.map(({ id }) => id));
  const texts = storableArray(bodies.map(({ body }) => body.toString('base64')));
  await sql`
    update deliveries d set body = decode(b.body, 'base64')
    from unnest(${orgIds}::text[]::uuid[], ${ids}::text[]::uuid[], ${texts}::text[]) as b (org_id, id, body)
    where d.org_id = b.org_id and d.id = b.id and d.id between ${firstId}::uuid and ${lastId}::uuid`;
}
