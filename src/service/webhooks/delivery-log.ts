/** The use cases of deliveries: the log, a test, sending again. */

import type { EventRecord } from '../../contract/event.ts';
import type { DeliveryStatus } from '../../contract/webhook.ts';
import { AppError } from '../../errors.ts';
import { readList } from '../../infra/database/bounded-read.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { isUuid, uuidV7 } from '../../infra/database/uuid-v7.ts';
import {
  type AttemptRecord,
  type DeliveryPage,
  type DeliveryRecord,
  findDelivery,
  insertTestDelivery,
  listDeliveries,
  readDeliveryContents,
  restartDeliveries,
} from './delivery-log-store.ts';
import { plainEnvelope } from './messages/envelope.ts';
import { auditWebhook } from './webhook-audit.ts';
import { required, type WebhookDeps, type WebhookManager } from './webhooks.ts';
import type { WebhookRecord } from './webhooks-store.ts';

type Deps = Pick<WebhookDeps, 'sql' | 'now'>;

/** One page of a webhook's deliveries. */
export function readDeliveries(
  { sql }: Pick<Deps, 'sql'>,
  orgId: string,
  webhookId: string,
  input: {
    readonly status: DeliveryStatus | null;
    readonly cursor: string | null;
    readonly pageSize: number;
  },
): Promise<DeliveryPage> {
  return readList(sql, orgId, async (transaction) => {
    const { id } = await required(transaction, webhookId);
    return listDeliveries(transaction, id, input);
  });
}

/** A delivery with its body, absent before the first attempt, and its attempts. */
export interface DeliveryDetails {
  readonly delivery: DeliveryRecord;
  readonly body: Buffer | undefined;
  readonly attempts: readonly AttemptRecord[];
}

/** One delivery; throws `not_found`. */
export function readDelivery(
  { sql }: Pick<Deps, 'sql'>,
  orgId: string,
  webhookId: string,
  id: string,
): Promise<DeliveryDetails> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const webhook = await required(transaction, webhookId);
    const delivery = await requiredDelivery(transaction, webhook, id);
    const { event, body, attempts } = await readDeliveryContents(transaction, delivery);
    const isPlain = webhook.target === 'generic' && (attempts.length > 0 || delivery.status === 'sending');
    const plain = isPlain && event !== null ? plainEnvelope(event, event.data) : undefined;
    return { delivery, body: body ?? plain, attempts };
  });
}

/** Puts a made-up event on its way to a webhook. */
export function testWebhook(
  { sql, now }: Deps,
  manager: WebhookManager,
  webhookId: string,
): Promise<DeliveryRecord> {
  const { orgId } = manager;
  return withOrganisation(sql, orgId, async (transaction) => {
    const webhook = await enabled(transaction, webhookId);
    const id = await insertTestDelivery(transaction, madeUpEvent(orgId, now()), webhook.id);
    const delivery = await requiredDelivery(transaction, webhook, id);
    await auditWebhook(transaction, manager, 'webhook.tested', webhook, { details: { deliveryId: id } });
    return delivery;
  });
}

/** Sends a delivery once more, now, with the same id and bytes. */
export function redeliver(
  { sql, now }: Deps,
  manager: WebhookManager,
  webhookId: string,
  id: string,
): Promise<DeliveryRecord> {
  const { orgId } = manager;
  return withOrganisation(sql, orgId, async (transaction) => {
    const webhook = await enabled(transaction, webhookId);
    const known = await requiredDelivery(transaction, webhook, id, true);
    if (known.status === 'sending') {
      throw new AppError('state_conflict', `The delivery ${known.id} is being sent at this moment.`, {
        id: known.id,
      });
    }
    await restartDeliveries(transaction, webhook.id, { id: known.id }, now());
    const delivery = await requiredDelivery(transaction, webhook, known.id);
    await auditWebhook(transaction, manager, 'webhook.redelivered', webhook, {
      details: { deliveryId: known.id },
    });
    return delivery;
  });
}

/** Sends everything that failed or was skipped since a time. Returns how many deliveries that are. */
export function recoverDeliveries(
  { sql, now }: Deps,
  manager: WebhookManager,
  webhookId: string,
  since: Date,
): Promise<number> {
  const { orgId } = manager;
  return withOrganisation(sql, orgId, async (transaction) => {
    const webhook = await enabled(transaction, webhookId);
    const recovered = await restartDeliveries(transaction, webhook.id, { since }, now());
    await auditWebhook(transaction, manager, 'webhook.recovered', webhook, {
      details: { since, recovered },
    });
    return recovered;
  });
}

async function enabled(sql: TenantTransaction, id: string): Promise<WebhookRecord> {
  const webhook = await required(sql, id, true);
  if (webhook.disabledReason === null) return webhook;
  throw new AppError('state_conflict', `The webhook ${id} is disabled. Enable it first.`, { id });
}

async function requiredDelivery(
  sql: TenantTransaction,
  webhook: WebhookRecord,
  id: string,
  forUpdate = false,
): Promise<DeliveryRecord> {
  const found = isUuid(id) ? await findDelivery(sql, webhook.id, id, forUpdate) : undefined;
  if (found !== undefined) return found;
  throw new AppError('not_found', `The webhook has no delivery ${JSON.stringify(id.slice(0, 80))}.`);
}

/** A validation that never was, marked as such by its label. */
function madeUpEvent(orgId: string, occurredAt: Date): EventRecord {
  return {
    id: uuidV7(occurredAt),
    orgId,
    kind: 'validation.completed',
    occurredAt,
    data: {
      validationId: uuidV7(occurredAt),
      platform: 'platform_1',
      fileName: 'Test.xaml',
      label: 'Test of this webhook',
      passed: true,
      score: 100,
      enforcementMode: 'advisory',
      policyPackSlug: null,
      validatedAt: occurredAt.toISOString(),
      summary: { critical: 0, high: 0, medium: 0, low: 0, total: 0 },
      findings: [],
    },
    chat: null,
  };
}
